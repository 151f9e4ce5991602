import Foundation
import Readers
import Rules
import Testing
import Validator

/// Device files beside the package, where they exist.
private enum RealFiles {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "shared/real")
  static let exist = FileManager.default.fileExists(atPath: root.path)

  static func judge(_ still: String?, _ movie: String?, profile: Profile) throws -> SubjectReport {
    let reader = MediaReader(plan: ReadingPlan(readsLivePhotoInfo: true))
    func read(_ name: String, as half: Half) throws -> MediaFacts {
      try #require(reader.read(FilePath(root.appending(path: name).path), meantAs: half))
    }
    let engine = Engine(rules: Catalogue.rules, profile: profile, provenanceScope: .all)
    let stillFacts = try still.map { try read($0, as: .still).asStill }
    let movieFacts = try movie.map { try read($0, as: .movie).asMovie }
    if let stillFacts, let movieFacts {
      return engine.judge(
        Subject(.pair(Pair(name: "pair", still: stillFacts, movie: movieFacts, bond: .identifier))))
    }
    if let stillFacts { return engine.judge(Subject(.still(stillFacts))) }
    return engine.judge(Subject(.movie(try #require(movieFacts))))
  }
}

@Suite(.enabled(if: RealFiles.exist, "the device files are not beside the package"))
struct `Pairs of devices and tools` {
  @Test(arguments: [
    ("p01_iphone17pro_ios26.4_heic_hevc_portrait", "heic", Provenance.Conclusion.cameraOriginal),
    ("p04_iphone15promax_ios18.0_heic_hevc_portrait", "heic", .cameraOriginal),
    ("p05_iphonex_ios14.3_resizedjpg_hevc_portrait", "jpg", .exported),
    ("p06_iphone6s_ios14.4_jpg_h264_landscape", "jpg", .cameraOriginal),
    ("p07_iphone6s_ios12.4_jpg_h264_portrait_original", "jpg", .cameraOriginal),
  ])
  func `of cameras have nothing against them`(
    name: String, type: String, origin: Provenance.Conclusion
  ) throws {
    for profile in [Profile.wallpaper, .camera] {
      let report = try RealFiles.judge(
        "pairs/\(name).\(type)", "pairs/\(name).mov", profile: profile)
      #expect(report.provenance?.conclusion == origin)
      // The iPhone 6s recorded 15 frames a second in dim light, which the Lock Screen refuses.
      let wanted = name.hasPrefix("p06") ? ["wallpaper/frame-rate"] : []
      #expect(report.results.map(\.rule.id) == wanted)
    }
  }

  @Test(arguments: [
    ("t01_wallpaperapp_png_as_heic_h264_IMG_5648", true),
    ("t03_wallpaperapp_png_as_heic_h264_IMG_5629", true),
    ("t06_liveapp_heic_h264_photo_part_2", false),
    ("t09_liveapp_heic_h264_IMG_5250", false),
    ("t10_liveapp_heic_h264_IMG_5252", true),
  ])
  func `of tools have motion data that is not their own`(name: String, isCloned: Bool) throws {
    let report = try RealFiles.judge(
      "tool_pairs/\(name).heic", "tool_pairs/\(name).mov", profile: .camera)
    let failed = Set(report.results.filter { $0.state == .fail }.map(\.rule.id))
    #expect(failed.isSuperset(of: ["capture/synthetic", "wallpaper/info-out-of-step"]))
    #expect(failed.contains("wallpaper/info-cloned") == isCloned)
    #expect(failed.contains("wallpaper/no-transform") == isCloned)
    #expect(report.provenance?.conclusion == .synthetic)
  }

  @Test(arguments: [
    ("edited/still_se2_ios16.3_heic_edited_IMG_E1853.heic", Provenance.Conclusion.edited),
    ("edited/IMG_E4120.jpg", .edited),
    ("singles/still_11promax_ios14.4_heic_id_cropped.heic", .edited),
    ("singles/still_6s_ios11.1_jpg_id_64px.jpg", .reencoded),
    ("singles/still_12pro_jpegdata_named_heic.heic", .reencoded),
    ("singles/still_wallpaperapp_jpg_id_1.jpg", .synthetic),
    ("singles/still_se2_ios16.3_heic_id_orig_IMG_1853.heic", .cameraOriginal),
    ("singles/still_iphone4_ios4.1_jpg.jpg", nil),
    ("motion/pixel3a_motionphoto.jpg", nil),
  ])
  func `have siblings that stand alone`(name: String, origin: Provenance.Conclusion?) throws {
    let report = try RealFiles.judge(name, nil, profile: .camera)
    #expect(report.provenance?.conclusion == origin)
  }
}
