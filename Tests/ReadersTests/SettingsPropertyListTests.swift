import Readers
import Testing
import Validator

extension SettingsReading {
  /// The messages of the faults.
  var messages: [String] { faults.map(\.message) }

  static func text(_ text: String) -> SettingsReading {
    PropertyListReader.read(.text(text), file: FilePath("a.plist"))
  }
}

extension SettingPlace {
  /// The line and column as editors show them.
  var position: String { "\(line.map(String.init) ?? "-"):\(column.map(String.init) ?? "-")" }
}

extension PropertyListValue {
  /// The value without its places, written out.
  var written: String {
    switch self {
    case .string(let text): "\"\(text)\""
    case .integer(let number): "\(number)"
    case .real(let number): "real \(number)"
    case .boolean(let flag): "\(flag)"
    case .date(let date): "date \(date)"
    case .data(let bytes): "data \(bytes)"
    case .array(let nodes): "[" + nodes.map(\.value.written).joined(separator: ", ") + "]"
    case .dictionary(let entries):
      "{" + entries.map { "\($0.key): \($0.node.value.written)" }.joined(separator: ", ") + "}"
    }
  }

  /// Every key with its path and the places of key and value.
  var keyPlaces: [String] {
    switch self {
    case .array(let nodes): nodes.flatMap(\.value.keyPlaces)
    case .dictionary(let entries):
      entries.flatMap {
        ["\($0.node.place.path) \($0.keyPlace.position) \($0.node.place.position)"]
          + $0.node.value.keyPlaces
      }
    default: []
    }
  }
}

@Suite struct `An XML property list` {
  private static func list(_ content: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    \(content)
    </plist>
    """
  }

  private static let everyType = list(
    """
    <dict>
    \t<key>Text</key>\t<string>a &amp; <![CDATA[<b>]]></string>
      <key>Whole</key><integer> -12 </integer>
      <key>Hex</key><integer>0x1F</integer>
      <key>Large</key><integer>18446744073709551615</integer>
      <key>Real</key><real>1.5</real>
      <key>Yes</key><true/>
      <key>No</key><false></false>
      <key>Date</key><date>2024-05-01T08:00:00Z</date>
      <key>Data</key><data>
        AQID BA==</data>
      <key>List</key>
      <array><string/><dict><key>Inner</key><string>x</string></dict></array>
    </dict>
    """)

  @Test func `gives values of every type`() {
    let reading = SettingsReading.text(Self.everyType)
    #expect(reading.faults.isEmpty)
    #expect(
      reading.root?.value.written == """
        {Text: "a & <b>", Whole: -12, Hex: 31, Large: real 1.8446744073709552e+19, Real: real 1.5, \
        Yes: true, No: false, Date: date 2024-05-01T08:00:00Z, Data: data [1, 2, 3, 4], \
        List: ["", {Inner: "x"}]}
        """)
  }

  @Test func `gives the line and column where every key and value begins`() {
    let expected = [
      "Text 5:2 5:18", "Whole 6:3 6:19", "Hex 7:3 7:17", "Large 8:3 8:19", "Real 9:3 9:18",
      "Yes 10:3 10:17", "No 11:3 11:16", "Date 12:3 12:18", "Data 13:3 13:18", "List 15:3 16:3",
      "List/1/Inner 16:25 16:41",
    ]
    #expect(SettingsReading.text(Self.everyType).root?.value.keyPlaces == expected)
    #expect(SettingsReading.text(Self.everyType).root?.place.position == "4:1")
    // The mark at the beginning takes no column.
    #expect(SettingsReading.text("\u{FEFF}<dict/>").root?.place.position == "1:1")
  }

  @Test func `is the same in UTF-16`() throws {
    let text = Self.everyType.replacing("UTF-8", with: "UTF-16")
    for prefix in ["\u{FEFF}", ""] {
      let units = Array((prefix + text).utf16)
      for bytes in [units.flatMap { [UInt8].big($0) }, units.flatMap { [UInt8].little($0) }] {
        let reading = PropertyListReader.read(bytes, file: FilePath("a.plist"))
        #expect(reading == .text(Self.everyType))
      }
    }
  }

  @Test func `in another encoding has lines but no columns`() throws {
    let text =
      "<?xml version='1.0' encoding='ISO-8859-1'?>\n<dict>\n<key>K</key><string>\u{1}</string></dict>"
    let bytes = [UInt8].text(text).map { $0 == 1 ? 0xE9 : $0 }
    let reading = PropertyListReader.read(bytes, file: FilePath("a.plist"))
    #expect(reading.root?.value.written == "{K: \"é\"}")
    #expect(reading.root?.value.keyPlaces == ["K 3:- 3:-"])
  }

  @Test func `keeps a key that stands twice and names both lines`() throws {
    let reading = SettingsReading.text(
      Self.list("<dict>\n<key>A</key><true/>\n<key>B</key><dict/>\n\n<key>A</key><false/></dict>"))
    #expect(reading.messages == ["the key A stands twice, in lines 5 and 8"])
    #expect(reading.root?.value.written == "{A: true, B: {}, A: false}")
    let fault = try #require(reading.faults.first)
    guard case .duplicateKey("A", let first) = fault.kind else {
      Issue.record("\(fault.kind)")
      return
    }
    #expect(first.position == "5:1")
    #expect(fault.place.position == "8:1")
    #expect(fault.place.path == "A")
  }

  @Test(arguments: [
    ("<dict>\n<key>A</key>\n<string>x</strin></dict>", "6:18", "not well-formed: Opening and"),
    ("<dict>", "5:9", "not well-formed"),
    ("<dict><key>A</key></dict>", "4:7", "the key A has no value"),
    ("<dict><key>A</key><key>B</key></dict>", "4:19", "the key A has no value"),
    ("<dict><string>A</string></dict>", "4:7", "holds string where a key belongs"),
    ("<array><key>A</key></array>", "4:8", "an array holds a key"),
    ("<dict>\n<wrong/></dict>", "5:1", "no element wrong"),
    ("<dict xmlns='urn:x'/>", "4:1", "no element dict"),
    ("<string>a<string>b</string></string>", "4:10", "stands inside string"),
    ("<array>text</array>", "4:1", "the text text stands outside"),
    ("<integer>1x</integer>", "4:1", "the integer element holds \"1x\""),
    ("<integer></integer>", "4:1", "the integer element holds nothing"),
    ("<real>one</real>", "4:1", "the real element holds"),
    ("<date>yesterday</date>", "4:1", "the date element holds"),
    ("<data>A</data>", "4:1", "the data element holds"),
    ("<true>1</true>", "4:1", "the true element holds"),
    ("<true/><true/>", "4:8", "more than one value"),
    ("", "3:1", "holds no value"),
    ("<string>&unknown;</string>", "4:18", "not well-formed: Entity 'unknown' not defined"),
    ("<dict/></plist><dict>", "4:16", "not well-formed: Extra content"),
  ])
  func `names the line and column of what is malformed`(
    content: String, position: String, message: String
  ) throws {
    let reading = SettingsReading.text(Self.list(content))
    let fault = try #require(reading.faults.first)
    #expect(reading.root == nil)
    #expect(reading.faults.count == 1)
    #expect(fault.kind == .malformed)
    #expect(fault.place.position == position)
    #expect(fault.message.contains(message))
  }

  @Test func `that declares entities is not read`() throws {
    let bomb = """
      <?xml version="1.0"?>
      <!DOCTYPE plist [
      <!ENTITY a "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa">
      <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
      <!ENTITY c SYSTEM "file:///etc/passwd">
      ]>
      <plist><string>&b;&c;</string></plist>
      """
    let reading = SettingsReading.text(bomb)
    #expect(reading.root == nil)
    #expect(reading.messages.first?.contains("declares entities") == true)
    #expect(reading.faults.first?.place.line == 3)
  }

  @Test func `survives every mutation`() {
    for bytes in Mutations(of: .text(Self.everyType), seed: 1, count: 3_000) {
      let reading = PropertyListReader.read(bytes, file: FilePath("a.plist"))
      #expect(reading.root != nil || !reading.faults.isEmpty)
    }
  }
}

@Suite struct `An OpenStep property list` {
  private static let project = """
    // !$*UTF8*$!
    {
    \tarchiveVersion = 1;
    \tobjects = {
    /* Begin */
    \t\tAB12 /* main.swift */ = {isa = PBXFile; path = "a \\"b\\" \\n\\\\ \\U00e9\\101"; };
    \t\tCD34 = {
    \t\t\tfiles = (
    \t\t\t\tAB12 /* x */,
    \t\t\t\t'single "quoted"',
    \t\t\t);
    \t\t\tdata = <0fBd 77>;
    \t\t\turl = http://example.org/a-b.c_$D;
    \t\t\tempty = ();
    \t\t};
    \t};
    }

    """

  @Test func `gives texts, data, arrays and dictionaries`() {
    let reading = SettingsReading.text(Self.project)
    #expect(reading.faults.isEmpty)
    #expect(
      reading.root?.value.written == """
        {archiveVersion: "1", objects: {AB12: {isa: "PBXFile", path: "a "b" \n\\ éA"}, \
        CD34: {files: ["AB12", "single "quoted""], data: data [15, 189, 119], \
        url: "http://example.org/a-b.c_$D", empty: []}}}
        """)
  }

  @Test func `gives the line and column where every key and value begins`() {
    let expected = [
      "archiveVersion 3:2 3:19", "objects 4:2 4:12", "objects/AB12 6:3 6:27",
      "objects/AB12/isa 6:28 6:34", "objects/AB12/path 6:43 6:50", "objects/CD34 7:3 7:10",
      "objects/CD34/files 8:4 8:12", "objects/CD34/data 12:4 12:11", "objects/CD34/url 13:4 13:10",
      "objects/CD34/empty 14:4 14:12",
    ]
    let root = SettingsReading.text(Self.project).root
    #expect(root?.value.keyPlaces == expected)
    let files = root?.value["objects"]?.value["CD34"]?.value["files"]
    guard case .array(let elements)? = files?.value else {
      Issue.record("no array")
      return
    }
    #expect(elements.map(\.place.position) == ["9:5", "10:5"])
    #expect(elements.last?.place.path == "objects/CD34/files/1")
  }

  @Test func `needs no braces, as a table of texts`() {
    let reading = SettingsReading.text(
      "/* Texts */\n\"A\" = \"one\";\nB=two;\n\"C\";\n\"A\" = \"three\"; // end")
    #expect(reading.root?.value.written == #"{A: "one", B: "two", C: "C", A: "three"}"#)
    #expect(reading.root?.value.keyPlaces == ["A 2:1 2:7", "B 3:1 3:3", "C 4:1 4:1", "A 5:1 5:7"])
    #expect(reading.messages == ["the key A stands twice, in lines 2 and 5"])
  }

  @Test(arguments: [
    ("word", "\"word\""), (" /* nothing */ \n", "{}"), ("<00 ff>", "data [0, 255]"),
    ("(a,b)", "[\"a\", \"b\"]"), ("{a=\"\\Ud83D\\Ude00\\ud\\é\\0\";}", "{a: \"😀udé\0\"}"),
  ])
  func `may hold other values than a dictionary`(text: String, written: String) {
    #expect(SettingsReading.text(text).root?.value.written == written)
  }

  @Test func `that is not UTF-8 is taken as Latin-1`() {
    let bytes = [UInt8].text("A = \"caf") + [0xE9] + .text("\";")
    let reading = PropertyListReader.read(bytes, file: FilePath("a.strings"))
    #expect(reading.root?.value.written == "{A: \"café\"}")
  }

  @Test(arguments: [
    ("\"A\" = \"x\"\n\"B\" = \"y\";", "1:10", "a semicolon is missing after the value"),
    ("{\n a = b }", "2:7", "a semicolon is missing"),
    ("{\n a = {} }", "2:8", "a semicolon is missing"),
    ("{ a b; }", "1:4", "an equals sign is missing after the key a"),
    ("{ a = (b c); }", "1:9", "a comma is missing"),
    ("{ a = ; }", "1:7", "';' stands where a value belongs"),
    ("{ = b; }", "1:3", "'=' stands where a key belongs"),
    ("{ a =", "1:6", "the file ends where a value belongs"),
    ("{\n a = {\n b = c;\n", "4:1", "the dictionary that begins in line 2 does not end"),
    ("(\na,", "2:3", "the array that begins in line 1 does not end"),
    ("{\n a = \"b;\n}", "2:6", "the text in quotes that begins here does not end"),
    ("{ a = b; } }", "1:12", "'}' stands behind the end"),
    ("{ a = <0>; }", "1:7", "half a byte"),
    ("{ a = <zz>; }", "1:8", "'z' stands among data"),
    ("{ a = <00", "1:7", "the data that begin here do not end"),
    ("{} /* open", "1:4", "the comment that begins here does not end"),
    ("a = b; é = c;", "1:8", "byte 0xC3 stands where a key belongs"),
    ("a = b; }", "1:8", "'}' stands where a key belongs"),
  ])
  func `names the line and column of what is malformed`(
    text: String, position: String, message: String
  ) throws {
    let reading = SettingsReading.text(text)
    let fault = try #require(reading.faults.first)
    #expect(reading.root == nil)
    #expect(fault.kind == .malformed)
    #expect(fault.place.position == position)
    #expect(fault.message.contains(message))
  }

  @Test func `survives every mutation`() {
    for bytes in Mutations(of: .text(Self.project), seed: 2, count: 5_000) {
      let reading = PropertyListReader.read(bytes, file: FilePath("a.pbxproj"))
      #expect(reading.root != nil || !reading.faults.isEmpty)
    }
  }
}

@Suite struct `The limits of settings files` {
  private static let file = FilePath("a.plist")

  private static let nested: [[UInt8]] = [
    .text("<plist>" + String(repeating: "<array>", count: 10_000)),
    .text(
      String(repeating: "<dict><key>a</key>", count: 10_000) + "<true/>"
        + String(repeating: "</dict>", count: 10_000)),
    .text(String(repeating: "(", count: 10_000)),
    .text(String(repeating: "{a=", count: 10_000)),
    .text(String(repeating: "{a=", count: 201) + "b" + String(repeating: ";}", count: 201)),
  ]

  @Test(arguments: nested)
  func `name a nesting that is too deep`(bytes: [UInt8]) {
    let reading = PropertyListReader.read(bytes, file: Self.file)
    #expect(reading.root == nil)
    #expect(reading.messages == ["values are nested deeper than 200 levels"])
    #expect(reading.faults.first?.kind == .limit)
    #expect(reading.faults.first?.place.line == 1)
  }

  @Test func `allow two hundred levels in every form`() {
    let texts = [
      String(repeating: "{a=", count: 199) + "{}" + String(repeating: ";}", count: 199),
      "<plist>" + String(repeating: "<array>", count: 200)
        + String(repeating: "</array>", count: 200) + "</plist>",
    ]
    for text in texts { #expect(SettingsReading.text(text).root != nil) }
    let json = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    #expect(JSONNodes.read(.text(json), file: Self.file).root != nil)
    #expect(JSONNodes.read(.text("[" + json + "]"), file: Self.file).faults.first?.kind == .limit)
    let open = [UInt8](repeating: UInt8(ascii: "["), count: 10_000)
    #expect(JSONNodes.read(open, file: Self.file).faults.first?.kind == .limit)
  }

  @Test func `refuse a file that is too large`() {
    let bytes = [UInt8](repeating: 0x20, count: SettingsFile.sizeLimit + 1)
    for reading in [
      PropertyListReader.read(bytes, file: Self.file), JSONNodes.read(bytes, file: Self.file),
    ] {
      #expect(reading.faults.first?.kind == .limit)
      #expect(reading.messages == ["the file is 67108865 bytes long, at most 67108864 are read"])
    }
  }

  @Test func `keep long keys out of paths and messages`() {
    let key = String(repeating: "k", count: 4_000)
    let reading = SettingsReading.text("{ a = { \(key) = { \(key) = { x = y; }; }; }; }")
    #expect(reading.root != nil)
    #expect(reading.root?.value.keyPlaces.allSatisfy { $0.utf8.count < 300 } == true)
    #expect(SettingsReading.text("\(key)\(key) = 1;").faults.first?.kind == .limit)
  }

  @Test func `leave an empty file malformed`() {
    #expect(PropertyListReader.read([], file: Self.file).messages == ["the file is empty"])
    #expect(JSONNodes.read([], file: Self.file).messages == ["the file is empty"])
  }
}
