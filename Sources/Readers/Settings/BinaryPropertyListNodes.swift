internal import Validator

/// Walks all objects of a binary property list.
struct BinaryPropertyListNodes {
  /// An object, its references not yet followed.
  private enum Object {
    case null
    case scalar(PropertyListValue)
    case array(ByteReader)
    case dictionary(keys: ByteReader, values: ByteReader)
  }

  /// A container whose references are being followed.
  private struct Frame {
    let number: UInt64
    /// The references of a dictionary's keys that are left; nil for an array.
    var keys: ByteReader?
    var values: ByteReader
  }

  private let list: BinaryPropertyList
  private let listPlace: SettingPlace
  private var builder: PropertyListBuilder
  private var frames: [Frame] = []
  /// Texts, numbers and data by their object, which many containers may share.
  private var scalars: [UInt64: PropertyListValue] = [:]
  /// How many bytes texts and data may still take; they take more than the file has only where
  /// they overlap.
  private var payloadLeft: UInt64

  private init(_ list: BinaryPropertyList, file: FilePath) {
    self.list = list
    listPlace = SettingPlace(file: file)
    builder = PropertyListBuilder(file: file)
    payloadLeft = UInt64(list.bytes.count)
  }

  /// Reads a list whose first bytes are `bplist`.
  ///
  /// Its places have no line; the message of a fault names the offset.
  static func read(_ bytes: [UInt8], file: FilePath) -> SettingsReading {
    let list: BinaryPropertyList
    do throws(ReadError) {
      list = try BinaryPropertyList(ByteReader(bytes[...], at: 0, path: "bplist"))
    } catch {
      return SettingsReading(settingsFault(error, SettingPlace(file: file)))
    }
    var nodes = BinaryPropertyListNodes(list, file: file)
    do throws(SettingsFault) {
      try nodes.walk()
      return SettingsReading(nodes.builder, fault: nil)
    } catch {
      return SettingsReading(nodes.builder, fault: error)
    }
  }

  private static func settingsFault(_ error: ReadError, _ place: SettingPlace) -> SettingsFault {
    SettingsFault(
      error.kind == .limit ? .limit : .malformed,
      "\(error.reason), at offset \(error.place.offset)", at: place)
  }

  // MARK: Containers

  private mutating func walk() throws(SettingsFault) {
    try visit(list.topObject)
    while let last = frames.indices.last {
      if frames[last].values.isAtEnd {
        builder.close()
        frames.removeLast()
        continue
      }
      let reference: (key: String?, value: UInt64)
      do throws(ReadError) {
        reference = try nextReference(last)
      } catch {
        throw fault(error)
      }
      if let key = reference.key { try builder.key(key, at: .none) }
      try visit(reference.value)
    }
    if builder.root == nil {
      throw builder.fault("the list holds null and nothing else", at: .none)
    }
  }

  private mutating func nextReference(_ last: Int) throws(ReadError) -> (
    key: String?, value: UInt64
  ) {
    let value = try frames[last].values.unsigned(width: list.referenceWidth)
    guard let number = try frames[last].keys?.unsigned(width: list.referenceWidth) else {
      return (nil, value)
    }
    guard case .scalar(.string(let key)) = try object(number) else {
      throw malformed("object \(number) is a dictionary's key and no text", number)
    }
    return (key, value)
  }

  private mutating func visit(_ number: UInt64) throws(SettingsFault) {
    let object: Object
    do throws(ReadError) {
      object = try self.object(number)
    } catch {
      throw fault(error)
    }
    switch object {
    case .null: try builder.omit(at: .none)
    case .scalar(let value): try builder.value(value, at: .none)
    case .array(let values):
      try builder.open(.array, at: .none)
      frames.append(Frame(number: number, keys: nil, values: values))
    case .dictionary(let keys, let values):
      try builder.open(.dictionary, at: .none)
      frames.append(Frame(number: number, keys: keys, values: values))
    }
  }

  private func fault(_ error: ReadError) -> SettingsFault {
    BinaryPropertyListNodes.settingsFault(error, builder.containerPlace ?? listPlace)
  }

  private func malformed(_ reason: String, _ number: UInt64) -> ReadError {
    let place = (try? list.object(number))?.place ?? list.bytes.place
    return ReadError(.malformed, reason, at: place)
  }

  // MARK: Objects

  private mutating func object(_ number: UInt64) throws(ReadError) -> Object {
    if let scalar = scalars[number] { return .scalar(scalar) }
    var reader = try list.object(number)
    let place = reader.place
    let marker = try reader.uint8()
    let width = UInt64(list.referenceWidth)
    switch marker >> 4 {
    case 0xA, 0xB, 0xC:
      try refuseCycle(number)
      return .array(try take(try list.length(marker, &reader), width, &reader))
    case 0xD:
      try refuseCycle(number)
      let count = try list.length(marker, &reader)
      let keys = try take(count, width, &reader)
      return .dictionary(keys: keys, values: try take(count, width, &reader))
    case 0x0 where marker == 0: return .null
    default:
      guard let scalar = try scalar(marker, &reader) else {
        throw ReadError(
          .malformed,
          "object \(number) has the unknown type 0x\(String(marker, radix: 16, uppercase: true))",
          at: place)
      }
      scalars[number] = scalar
      return .scalar(scalar)
    }
  }

  private func refuseCycle(_ number: UInt64) throws(ReadError) {
    guard !frames.contains(where: { $0.number == number }) else {
      throw malformed("object \(number) contains itself", number)
    }
  }

  /// The value of an object without parts; nil for an unknown type.
  private mutating func scalar(_ marker: UInt8, _ reader: inout ByteReader) throws(ReadError)
    -> PropertyListValue?
  {
    switch (marker >> 4, marker & 0xF) {
    case (0x0, 0x8): return .boolean(false)
    case (0x0, 0x9): return .boolean(true)
    case (0x1, 0...4): return try integer(width: 1 << Int(marker & 0xF), &reader)
    case (0x2, 2): return .real(Double(Float(bitPattern: try reader.uint32())))
    case (0x2, 3): return .real(Double(bitPattern: try reader.uint64()))
    case (0x3, 3):
      let place = reader.place(ofNext: 8)
      let seconds = Double(bitPattern: try reader.uint64())
      guard let date = PropertyListScalar.date(secondsSince2001: seconds) else {
        throw ReadError(.malformed, "a date is \(seconds) seconds from 2001", at: place)
      }
      return .date(date)
    case (0x4, _):
      return .data(Array(try payload(try list.length(marker, &reader), 1, &reader).rest))
    case (0x5, _):
      let characters = try payload(try list.length(marker, &reader), 1, &reader)
      return .string(String(decoding: characters.rest, as: UTF8.self))
    case (0x6, _):
      var characters = try payload(try list.length(marker, &reader), 2, &reader)
      var units: [UInt16] = []
      units.reserveCapacity(characters.count / 2)
      while !characters.isAtEnd { units.append(try characters.uint16()) }
      return .string(String(decoding: units, as: UTF16.self))
    // The UID of a keyed archive, one byte longer than its number says.
    case (0x8, 0...7):
      let number = try reader.unsigned(width: Int(marker & 0xF) + 1)
      return Int64(exactly: number).map { .integer($0) } ?? .real(Double(number))
    default: return nil
    }
  }

  /// A whole number; those of eight bytes have a sign, shorter ones have none.
  private func integer(width: Int, _ reader: inout ByteReader) throws(ReadError)
    -> PropertyListValue
  {
    guard width == 16 else {
      return .integer(Int64(bitPattern: try reader.unsigned(width: width)))
    }
    // Written for numbers between 2^63 and 2^64 alone.
    let high = try reader.int64()
    let low = try reader.uint64()
    if high == 0, let value = Int64(exactly: low) { return .integer(value) }
    return .real(Double(high) * 0x1p64 + Double(low))
  }

  /// The bytes of a text or of data.
  private mutating func payload(_ count: UInt64, _ width: UInt64, _ reader: inout ByteReader)
    throws(ReadError) -> ByteReader
  {
    let bytes = try take(count, width, &reader)
    let length = UInt64(bytes.count)
    guard length <= payloadLeft else {
      throw ReadError(
        .malformed, "texts and data overlap: they have more bytes than the list", at: bytes.place)
    }
    payloadLeft -= length
    return bytes
  }

  private func take(_ count: UInt64, _ width: UInt64, _ reader: inout ByteReader)
    throws(ReadError) -> ByteReader
  {
    let (length, overflow) = count.multipliedReportingOverflow(by: width)
    guard !overflow else {
      throw ReadError(.malformed, "an object is said to have \(count) parts", at: reader.place)
    }
    return try reader.take(length)
  }
}
