package import Validator

extension Rule {
  /// The identifier is an example or filler, not one made for this shot.
  package static let identifierPlaceholder = Rule(
    "identifier/placeholder",
    title: "the identifier was made for this shot",
    breaks: [.provenance],
    levels: .always(.warning),
    grade: .documented,
    sources: [
      .specification("RFC 9562, Universally Unique IDentifiers", "section 5.9, nil UUID"),
      .specification("RFC 4122, A UUID URN Namespace", "section 3, example"),
      .specification(
        "Apple Developer Documentation, Foundation", "UUID, uuidString, example value"),
    ],
    rationale: """
      A value from a documentation page or a row of zeros ends up in every pair that the same code \
      makes. Once a library holds two of them, another shot's movie plays.
      """,
    remedy: """
      Make a new identifier for each pair with UUID().uuidString and write it into both halves: \
      key "17" of kCGImagePropertyMakerAppleDictionary with CGImageDestination, and \
      com.apple.quicktime.content.identifier with AVAssetWriter.
      """,
    staysQuiet:
      "A random UUID is never taken for a placeholder, whatever pattern it seems to have.",
    symptoms: [.wrongMotion],
    mend: .identifier,
    check: .pair { pair, _ in
      let identifiers = pair.readIdentifiers
      // Both halves mostly carry one text; it is named once, with the places of both.
      if identifiers.count == 2, let first = identifiers.first, let last = identifiers.last,
        first.text == last.text
      {
        guard let kind = placeholderKind(of: first.text) else { return .pass }
        return .fail(
          Finding(
            "the identifier \(first.text) is \(kind)",
            [
              first.evidence(wanted: "a UUID of this shot"),
              last.evidence(wanted: "a UUID of this shot"),
            ]))
      }
      return pair.judgeEachIdentifier { identifier in
        guard let kind = placeholderKind(of: identifier.text) else { return [] }
        return [
          Finding(
            "the identifier \(identifier.text) of \(identifier.half.named) is \(kind)",
            [identifier.evidence(wanted: "a UUID of this shot")])
        ]
      }
    })
}

/// What kind of placeholder a text is; nil where it is none.
private func placeholderKind(of text: String) -> String? {
  if let first = text.utf8.first(where: { $0 != hyphen }),
    text.utf8.allSatisfy({ $0 == first || $0 == hyphen }),
    text.utf8.count(where: { $0 != hyphen }) == 32
  {
    return first == UInt8(ascii: "0") ? "the nil UUID" : "one digit repeated"
  }
  return examples.contains { isSame(text, as: $0) }
    ? "a well-known example from documentation" : nil
}

private let hyphen = UInt8(ascii: "-")

/// Whether a text has the digits of an example; every pair is asked, so no text is built.
private func isSame(_ text: String, as example: String) -> Bool {
  var digits = example.utf8.makeIterator()
  for byte in text.utf8 where byte != hyphen {
    guard digits.next() == (byte >= UInt8(ascii: "a") ? byte & ~0x20 : byte) else { return false }
  }
  return digits.next() == nil
}

/// UUIDs that documentation shows as examples, in upper case without hyphens.
private let examples: [String] = [
  // Apple's UUID and NSUUID pages.
  "E621E1F8C36C495A93FC0C247A3E6E5F",
  // RFC 4122 section 3; RFC 9562 appendix A, versions 1, 4, 6 and 7.
  "F81D4FAE7DEC11D0A76500A0C91E6BF6", "C232AB00941411ECB3C89F6BDECED846",
  "919108F752D133205BACF847DB4148A8", "1EC9414C232AB00B3C89F6BDECED8460",
  "017F22E279B07CC398C4DC0C0C07398F",
  // The usual examples of encyclopaedias and programming languages' own documentation.
  "123E4567E89B12D3A456426614174000", "123E4567E89B12D3A456426655440000",
  "550E8400E29B41D4A716446655440000",
  // Counting instead of chance.
  "00112233445566778899AABBCCDDEEFF", "0123456789ABCDEF0123456789ABCDEF",
  "12345678123412341234123456789ABC", "12345678123412341234123456789012",
  "12345678123456781234567812345678", "1234567890ABCDEF1234567890ABCDEF",
]
