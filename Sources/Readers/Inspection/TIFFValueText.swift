internal import Validator

/// Values of TIFF tags as an inspection words them (TIFF 6.0, section 2).
enum TIFFValueText {
  /// Numbers of one value that are written out.
  private static let shownNumbers = 8

  /// The bytes of one value of a type; a type that TIFF does not know counts as bytes.
  static func width(ofType type: UInt16) -> Int {
    switch type {
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12: 8
    default: 1
    }
  }

  static func name(ofType type: UInt16, count: UInt32) -> String {
    let name =
      switch type {
      case 1: "BYTE"
      case 2: "ASCII"
      case 3: "SHORT"
      case 4: "LONG"
      case 5: "RATIONAL"
      case 6: "SBYTE"
      case 7: "UNDEFINED"
      case 8: "SSHORT"
      case 9: "SLONG"
      case 10: "SRATIONAL"
      case 11: "FLOAT"
      case 12: "DOUBLE"
      case 13: "IFD"
      case 129: "UTF-8"
      default: "type \(type)"
      }
    return count == 1 ? name : "\(name) × \(count)"
  }

  static func text(ofType type: UInt16, count: UInt32, _ value: inout ByteReader) -> String {
    switch type {
    case 2, 129: return InspectedText.quoted(value.rest)
    case 3...5, 8...13:
      var numbers: [String] = []
      while numbers.count < shownNumbers, let next = try? number(type, &value) {
        numbers.append(next)
      }
      return numbers.joined(separator: ", ") + (count > UInt32(numbers.count) ? ", …" : "")
    case 1 where count == 1: return value.rest.first.map { "\($0)" } ?? ""
    default:
      if value.starts(with: "bplist00") { return "a binary property list" }
      return InspectedText.preview(value.rest, of: Int(count))
    }
  }

  private static func number(_ type: UInt16, _ value: inout ByteReader) throws(ReadError) -> String
  {
    switch type {
    case 3: return "\(try value.uint16())"
    case 8: return "\(try value.int16())"
    case 9: return "\(try value.int32())"
    case 5:
      let numerator = try value.uint32()
      return ratio(Double(numerator), "\(numerator)", Double(try value.uint32()))
    case 10:
      let numerator = try value.int32()
      return ratio(Double(numerator), "\(numerator)", Double(try value.int32()))
    case 11: return InspectedText.number(Double(Float(bitPattern: try value.uint32())))
    case 12: return InspectedText.number(Double(bitPattern: try value.uint64()))
    default: return "\(try value.uint32())"
    }
  }

  private static func ratio(_ numerator: Double, _ shown: String, _ divisor: Double) -> String {
    divisor == 0 ? "\(shown)/0" : InspectedText.number(numerator / divisor)
  }
}
