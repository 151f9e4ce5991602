/// One fact that a reader looked for: found, found to be absent, or not readable.
///
/// The three are kept apart to the end. A fact that could not be read is never reported as absent.
///
/// Public, because the compiler inlines across modules only what is: every rule looks at some.
public enum Field<Value: Sendable>: Sendable {
  /// The value and where it stands.
  case present(Value, at: Place)
  /// The places that were read in full and do not hold it.
  case absent(searched: [Place])
  /// The bytes that would tell could not be read.
  case unreadable(ReadError)

  /// The value, where there is one.
  @inlinable
  public var value: Value? {
    if case .present(let value, _) = self { value } else { nil }
  }

  /// Where the value stands, where there is one.
  @inlinable
  public var place: Place? {
    if case .present(_, let place) = self { place } else { nil }
  }

  /// Why the fact could not be read, where that is so.
  @inlinable
  public var readError: ReadError? {
    if case .unreadable(let error) = self { error } else { nil }
  }

  /// Whether the places that could hold the value were read and do not.
  @inlinable
  public var isAbsent: Bool {
    if case .absent = self { true } else { false }
  }

  /// The field with its value replaced by what `transform` makes of it.
  @inlinable
  public func map<Other: Sendable>(_ transform: (Value) -> Other) -> Field<Other> {
    switch self {
    case .present(let value, let place): .present(transform(value), at: place)
    case .absent(let searched): .absent(searched: searched)
    case .unreadable(let error): .unreadable(error)
    }
  }
}

extension Field: Equatable where Value: Equatable {}
