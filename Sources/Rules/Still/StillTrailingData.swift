package import Validator

extension Rule {
  /// The still ends with its picture.
  package static let stillTrailingData = Rule(
    "still/trailing-data",
    title: "nothing unknown follows the picture",
    breaks: [.integrity, .provenance],
    levels: Levels(photos: .note, wallpaper: .note, camera: .warning),
    grade: .documented,
    sources: [
      .specification("JPEG, ITU-T T.81", "B.2.1, EOI ends the image"),
      .specification("ISO/IEC 14496-12", "4.2, a file is a sequence of boxes and nothing else"),
    ],
    rationale: """
      Cameras end the file with the picture, its gain map or its further pictures. Bytes that belong \
      to none of them were added by somebody and are lost by the next program that saves the file.
      """,
    remedy: """
      Look at the bytes from the offset shown. Where nobody needs them, exiftool -trailer:all= \
      still.jpg takes off all that follows the picture of a JPEG.
      """,
    staysQuiet: """
      Further pictures of a multi-picture JPEG, gain maps and zero padding are known. The motion \
      photos of other makers are pair/vendor-container.
      """,
    symptoms: [],
    check: .still(alone: false) { still, _ in
      switch still.trailingData {
      case .unreadable(let error): return .unreadable(error, in: still.file.path)
      case .absent: return .pass
      case .present(let data, let place):
        let what = data.description.map { ", \($0)" } ?? ""
        return .fail(
          Finding(
            "\(data.length) bytes of no known kind follow the picture\(what)",
            [
              Evidence(
                in: still.file.path, at: place, found: "\(data.length) bytes",
                wanted: "end of file")
            ]))
      }
    })
}
