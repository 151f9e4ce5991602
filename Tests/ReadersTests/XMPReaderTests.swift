import Readers
import Testing
import Validator

@Suite struct `An XMP packet` {
  private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  private static let camera = "http://ns.google.com/photos/1.0/camera/"
  private static let container = "http://ns.google.com/photos/1.0/container/"

  /// A packet around RDF that uses other prefixes than the usual ones.
  static func packet(_ attributes: String, _ content: String = "") -> ByteReader {
    reader(
      """
      <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <a:xmpmeta xmlns:a="adobe:ns:meta/"><r:RDF xmlns:r="\(rdf)">
      <r:Description r:about="" xmlns:g="\(camera)" xmlns:d="\(container)" \
      xmlns:e="\(container)item/" xmlns:op="http://ns.oplus.com/photos/1.0/camera/" \
      xmlns:mi="http://ns.xiaomi.com/photos/1.0/camera/" \
      xmlns:vi="http://ns.vivo.com/photos/1.0/camera/" xmlns:x="urn:x" \(attributes)>\(content)
      </r:Description></r:RDF></a:xmpmeta>
      <?xpacket end="w"?>
      """)
  }

  static func reader(_ text: String, padding: Int = 0) -> ByteReader {
    ByteReader(
      (Array(text.utf8) + [UInt8](repeating: 0, count: padding))[...], at: 1_000, path: "APP1/XMP")
  }

  static func directory(_ items: String...) -> String {
    "<d:Directory><r:Seq>" + items.map { "<r:li r:parseType='Resource'>\($0)</r:li>" }.joined()
      + "</r:Seq></d:Directory>"
  }

  @Test func `gives the identifier of an attribute and where its text stands`() throws {
    let packet = Self.packet("x:ContentIdentifier=' 5B1C3A7E-9D42 '")
    let facts = try XMPReader.read(packet)
    #expect(facts.identifier?.text == "5B1C3A7E-9D42")
    let place = try #require(facts.identifierPlace)
    #expect(place.path.description == "APP1/XMP/ContentIdentifier")
    let text = try packet.slice(from: place.offset - 1_000, length: place.length)
    #expect(Array(text.rest) == Array("5B1C3A7E-9D42".utf8))
  }

  @Test(arguments: [
    "<x:contentIdentifier>ABC-1</x:contentIdentifier>",
    "<x:MediaGroupUUID> ABC-1\n</x:MediaGroupUUID>",
    "<x:ContentIdentifier><r:Bag><r:li>ABC-1</r:li></r:Bag></x:ContentIdentifier>",
    "<x:ContentIdentifier><![CDATA[ABC-1]]></x:ContentIdentifier>",
  ])
  func `gives the identifier of an element`(content: String) throws {
    #expect(try XMPReader.read(Self.packet("", content)).identifier?.text == "ABC-1")
  }

  @Test func `gives characters that are written as references`() throws {
    let attribute = try XMPReader.read(Self.packet("x:ContentIdentifier='A&amp;B&#45;1'"))
    #expect(attribute.identifier?.text == "A&B-1")
    let element = try XMPReader.read(
      Self.packet("", "<x:ContentIdentifier>A&lt;B&#x2D;1</x:ContentIdentifier>"))
    #expect(element.identifier?.text == "A<B-1")
    #expect(element.identifierPlace?.path.description == "APP1/XMP/ContentIdentifier")
    #expect(element.identifierPlace?.offset == 1_000)
  }

  @Test func `of megabytes is read in time`() throws {
    let long = String(repeating: "a", count: 1_000_000)
    let facts = try XMPReader.read(
      Self.packet("x:ContentIdentifier='\(long)b' x:other='\(long)\(long)'"))
    #expect(facts.identifier?.text.utf8.count == 1_000_001)
  }

  @Test func `is not searched as text`() throws {
    let facts = try XMPReader.read(
      Self.packet("x:note='g:MotionPhoto=1'", "<!-- x:ContentIdentifier='ABC' -->"))
    #expect(facts.identifier == nil)
    #expect(facts.announcements.isEmpty)
  }

  @Test(arguments: [
    directory(
      "<d:Item e:Semantic='Primary' e:Padding='7'/>",
      "<d:Item e:Semantic='MotionPhoto' e:Length='500'/>",
      "<d:Item e:Semantic='Other' e:Length='20' e:Padding='3'/>"),
    directory(
      "<d:Item r:parseType='Resource'><e:Semantic>MotionPhoto</e:Semantic>"
        + "<e:Length>500</e:Length></d:Item>",
      "<d:Item><r:Description><e:Length>23</e:Length></r:Description></d:Item>"),
    directory("<d:Item e:Semantic='MotionPhoto'><e:Length> 523 </e:Length></d:Item>"),
  ])
  func `announces a Motion Photo by the lengths of its directory`(directory: String) throws {
    let facts = try XMPReader.read(Self.packet("g:MotionPhoto='1'", directory))
    let announcement = try #require(facts.announcements.first)
    #expect(announcement.container == .googleMotionPhoto)
    #expect(announcement.distanceFromEnd == 523)
    #expect(facts.announcements.count == 1)
  }

  @Test func `announces a MicroVideo by its offset`() throws {
    let facts = try XMPReader.read(
      Self.packet("g:MicroVideo='1'", "<g:MicroVideoOffset>987654</g:MicroVideoOffset>"))
    let announcement = try #require(facts.announcements.first)
    #expect(announcement.container == .googleMicroVideo)
    #expect(announcement.distanceFromEnd == 987_654)
    #expect(announcement.place.length == 6)
  }

  @Test(arguments: [
    ("op:OLivePhotoVersion='2' op:VideoLength='77'", EmbeddedMovie.Container.oppo),
    ("mi:XMPMeta='x'", .xiaomi), ("vi:LivePhotoVersion='1'", .vivo),
  ])
  func `names the maker rather than Google`(
    attributes: String, container: EmbeddedMovie.Container
  ) throws {
    let facts = try XMPReader.read(
      Self.packet("g:MotionPhoto='1' g:MicroVideo='1' g:MicroVideoOffset='77' \(attributes)"))
    #expect(facts.announcements.map(\.container) == [container])
    #expect(facts.announcements.first?.distanceFromEnd == 77)
  }

  @Test(arguments: [
    "g:MotionPhoto='0'", "g:MicroVideo='0' g:MicroVideoOffset='77'", "mi:XMPMeta='x'",
    "x:MotionPhoto='1'", "g:MotionPhoto='0' op:OLivePhotoVersion='2' op:VideoLength='77'", "",
  ])
  func `announces nothing where no property says so`(attributes: String) throws {
    let directory = Self.directory("<d:Item e:Semantic='GainMap' e:Length='52666'/>")
    #expect(try XMPReader.read(Self.packet(attributes, directory)).announcements.isEmpty)
  }

  @Test func `adds lengths without trapping`() throws {
    let most = UInt64.max
    let facts = try XMPReader.read(
      Self.packet(
        "g:MotionPhoto='1'",
        Self.directory(
          "<d:Item e:Semantic='MotionPhoto' e:Length='\(most)'/>", "<d:Item e:Length='\(most)'/>")))
    #expect(facts.announcements.map(\.distanceFromEnd) == [nil])
  }

  @Test func `may be followed by zeros`() throws {
    let facts = try XMPReader.read(Self.reader("<x ContentIdentifier='A'/>", padding: 500))
    #expect(facts.identifier?.text == "A")
  }

  @Test func `is unreadable with its line where it is not well-formed`() {
    let error = #expect(throws: ReadError.self) {
      try XMPReader.read(Self.reader("<a>\n<b>\n</a>"))
    }
    #expect(error?.kind == .malformed)
    #expect(error?.reason.contains("line 3") == true)
    #expect(error?.place.offset == 1_000)
  }

  /// Ten entities, each ten times the one before.
  private static let bomb =
    "<!ENTITY e0 'aaaaaaaaaa'>"
    + (1..<10).map { level in
      "<!ENTITY e\(level) '" + String(repeating: "&e\(level - 1);", count: 10) + "'>"
    }.joined() + "<!ENTITY m '&e9;'>"

  @Test(arguments: [
    bomb, "<!ENTITY m SYSTEM 'file:///etc/passwd'>",
    "<!ENTITY % m SYSTEM 'http://localhost:9/'> %m;", "<!ATTLIST x m CDATA 'default'>",
    "<!ELEMENT x ANY>",
  ])
  func `expands no entity and opens no other file`(declarations: String) {
    let error = #expect(throws: ReadError.self) {
      try XMPReader.read(
        Self.reader("<!DOCTYPE x [\(declarations)]><x ContentIdentifier='&m;'>&m;</x>"))
    }
    #expect(error?.kind == .unsupported)
  }

  @Test func `nested without end is refused`() {
    #expect(throws: ReadError.self) {
      try XMPReader.read(Self.reader(String(repeating: "<a>", count: 100_000)))
    }
  }

  @Test func `is read by several threads at once`() async throws {
    let packet = Self.packet("x:ContentIdentifier='ABC'")
    try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<64 {
        group.addTask { try XMPReader.read(packet).identifier?.text }
      }
      for try await text in group { #expect(text == "ABC") }
    }
  }

  @Test func `survives every mutation`() {
    let original = Array(
      Self.packet(
        "g:MotionPhoto='1'", Self.directory("<d:Item e:Semantic='MotionPhoto' e:Length='500'/>")
      ).rest)
    for bytes in Mutations(of: original, seed: 1, count: 3_000) {
      _ = try? XMPReader.read(ByteReader(bytes[...], at: 0, path: "XMP"))
    }
  }
}
