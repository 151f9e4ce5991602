import Support
import Testing
import Validator

@Suite struct `Facts` {
  @Test func `a structure path shows its numbers`() {
    #expect(StructurePath("moov/trak[*]/mdia", 3).description == "moov/trak[3]/mdia")
    let exif = StructurePath("meta/iloc[*]/Exif", 2)
    #expect(
      exif.appending("MakerNote/0x#", 0x11).description == "meta/iloc[2]/Exif/MakerNote/0x0011")
    #expect(
      exif.appending("IFD0").appending("0x#", 0x112).description == "meta/iloc[2]/Exif/0x0112")
  }

  @Test func `a name that is not UTF-8 is shown with its bytes`() {
    #expect(FilePath(bytes: [0x61, 0xFF, 0xC3, 0xA4]).description == "a\\xFFä")
  }

  @Test(arguments: 1...8 as ClosedRange<UInt16>)
  func `an Exif orientation survives the way there and back`(value: UInt16) {
    #expect(Orientation(exif: value)?.exifValue == value)
  }

  @Test func `an Exif orientation outside 1 to 8 is none`() {
    #expect(Orientation(exif: 0) == nil && Orientation(exif: 9) == nil)
  }

  @Test func `track matrices stand for the eight orientations`() {
    let one: Int32 = 0x1_0000
    #expect(TrackMatrix.identity.orientation == .upright)
    #expect(TrackMatrix(a: 0, b: one, c: -one, d: 0).orientation?.degreesClockwise == 90)
    #expect(TrackMatrix(a: 0, b: -one, c: one, d: 0).orientation?.degreesClockwise == 270)
    #expect(TrackMatrix(a: -one, b: 0, c: 0, d: one).orientation?.isMirrored == true)
    #expect(TrackMatrix(a: one, b: one, c: 0, d: one).orientation == nil)
  }

  @Test func `a turned picture is shown with its sides swapped`() {
    #expect(Still.example.displayed.value?.isPortrait == true)
    #expect(Movie.example.displayed.value?.isPortrait == true)
    #expect(Movie.example.displayed.value?.width == 1440)
  }

  @Test func `a HEIF picture that only Exif turns has no known orientation`() {
    var still = Still.example
    still.file.type = .heic
    #expect(still.displayed.readError?.kind == .unsupported)
    still.exifOrientation = .present(1, at: .example)
    #expect(still.displayed.value?.orientation == .upright)
  }

  @Test func `auxiliary and disabled tracks are not the video`() {
    var movie = Movie.example
    var auxiliary = Track.exampleVideo
    auxiliary.handler = "auxv"
    var disabled = Track.exampleVideo
    disabled.isEnabled = false
    movie.tracks = .present([auxiliary, disabled], at: .example)
    #expect(movie.videoTrack.isAbsent)
    movie.tracks = .present([auxiliary, disabled, .exampleVideo], at: .example)
    #expect(movie.videoTrack.value == .exampleVideo)
  }

  @Test func `an edit list moves what a track presents`() {
    #expect(Track.exampleVideo.presentation == 0...2)
    let presentation = Track.exampleStillTime.presentation
    #expect(presentation?.lowerBound == 1)
    #expect(presentation.map { $0.upperBound - $0.lowerBound < 0.002 } == true)
  }

  @Test func `an extension stands for a medium in any case`() {
    #expect(MediaFile(path: FilePath("a.HeIc"), size: 1, type: nil).halfByExtension == .still)
    #expect(MediaFile(path: FilePath("a.qt"), size: 1, type: nil).halfByExtension == .movie)
    #expect(MediaFile(path: FilePath("dir.mov/a"), size: 1, type: nil).halfByExtension == nil)
  }
}
