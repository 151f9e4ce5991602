import Validator
import Writers

extension Mutant {
  static let identifier: [Mutant] = [
    Mutant(
      "the MakerNote has no tag 0x0011", own: "identifier/missing-in-still",
      .recipe { $0.still.setIdentifier(nil) }),
    Mutant(
      "the still has no MakerNote", own: "identifier/missing-in-still",
      .recipe { $0.still.noteEntries = [] }),
    Mutant(
      "the MakerNote is another maker's", own: "identifier/missing-in-still",
      .recipe { $0.still.exif.makerNote = Array("Nikon\0\u{2}\u{10}\0\0MM".utf8) }),
    Mutant(
      "zeros stand where the MakerNote belongs", own: "still/makernote-damaged",
      .recipe { $0.still.exif.makerNote = Array(repeating: 0, count: 200) }),
    Mutant(
      "the movie has no content identifier", own: "identifier/missing-in-movie",
      .recipe { $0.movie.removeMetadata("content.identifier") }),
    Mutant(
      "the movie's identifier stands in moov/udta/meta", own: "identifier/misplaced",
      .recipe {
        $0.movie.removeMetadata("content.identifier")
        $0.movie.userMetadata = [.apple("content.identifier", Shot.identifier)]
      }),
    Mutant(
      "moov/meta is an ISO FullBox", own: "identifier/misplaced",
      .recipe { $0.movie.metadataIsFullBox = true }),
    Mutant(
      "the still's identifier is another shot's", own: "identifier/mismatch",
      .recipe { $0.still.setIdentifier(.ascii(Shot.otherIdentifier)) }),
    Mutant(
      "the movie's identifier is another shot's", own: "identifier/mismatch",
      .recipe { $0.movie.replaceMetadata("content.identifier", by: Shot.otherIdentifier) }),
    Mutant(
      "the still's identifier is in lower case", own: "identifier/case-differs",
      .recipe { $0.still.setIdentifier(.ascii(Shot.identifier.lowercased())) }),
    Mutant(
      "the movie's identifier is in lower case", own: "identifier/case-differs",
      .recipe {
        $0.movie.replaceMetadata("content.identifier", by: Shot.identifier.lowercased())
      }),
    Mutant(
      "both identifiers are words", own: "identifier/not-uuid",
      .recipe { $0.setIdentifier("my-first-live-photo") }),
    Mutant(
      "both identifiers lack their hyphens", own: "identifier/not-uuid",
      .recipe { $0.setIdentifier(Shot.identifier.replacing("-", with: "")) }),
    Mutant(
      "both identifiers are in lower case", own: "identifier/lower-case",
      .recipe { $0.setIdentifier(Shot.identifier.lowercased()) }),
    Mutant(
      "both identifiers are the nil UUID", own: "identifier/placeholder",
      .recipe { $0.setIdentifier("00000000-0000-0000-0000-000000000000") }),
    Mutant(
      "both identifiers are an example of Apple's documentation", own: "identifier/placeholder",
      .recipe { $0.setIdentifier("E621E1F8-C36C-495A-93FC-0C247A3E6E5F") }),
    Mutant(
      "the movie's identifier ends in a NUL", own: "identifier/encoding",
      .recipe { $0.movie.replaceMetadata("content.identifier", by: Shot.identifier + "\0") }),
    Mutant(
      "the movie's identifier ends in a space", own: "identifier/encoding",
      .recipe { $0.movie.replaceMetadata("content.identifier", by: Shot.identifier + " ") }),
    Mutant(
      "the movie's identifier has data type 0", own: "identifier/encoding",
      .recipe { $0.movie.metadata[0].type = 0 }),
    Mutant(
      "tag 0x0011 is of type UNDEFINED", own: "identifier/encoding",
      .recipe { $0.still.setIdentifier(.undefined(Array((Shot.identifier + "\0").utf8))) }),
    Mutant(
      "tag 0x0011 has no closing NUL", own: "identifier/encoding",
      .recipe {
        $0.still.setIdentifier(.raw(type: 2, count: 36, Array(Shot.identifier.utf8)))
      }),
    Mutant(
      "the movie has a second, other content identifier", own: "identifier/multiple",
      .recipe { $0.movie.metadata.append(.apple("content.identifier", Shot.otherIdentifier)) }),
    Mutant(
      "moov/udta/meta holds another content identifier", own: "identifier/multiple",
      .recipe { $0.movie.userMetadata = [.apple("content.identifier", Shot.otherIdentifier)] }),
    Mutant(
      "the MakerNote has a second, other tag 0x0011", own: "identifier/multiple",
      .recipe {
        $0.still.noteEntries.append(
          TIFFEntry(AppleMakerNote.identifierTag, .ascii(Shot.otherIdentifier)))
      }),
    Mutant(
      "another pair has the identifier", own: "identifier/reused",
      .facts {
        $0.surroundings.sharers = [
          Surroundings.Sharer(
            still: FilePath("IMG_0002.JPG"), movie: FilePath("IMG_0002.MOV"))
        ]
      }),
  ]
}
