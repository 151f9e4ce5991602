internal import Validator

/// Values of metadata, by the well-known types of QuickTime (QuickTime File Format, Metadata).
enum WellKnownValue {
  /// What a `data` box says: its value with its type.
  static func item(_ reader: inout ByteReader) throws(ReadError) -> String {
    let type = try reader.uint32()
    let locale = try reader.uint32()
    let value = text(ofType: type, reader)
    return "\(value) (\(name(ofType: type)))"
      + (locale == 0 ? "" : ", locale 0x\(InspectedText.digits(UInt64(locale), 8))")
  }

  /// What a `dtyp` box declares.
  static func declaration(_ reader: inout ByteReader) throws(ReadError) -> String {
    let namespace = try reader.uint32()
    guard namespace == 0 else { return InspectedText.plain(reader.rest) }
    return name(ofType: try reader.uint32())
  }

  static func name(ofType type: UInt32) -> String {
    let name: String? =
      switch type {
      case 0: "raw"
      case 1: "UTF-8"
      case 2: "UTF-16"
      case 13: "JPEG"
      case 14: "PNG"
      case 21: "signed integer"
      case 22: "unsigned integer"
      case 23: "float32"
      case 24: "float64"
      case 65: "int8"
      case 66: "int16"
      case 67: "int32"
      case 70: "point"
      case 71: "dimensions"
      case 72: "rectangle"
      case 74: "int64"
      case 75: "uint8"
      case 76: "uint16"
      case 77: "uint32"
      case 78: "uint64"
      case 79, 83: "3×3 matrix"
      default: nil
      }
    return name.map { "type \(type), \($0)" } ?? "type \(type)"
  }

  /// A value in words; its bytes where they do not fit the type.
  static func text(ofType type: UInt32, _ value: ByteReader) -> String {
    var reader = value
    let text: String? =
      switch type {
      case 1: InspectedText.quoted(value.rest)
      case 2: try? InspectedText.quoted16(&reader)
      case 21, 65, 66, 67, 74: try? signed(&reader)
      case 22, 75...78:
        (1...8).contains(reader.remaining)
          ? try? "\(reader.unsigned(width: reader.remaining))" : nil
      case 23, 70...72: try? floats(&reader, width: 4)
      case 24, 79, 83: try? floats(&reader, width: 8)
      default: nil
      }
    return text ?? InspectedText.hexadecimal(value.rest)
  }

  private static func signed(_ reader: inout ByteReader) throws(ReadError) -> String? {
    let width = reader.remaining
    guard (1...8).contains(width) else { return nil }
    let value = try reader.unsigned(width: width)
    let shift = UInt64(64 - 8 * width)
    return "\(Int64(bitPattern: value << shift) >> Int64(shift))"
  }

  private static func floats(_ reader: inout ByteReader, width: Int) throws(ReadError) -> String? {
    guard reader.remaining > 0, reader.remaining.isMultiple(of: width), reader.remaining <= 72
    else { return nil }
    var numbers: [String] = []
    while !reader.isAtEnd {
      let number =
        width == 4
        ? Double(Float(bitPattern: try reader.uint32())) : Double(bitPattern: try reader.uint64())
      numbers.append(InspectedText.number(number))
    }
    return numbers.joined(separator: ", ")
  }
}

extension BoxInspector {
  /// Keys that are shown of one table; 31 measured on an iPhone 17 Pro.
  private static let keyLimit = 400

  /// Reads the key table of a `meta` box (QuickTime File Format, Metadata Item Keys Atom).
  mutating func decodeKeys(
    _ reader: inout ByteReader, into node: inout StructureNode, _ inspection: inout Inspection
  ) throws(ReadError) {
    keys = []
    _ = try reader.versionAndFlags()
    let count = try reader.uint32()
    node.detail = InspectedText.counted(count, "key")
    for number in 0..<count {
      guard keys.count < BoxInspector.keyLimit, inspection.admitsPart() else {
        node.children.append(
          inspection.omitted(
            in: reader.offset..<(node.offset + node.length), "\(count - number) more keys"))
        return
      }
      let start = reader.offset
      let size = try reader.uint32()
      let namespace = try reader.fourCharacterCode()
      var key = StructureNode(.entry, "[\(number + 1)]", offset: start, length: 8)
      guard size >= 8 else {
        key.problem = "the key says it is \(size) bytes long"
        node.children.append(key)
        return
      }
      let name = try reader.take(UInt64(size) - 8)
      key.length = UInt64(size)
      let shown = InspectedText.plain(name.rest)
      key.detail = "\(shown) (\(namespace))"
      keys.append(shown)
      node.children.append(key)
    }
  }
}
