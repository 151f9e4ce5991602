import Validator
import Writers

extension Specimen {
  /// Recipes for `animation/`: GIF and APNG files for widgets and Live Activities.
  static func animation(_: Media) -> [Specimen] {
    let good = GIFBuilder.example
    let goodPNG = APNGBuilder(
      size: PixelSize(width: 40, height: 40), frameCount: 3, delay: 10)
    return [
      // In the middle of the last frame.
      gif("animation-malformed-fail-cut-short", Array(good.bytes.dropLast(4))),
      gif(
        "animation-malformed-fail-frame-outside",
        with(good) { $0.frames[1].left = 60 }.bytes),
      gif("animation-malformed-pass-bytes-behind", good.bytes + Array("made by hand".utf8)),
      // 135×110 pixels are 59,400 bytes: 529 frames stay under 30 MiB, 264 under half of it.
      gif("animation-memory-fail-over-limit", GIFBuilder.long(frames: 530).bytes),
      gif("animation-memory-fail-over-half", GIFBuilder.long(frames: 265).bytes),
      gif("animation-memory-pass-under-half", GIFBuilder.long(frames: 264).bytes),
      gif("animation-area-fail-over-limit", GIFBuilder.sized(880, 817).bytes),
      gif("animation-area-pass-at-limit", GIFBuilder.sized(880, 816).bytes),
      gif("animation-area-pass-still-picture", GIFBuilder.sized(900, 900, frames: 1).bytes),
      gif("animation-too-large-fail-wide", GIFBuilder.sized(301, 100).bytes),
      gif("animation-too-large-pass-at-limit", GIFBuilder.sized(300, 300).bytes),
      gif("animation-minimal-presentation-fail-wide", GIFBuilder.sized(136, 110).bytes),
      gif("animation-minimal-presentation-pass-at-limit", GIFBuilder.sized(135, 110).bytes),
      gif("animation-frame-delay-fail-short-frame", with(good) { $0.frames[1].delay = 2 }.bytes),
      gif("animation-frame-delay-fail-no-delay", with(good) { $0.frames[2].delay = nil }.bytes),
      gif("animation-frame-delay-pass-shortest", with(good) { $0.frames[1].delay = 3 }.bytes),
      apng(
        "animation-frame-delay-pass-hundredths",
        // No units stand for hundredths of a second.
        with(goodPNG) { $0.frames[1].units = 0 }),
      gif("animation-never-loops-fail-no-count", with(good) { $0.repeats = nil }.bytes),
      apng("animation-never-loops-fail-one-play", with(goodPNG) { $0.plays = 1 }),
      gif("animation-never-loops-pass-one-repeat", with(good) { $0.repeats = 1 }.bytes),
      Specimen(
        "animation-in-widget-fail-widget-folder", ExampleAppFiles.project(),
        File("LiveMaker/Widget/dog.gif", good.bytes)),
      Specimen(
        "animation-in-widget-fail-built-widget", ExampleAppFiles.app(),
        ExampleAppFiles.extension(),
        File("LiveMaker.app/PlugIns/Widget.appex/dog.png", goodPNG.bytes)),
      Specimen(
        "animation-in-widget-fail-packed-widget",
        File("LiveMaker.ipa", packed([ExampleAppFiles.app(), ExampleAppFiles.extension()], good))),
      Specimen(
        "animation-in-widget-pass-app-folder", ExampleAppFiles.project(),
        File("LiveMaker/App/dog.gif", good.bytes)),
      Specimen(
        "animation-in-widget-pass-still-picture", ExampleAppFiles.project(),
        File("LiveMaker/Widget/dog.gif", with(good) { $0.frames = [$0.frames[0]] }.bytes)),
    ]
  }

  /// An `.ipa` with these files and two animations, one in the app and one in its widget.
  private static func packed(_ files: [File], _ animation: GIFBuilder) -> ZipArchive {
    let pictures = ["LiveMaker.app/cat.gif", "LiveMaker.app/PlugIns/Widget.appex/dog.gif"]
    var archive = ZipArchive()
    archive.members =
      files.map { ZipArchive.Member("Payload/\($0.name)", $0.bytes) }
      + pictures.map { ZipArchive.Member("Payload/\($0)", animation.bytes) }
    return archive
  }

  private static func gif(_ name: String, _ bytes: [UInt8]) -> Specimen {
    Specimen(name, File("dog.gif", bytes))
  }

  private static func apng(_ name: String, _ animation: APNGBuilder) -> Specimen {
    Specimen(name, File("dog.apng", animation.bytes))
  }
}

extension GIFBuilder {
  /// Three frames of 100×100 pixels, 0.1 s each, for ever.
  fileprivate static var example: GIFBuilder { sized(100, 100) }

  /// The example in another size.
  ///
  /// The frames behind the first one change a small part of it.
  fileprivate static func sized(_ width: UInt32, _ height: UInt32, frames: Int = 3) -> GIFBuilder {
    var animation = GIFBuilder(
      size: PixelSize(width: width, height: height), frameCount: frames, delay: 10)
    for index in animation.frames.indices.dropFirst() {
      animation.frames[index].size = PixelSize(width: 50, height: 50)
    }
    return animation
  }

  /// So many frames as large as the minimal presentation, in a small file.
  fileprivate static func long(frames: Int) -> GIFBuilder {
    var animation = sized(135, 110, frames: frames)
    for index in animation.frames.indices.dropFirst() {
      animation.frames[index].size = PixelSize(width: 1, height: 1)
    }
    return animation
  }
}
