import Foundation
import Support
import Testing

@Suite(
  .enabled(if: OtherReader.exiftool.isInstalled, "exiftool is not installed"))
struct `To exiftool` {
  @Test(arguments: [
    "identifier-mismatch-pass-jpeg-and-h264/IMG_0001.JPG",
    "identifier-mismatch-pass-jpeg-and-h264/IMG_0001.MOV",
    "identifier-mismatch-pass-heic-and-hevc/IMG_0001.HEIC",
    "identifier-mismatch-pass-heic-and-hevc/IMG_0001.MOV",
    "identifier-encoding-pass-little-endian-exif/IMG_0001.JPG",
    "still-type-fail-png/IMG_0001.PNG",
  ])
  func `a half carries the identifier`(file: String) throws {
    let values = try OtherReader.exiftool.output(
      "-s3", "-ContentIdentifier", "-MediaGroupUUID", "\(Corpus.path)/\(file)")
    let specimen = Specimen(String(file.prefix { $0 != "/" }))
    #expect(values.split(separator: "\n") == [Substring(specimen.identifier)])
  }

  @Test func `the still says where and when it was taken, and how it is turned`() throws {
    let values = try OtherReader.exiftool.output(
      "-s3", "-n", "-Model", "-SubSecDateTimeOriginal", "-GPSLatitude", "-GPSLongitude",
      "-IFD0:Orientation", "-QuickTime:Rotation", "-ImageSize",
      "\(Corpus.path)/geometry-orientation-differs-pass-heic-portrait/IMG_0001.HEIC")
    #expect(
      values.split(separator: "\n") == [
        "iPhone 15", "2024:06:21 12:00:00+01:00", "51.4779", "-0.0015", "6", "270", "64 48",
      ])
  }

  // It passes over edit lists, so it cannot tell when the sample is shown; ffprobe can.
  @Test func `the movie marks the moment of the still as cameras do`() throws {
    let values = try OtherReader.exiftool.output(
      "-ee", "-s3", "-n", "-StillImageTime", "-LivePhotoStillImageTransformReferenceDimensions",
      "\(Corpus.path)/identifier-mismatch-pass-jpeg-and-h264/IMG_0001.MOV")
    #expect(values.split(separator: "\n") == ["-1", "1920 1440"])
  }

  @Test func `the movie says where and when it was taken`() throws {
    let values = try OtherReader.exiftool.output(
      "-s3", "-n", "-Keys:CreationDate", "-Keys:Model", "-Keys:GPSCoordinates",
      "\(Corpus.path)/identifier-mismatch-pass-jpeg-and-h264/IMG_0001.MOV")
    #expect(
      values.split(separator: "\n") == [
        "2024:06:21 12:00:00+01:00", "iPhone 15", "51.4779 -0.0015 45",
      ])
  }
}

@Suite(
  .enabled(if: OtherReader.ffprobe.isInstalled, "ffprobe is not installed"))
struct `To ffprobe` {
  private func streams(_ file: String, _ entries: String) throws -> [Substring] {
    try OtherReader.ffprobe.output(
      "-v", "error", "-of", "csv=p=0", "-show_entries", entries, "\(Corpus.path)/\(file)"
    ).split(separator: "\n")
  }

  @Test func `the tracks begin and last as asked`() throws {
    let lines = try streams(
      "identifier-mismatch-pass-jpeg-and-h264/IMG_0001.MOV",
      "stream=codec_tag_string,start_time,duration,nb_frames")
    #expect(
      lines == [
        "avc1,0.000000,2.000000,60", "mebx,0.000000,2.000000,60", "mebx,1.000000,0.001667,1",
      ])
  }

  @Test func `a portrait movie is turned clockwise`() throws {
    let lines = try streams(
      "geometry-orientation-differs-pass-heic-portrait/IMG_0001.MOV",
      "stream=width,height:stream_side_data=rotation")
    #expect(lines.first == "64,48,-90", "\(lines)")
  }

  @Test func `a stretched movie lasts twice as long`() throws {
    let lines = try streams("movie-too-long-fail-four-seconds/IMG_0001.MOV", "format=duration")
    #expect(lines == ["4.000000"])
  }
}

@Suite(
  .enabled(if: OtherReader.ffmpeg.isInstalled, "ffmpeg is not installed"),
  .enabled(if: OtherReader.heifConvert.isInstalled, "heif-convert is not installed"))
struct `To decoders` {
  @Test(arguments: [
    "identifier-mismatch-pass-jpeg-and-h264/IMG_0001.JPG",
    "identifier-mismatch-pass-jpeg-and-h264/IMG_0001.MOV",
    "identifier-mismatch-pass-heic-and-hevc/IMG_0001.MOV",
    "geometry-aspect-differs-fail-cropped-movie/IMG_0001.MOV",
    "movie-no-ftyp-fail-export/IMG_0001.MOV",
    "still-type-fail-png/IMG_0001.PNG",
  ])
  func `the pictures are whole`(file: String) throws {
    _ = try OtherReader.ffmpeg.output(
      "-v", "error", "-xerror", "-i", "\(Corpus.path)/\(file)", "-map", "0:v", "-f", "null", "-")
  }

  @Test func `a HEIC in portrait is shown high`() throws {
    let size = try [UInt8]().withFile("picture.png") { path in
      _ = try OtherReader.heifConvert.output(
        "\(Corpus.path)/geometry-orientation-differs-pass-heic-portrait/IMG_0001.HEIC", path)
      return [UInt8](try Data(contentsOf: URL(filePath: path)).dropFirst(16).prefix(8))
    }
    #expect(size == [0, 0, 0, 48, 0, 0, 0, 64])
  }
}
