import CAV
import DecoderProtocol
import Validator

extension ConvertStill: PerformableTask {
  func perform(_ progress: ProgressReport) throws(DecoderFailure) -> WrittenStill {
    let picture = try StillDecoder.picture(of: still)
    progress.report(0.5)
    try picture.write(to: output, as: format, quality: quality)
    return picture.written(at: nil)
  }
}

extension WriteCover: PerformableTask {
  func perform(_ progress: ProgressReport) throws(DecoderFailure) -> WrittenStill {
    let (frame, stream, shownAt) = try ShownFrame.find(in: movie, at: time)
    progress.report(0.5)
    let picture = try Picture(
      frame, pixelAspect: stream.sampleAspect, orientation: stream.orientation, for: movie)
    try picture.write(to: output, as: format, quality: quality)
    return picture.written(at: shownAt)
  }
}

extension Picture {
  fileprivate func write(to output: FilePath?, as format: StillFormat, quality: Int)
    throws(DecoderFailure)
  {
    let file = try PartialFile(for: output)
    let bytes =
      switch format {
      case .jpeg: try JPEGEncoder.bytes(of: self, quality: quality, for: file.target)
      case .heic: try HEIFContext(for: file.target).encode(self, quality: quality)
      }
    try file.write(bytes)
  }

  fileprivate func written(at time: Double?) -> WrittenStill {
    WrittenStill(width: size.width, height: size.height, time: time, colour: tags)
  }
}
