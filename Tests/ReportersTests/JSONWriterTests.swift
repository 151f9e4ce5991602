import Foundation
import Testing

@testable import Reporters

@Suite struct `A JSON writer` {
  @Test func `sets members on lines or on one line, with all that is inside`() {
    var json = JSONWriter()
    json.object { json in
      json.member("a", 1)
      json.key("b")
      json.object(.oneLine) { json in
        json.key("c")
        json.array { json in
          json.number(-2)
          json.string("d")
        }
        json.member("e", UInt64.max)
      }
      json.key("none")
      json.array { _ in }
    }
    #expect(
      json.text == """
        {
          "a": 1,
          "b": {"c": [-2, "d"], "e": 18446744073709551615},
          "none": []
        }

        """)
  }

  @Test func `gives back every character through another reader`() throws {
    let scalars = (0...0xFFFF).compactMap { Unicode.Scalar($0 as Int) } + ["🏔", "\u{10FFFF}"]
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    var json = JSONWriter()
    json.array { $0.string(text) }
    let read = try JSONDecoder().decode([String].self, from: Data(json.bytes))
    #expect(read.first.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
    #expect(json.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\n") })
  }
}
