import Readers
import Testing
import Validator

@Suite struct `The metadata of a bundle` {
  private static let key = "PFVideoComplementMetadataVersionKey"

  private static func xml(_ content: String, before: String = "") -> [UInt8] {
    .text(
      before + """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
        "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        \(content)
        </plist>

        """)
  }

  private static func read(_ bytes: [UInt8]) throws -> Field<String> {
    BundleMetadataReader.readVersion(try SourceBytes(MemorySource(bytes)))
  }

  /// A binary list: objects, their offsets, the trailer.
  private static func binary(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = .text("bplist00")
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    return .joined(
      bytes, offsets, .zeros(6), [1, 1], .big(UInt64(objects.count)), .big(UInt64(0)),
      .big(UInt64(bytes.count)))
  }

  private static let binaryKey: [UInt8] = [0x5F, 0x10, UInt8(key.utf8.count)] + .text(key)

  @Test func `gives the version of an XML list and its place`() throws {
    let bytes = Self.xml(
      "<dict><key>Other</key><dict><key>\(Self.key)</key><string>9</string></dict>"
        + "<key>\(Self.key)</key>\n<string>1</string></dict>")
    let field = try Self.read(bytes)
    #expect(field.value == "1")
    let place = try #require(field.place)
    #expect(bytes[Int(place.offset)] == UInt8(ascii: "1"))
    #expect(place.length == 1)
  }

  @Test func `takes a whole number as well`() throws {
    let bytes = Self.xml("<dict><key>\(Self.key)</key><integer>1</integer></dict>")
    #expect(try Self.read(bytes).value == "1")
  }

  @Test(arguments: [
    "<dict/>", "<dict><key>Other</key><string>1</string></dict>",
    "<dict><key>Other</key><dict><key>PFVideoComplementMetadataVersionKey</key></dict></dict>",
  ])
  func `is absent where the key is missing`(content: String) throws {
    #expect(try Self.read(Self.xml(content)).isAbsent)
  }

  @Test func `is malformed where white space stands before the XML declaration`() throws {
    let error = try Self.read(Self.xml("<dict/>", before: "\n  ")).readError
    #expect(error?.kind == .malformed)
    #expect(error?.reason.contains("line 2") == true)
  }

  private static let noDictionaries: [[UInt8]] = [
    xml("<array/>"), xml("<string>1</string>"), .text("<html><dict/></html>"), .text("no list"),
    [], .text("bplist00"), .text("<plist><dict>"), binary([[0xA0]]),
  ]

  @Test(arguments: noDictionaries)
  func `is unreadable where it is no dictionary`(bytes: [UInt8]) throws {
    #expect(try Self.read(bytes).readError?.kind == .malformed)
  }

  @Test func `is malformed where the version is neither a text nor a number`() throws {
    let lists = [
      Self.xml("<dict><key>\(Self.key)</key><array><string>1</string></array></dict>"),
      Self.binary([[0xD1, 1, 2], Self.binaryKey, [0xA0]]),
    ]
    for list in lists {
      let error = try Self.read(list).readError
      #expect(
        error?.reason == "the value of \(Self.key) is neither a text nor a number")
    }
  }

  @Test func `is not read where it is too large`() throws {
    #expect(try Self.read(.zeros(1024 * 1024 + 1)).readError?.kind == .limit)
  }

  @Test(arguments: [[0x51, 0x31], [0x61, 0x00, 0x31], [0x10, 0x01]] as [[UInt8]])
  func `gives the version of a binary list`(value: [UInt8]) throws {
    let field = try Self.read(Self.binary([[0xD1, 1, 2], Self.binaryKey, value]))
    #expect(field.value == "1")
    #expect(field.place?.offset == UInt64(8 + 3 + Self.binaryKey.count + 1))
  }

  @Test func `is absent where a binary list lacks the key`() throws {
    #expect(try Self.read(Self.binary([[0xD1, 1, 2], [0x51, 0x41], [0x51, 0x31]])).isAbsent)
  }

  @Test func `survives every mutation`() throws {
    let binary = Self.binary([[0xD1, 1, 2], Self.binaryKey, [0x61, 0x00, 0x31]])
    let xml = Self.xml("<dict><key>\(Self.key)</key><string>1</string></dict>")
    for original in [binary, xml] {
      for bytes in Mutations(of: original, seed: 5, count: 3_000) { _ = try Self.read(bytes) }
    }
  }
}
