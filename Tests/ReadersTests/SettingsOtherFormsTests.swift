import Readers
import Testing
import Validator

@Suite struct `A binary property list of settings` {
  private static let file = FilePath("Info.plist")

  /// A list with references of one byte: objects, their offsets, the trailer.
  private static func list(_ objects: [UInt8]...) -> [UInt8] {
    var bytes: [UInt8] = .text("bplist00")
    var offsets: [UInt8] = []
    for object in objects {
      offsets += .big(UInt16(bytes.count))
      bytes += object
    }
    return .joined(
      bytes, offsets, .zeros(6), [2, 1], .big(UInt64(objects.count)), .big(UInt64(0)),
      .big(UInt64(bytes.count)))
  }

  private static func text(_ text: String) -> [UInt8] {
    [0x50 | UInt8(text.utf8.count)] + .text(text)
  }

  private static let everyType = list(
    [0xAF, 0x10, 17] + Array(1...17), [0x09], [0x08], [0x10, 0xFF], [0x13] + .big(Int64(-2)),
    [0x14] + .zeros(8) + .big(UInt64(7)), [0x14] + .zeros(8) + .big(UInt64.max),
    [0x22] + .big(Float(1.5).bitPattern), [0x23] + .big((-0.25).bitPattern),
    [0x33] + .big(736_243_200.5.bitPattern), [0x33] + .big((-1.0).bitPattern), [0x42, 1, 2],
    text("abc"), [0x62, 0x00, 0xE9, 0x20, 0xAC], [0x81, 0x01, 0x00], [0x00], [0xD1, 12, 17],
    [0xC1, 3])

  @Test func `gives objects of every type`() {
    let reading = PropertyListReader.read(Self.everyType, file: Self.file)
    #expect(reading.faults.isEmpty)
    #expect(
      reading.root?.value.written == """
        [true, false, 255, -2, 7, real 1.8446744073709552e+19, real 1.5, real -0.25, \
        date 2024-05-01T08:00:00Z, date 2000-12-31T23:59:59Z, data [1, 2], "abc", "é€", 256, \
        {abc: [255]}, [255]]
        """)
  }

  @Test func `has paths and no lines`() throws {
    let bytes = Self.list([0xD1, 1, 2], Self.text("A"), [0xD1, 3, 1], Self.text("B"))
    let root = try #require(PropertyListReader.read(bytes, file: Self.file).root)
    #expect(root.value.keyPlaces == ["A -:- -:-", "A/B -:- -:-"])
  }

  @Test func `keeps a key that stands twice`() {
    let bytes = Self.list([0xD2, 1, 2, 3, 4], Self.text("A"), Self.text("A"), [0x08], [0x09])
    let reading = PropertyListReader.read(bytes, file: Self.file)
    #expect(reading.root?.value.written == "{A: false, A: true}")
    #expect(reading.messages == ["the key A stands twice"])
  }

  private static let malformed: [(bytes: [UInt8], message: String)] = [
    (list([0xA1, 0]), "object 0 contains itself, at offset 8"),
    (list([0xA1, 1], [0xD1, 2, 0], text("A")), "object 0 contains itself, at offset 8"),
    (list([0xA1, 9]), "object 9 is named, the list has 1, at offset 0"),
    (list([0xAF, 0x10, 200]), "200 bytes are needed here"),
    (
      list([0xD1, 1, 2], [0x09], [0x09]), "object 1 is a dictionary's key and no text, at offset 11"
    ),
    (list([0x70]), "object 0 has the unknown type 0x70, at offset 8"),
    (list([0x5F, 0x13] + .big(UInt64.max)), "bytes are needed here"),
    (list([0x6F, 0x13] + .big(UInt64.max)), "is said to have"),
    (list([0x5F, 0x33]), "no whole number"), (list([0x33] + .big(Double.nan.bitPattern)), "a date"),
    (list([0x00]), "null and nothing else"), (.text("bplist00"), "cut short"),
    (.text("bplist16") + .zeros(50), "unknown version"),
    (Array(everyType.dropLast(1)), "at offset"), (Array(everyType.prefix(60)), "at offset"),
  ]

  @Test(arguments: malformed)
  func `names the offset of what is malformed`(bytes: [UInt8], message: String) throws {
    let reading = PropertyListReader.read(bytes, file: Self.file)
    let fault = try #require(reading.faults.first)
    #expect(reading.root == nil)
    #expect(fault.kind == .malformed)
    #expect(fault.message.contains(message))
    #expect(fault.place.line == nil)
  }

  @Test func `that grows without bound is not read`() {
    // Every array holds the next one 250 times.
    var objects = (1...8).map { [0xAF, 0x10, 250] + [UInt8](repeating: $0, count: 250) }
    objects.append([0x09])
    var bytes: [UInt8] = .text("bplist00")
    var offsets: [UInt8] = []
    for object in objects {
      offsets += .big(UInt16(bytes.count))
      bytes += object
    }
    bytes = .joined(
      bytes, offsets, .zeros(6), [2, 1], .big(UInt64(9)), .big(UInt64(0)), .big(UInt64(bytes.count))
    )
    let reading = PropertyListReader.read(bytes, file: Self.file)
    #expect(reading.root == nil)
    #expect(reading.faults.first?.kind == .limit)
  }

  @Test func `whose texts overlap is malformed`() {
    // Three texts of 60 bytes, each beginning in the one before.
    let texts: [UInt8] = [0x5F, 0x10, 60, 0x5F, 0x10, 60, 0x5F, 0x10, 60] + .zeros(70)
    let bytes: [UInt8] = .joined(
      .text("bplist00"), [0xA3, 1, 2, 3], texts, [8, 12, 15, 18], .zeros(6), [1, 1],
      .big(UInt64(4)), .big(UInt64(0)), .big(UInt64(91)))
    let reading = PropertyListReader.read(bytes, file: Self.file)
    #expect(reading.messages.first?.contains("overlap") == true)
  }

  @Test func `survives every mutation`() {
    for bytes in Mutations(of: Self.everyType, seed: 3, count: 5_000) {
      let reading = PropertyListReader.read(bytes, file: Self.file)
      #expect(reading.root != nil || !reading.faults.isEmpty)
    }
  }
}

@Suite struct `A JSON settings file` {
  private static func read(_ text: String) -> SettingsReading {
    JSONNodes.read(.text(text), file: FilePath("app.json"))
  }

  private static let example = """
    {
      "expo": {"ios": {"infoPlist": {
        "A": "x\\n\\u00e9\\ud83d\\ude00\\ud83d\\/", "B": [1, -2.5e1, true, null, false, [] , {}]
      }}},
      "none": null, "large": 18446744073709551616
    }

    """

  @Test func `gives values of every type and leaves out null`() {
    let reading = Self.read(Self.example)
    #expect(reading.faults.isEmpty)
    #expect(
      reading.root?.value.written == """
        {expo: {ios: {infoPlist: {A: "x\né😀\u{FFFD}/", \
        B: [1, real -25.0, true, false, [], {}]}}}, large: real 1.8446744073709552e+19}
        """)
  }

  @Test func `gives the line and column where every key and value begins`() {
    let expected = [
      "expo 2:3 2:11", "expo/ios 2:12 2:19", "expo/ios/infoPlist 2:20 2:33",
      "expo/ios/infoPlist/A 3:5 3:10", "expo/ios/infoPlist/B 3:43 3:48", "large 5:17 5:26",
    ]
    #expect(Self.read(Self.example).root?.value.keyPlaces == expected)
  }

  @Test func `keeps a key that stands twice`() {
    let reading = Self.read("{\"A\": 1, \"A\": 2,\n\"A\": 3}")
    #expect(reading.root?.value.written == "{A: 1, A: 2, A: 3}")
    #expect(
      reading.messages == [
        "the key A stands twice in line 1", "the key A stands twice, in lines 1 and 2",
      ])
  }

  @Test(arguments: [
    ("{\"A\": 1,\n}", "2:1", "'}' stands where a key in double quotes belongs"),
    ("[1,]", "1:4", "']' stands where a value belongs"),
    ("{A: 1}", "1:2", "'A' stands where a key"), ("{\"A\" 1}", "1:6", "where a colon belongs"),
    ("[1 2]", "1:4", "where a comma or ']' belongs"),
    ("{\"A\": 1", "1:8", "the end of the file stands where a comma or '}' belongs"),
    ("[1] x", "1:5", "'x' stands behind the end"), ("// c", "1:1", "'/' stands where a value"),
    ("[01]", "1:3", "where a comma"), ("[1.]", "1:4", "where a digit"), ("[-]", "1:3", "a digit"),
    ("[+1]", "1:2", "a value"), ("[1e]", "1:4", "a digit"), ("[nul]", "1:2", "a value"),
    ("[\"a\nb\"]", "1:4", "is to be escaped"), ("[\"a", "1:2", "does not end"),
    ("[\"\\x\"]", "1:3", "no such escape"), ("[\"\\u12\"]", "1:3", "four hexadecimal digits"),
    ("[\"\\", "1:3", "no such escape"), ("null", "1:1", "holds null and nothing else"),
    (" \n", "2:1", "the file is empty"),
  ])
  func `names the line and column of what is malformed`(
    text: String, position: String, message: String
  ) throws {
    let reading = Self.read(text)
    let fault = try #require(reading.faults.first)
    #expect(reading.root == nil)
    #expect(fault.kind == .malformed)
    #expect(fault.place.position == position)
    #expect(fault.message.contains(message))
  }

  @Test func `is malformed where it is not UTF-8`() {
    let reading = JSONNodes.read(.text("[\"") + [0xE9] + .text("\"]"), file: FilePath("a.json"))
    #expect(reading.messages == ["the text that begins here is not UTF-8"])
    #expect(reading.faults.first?.place.position == "1:3")
  }

  @Test func `survives every mutation`() {
    for bytes in Mutations(of: .text(Self.example), seed: 4, count: 5_000) {
      let reading = JSONNodes.read(bytes, file: FilePath("a.json"))
      #expect(reading.root != nil || !reading.faults.isEmpty)
    }
  }
}

@Suite struct `The texts of a language` {
  private static func read(_ bytes: [UInt8]) -> (Localisation, [SettingsFault]) {
    StringsReader.read(
      bytes, file: FilePath("de.lproj/InfoPlist.strings"), language: "de", table: .infoPlist)
  }

  private static let table = "\"NSCameraUsageDescription\" = \"Für Fotos.\";\n\"A\";\n"

  @Test func `come with their places from a table in UTF-8 and UTF-16`() {
    let utf16 = ("\u{FEFF}" + Self.table).utf16
    for bytes in [
      .text(Self.table), utf16.flatMap { [UInt8].big($0) }, utf16.flatMap { [UInt8].little($0) },
    ] {
      let (texts, faults) = Self.read(bytes)
      #expect(faults.isEmpty)
      #expect(texts.language == "de")
      #expect(texts.table == .infoPlist)
      #expect(texts.texts.map(\.key) == ["NSCameraUsageDescription", "A"])
      #expect(texts.texts.map(\.text) == ["Für Fotos.", "A"])
      #expect(texts.texts.map(\.place.position) == ["1:30", "2:1"])
      #expect(texts.texts.first?.place.path == "NSCameraUsageDescription")
    }
  }

  @Test func `come from an XML list as well`() {
    let (texts, _) = Self.read(
      .text("<plist><dict><key>A</key><string>b</string><key>C</key><dict/></dict></plist>"))
    #expect(texts.texts.map(\.text) == ["b"])
  }

  @Test func `may be none`() {
    #expect(Self.read([]).0.texts.isEmpty)
    #expect(Self.read([]).1.isEmpty)
    #expect(Self.read(.text("(a)")).1.map(\.message) == ["the file holds no table of texts"])
    #expect(Self.read(.text("\"A\" = \"b\"")).1.map(\.kind) == [.malformed])
  }
}

@Suite struct `A string catalogue` {
  private static let example = """
    {"sourceLanguage": "en", "version": "1.0", "strings": {
    "NSCameraUsageDescription": {"localizations": {
      "de": {"stringUnit": {"state": "needs_review", "value": "Für Fotos."}},
      "en": {"stringUnit": {"state": "translated", "value": "For photos."}}
    }},
    "Files": {"localizations": {"en": {"variations": {"device": {"mac": {"variations": {
      "plural": {"one": {"stringUnit": {"state": "new", "value": "one"}},
      "other": {"stringUnit": {"state": "new", "value": "many"}}}}}}}}}},
    "Empty": {}
    }}
    """

  private static func read(_ text: String, _ name: String = "InfoPlist.xcstrings")
    -> (localisations: [Localisation], faults: [SettingsFault])
  {
    StringCatalogueReader.read(.text(text), file: FilePath("App/" + name))
  }

  @Test func `gives a table for each language, its own first`() throws {
    let (tables, faults) = Self.read(Self.example)
    #expect(faults.isEmpty)
    #expect(tables.map(\.language) == ["en", "de"])
    #expect(tables.first?.texts.map(\.text) == ["For photos.", "many"])
    let text = try #require(tables.last?.texts.first)
    #expect(text.key == "NSCameraUsageDescription")
    #expect(text.state == "needs_review")
    #expect(text.place.position == "3:59")
  }

  @Test func `is told by its name whether the system reads it`() {
    #expect(Self.read(Self.example).localisations.first?.table == .infoPlist)
    #expect(Self.read(Self.example, "Widget-InfoPlist.xcstrings").0.first?.table == .infoPlist)
    #expect(
      Self.read(Self.example, "Localizable.xcstrings").0.first?.table == .other("Localizable"))
  }

  @Test func `that is none is malformed`() {
    for text in ["{}", "[]", "{\"sourceLanguage\": \"en\"}", "{"] {
      #expect(Self.read(text).localisations.isEmpty)
      #expect(Self.read(text).faults.map(\.kind) == [.malformed])
    }
  }
}
