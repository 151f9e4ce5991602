import CAV
import DecoderProtocol
import Validator

/// A QuickTime movie that is being written: one `moov` behind the media data, no fragments.
@safe final class ClipWriter {
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let file: PartialFile
  private var tracks: [any ClipTrack] = []
  private(set) var sampleCounts: [Int] = []
  /// When the last frame ends, in seconds from the clip's beginning.
  private(set) var end = 0.0

  init(_ file: PartialFile) throws(DecoderFailure) {
    var made: UnsafeMutablePointer<AVFormatContext>?
    let code = unsafe avformat_alloc_output_context2(&made, nil, "mov", nil)
    guard code >= 0, let context = unsafe made else {
      throw .library(code, .fault, file.target, "no QuickTime movie can be written")
    }
    unsafe self.context = context
    self.file = file
    // No mark of the writer and no clock, so that one clip always has the same bytes.
    unsafe context.pointee.flags |= AVFMT_FLAG_BITEXACT
    let location = FilePath(bytes: "file:".utf8 + file.path.bytes).terminated
    let opened = unsafe avio_open(&context.pointee.pb, location, AVIO_FLAG_WRITE)
    guard opened >= 0 else {
      throw .library(opened, .notWritten, file.target, "cannot be written")
    }
  }

  deinit {
    unsafe avio_closep(&context.pointee.pb)
    unsafe avformat_free_context(context)
  }

  /// Takes over what the source's container says of the whole, such as when it was made.
  func keepMetadata(of input: MovieInput) {
    unsafe av_dict_copy(&context.pointee.metadata, input.context.pointee.metadata, 0)
    // These are the container's own, which is another now.
    for key in ["major_brand", "minor_version", "compatible_brands", "encoder", "timecode"] {
      unsafe av_dict_set(&context.pointee.metadata, key, nil, 0)
    }
  }

  func add(_ track: any ClipTrack) throws(DecoderFailure) {
    guard let stream = unsafe avformat_new_stream(context, nil) else {
      throw .noMemory(file.target)
    }
    let code = unsafe track.describe(to: stream)
    guard code >= 0 else { throw .library(code, .fault, file.target, "a track cannot be made") }
    unsafe stream.pointee.time_base = track.timeBase
    unsafe av_dict_set(&stream.pointee.metadata, "timecode", nil, 0)
    tracks.append(track)
    sampleCounts.append(0)
  }

  /// Writes all packets of all tracks, in the order in which they are decoded.
  ///
  /// - Parameter length: the expected length in seconds, of which progress is a part.
  func write(length: Double, _ progress: ProgressReport) throws(DecoderFailure) {
    try begin()
    var heads: [Packet?] = []
    for track in tracks { heads.append(try track.next()) }
    while let index = earliest(heads), let packet = heads[index] {
      if index == 0 {
        let shown = tracks[0].timeBase.seconds(packet.shown ?? 0)
        end = max(end, shown + tracks[0].timeBase.seconds(packet.duration))
        progress.report(shown / length)
      }
      try write(packet, of: index)
      heads[index] = try tracks[index].next()
    }
    let code = unsafe av_write_trailer(context)
    guard code >= 0 else { throw .library(code, .notWritten, file.target, "cannot be written") }
    let closed = unsafe avio_closep(&context.pointee.pb)
    guard closed >= 0 else {
      throw .library(closed, .notWritten, file.target, "cannot be written")
    }
    try file.keep()
  }

  private func begin() throws(DecoderFailure) {
    var options: OpaquePointer?
    defer { unsafe av_dict_free(&options) }
    // Edit lists and durations are then as exact as the frames' times.
    let scale = max(600, tracks[0].timeBase.den)
    unsafe av_dict_set_int(&options, "movie_timescale", Int64(scale), 0)
    unsafe av_dict_set_int(&options, "write_tmcd", 0, 0)
    let code = unsafe avformat_write_header(context, &options)
    guard code >= 0 else {
      throw .library(
        code, .needsEncoding, file.target,
        "QuickTime does not hold \(tracks.map(\.codecName).joined(separator: " with "))")
    }
  }

  private func earliest(_ heads: [Packet?]) -> Int? {
    var best: Int?
    for (index, packet) in heads.enumerated() {
      guard let packet else { continue }
      guard let current = best, let other = heads[current] else {
        best = index
        continue
      }
      let order = av_compare_ts(
        packet.decoded ?? 0, tracks[index].timeBase, other.decoded ?? 0, tracks[current].timeBase)
      if order < 0 { best = index }
    }
    return best
  }

  private func write(_ packet: Packet, of index: Int) throws(DecoderFailure) {
    guard let stream = unsafe context.pointee.streams[index] else { return }
    unsafe packet.pointer.pointee.stream_index = Int32(index)
    unsafe packet.pointer.pointee.pos = -1
    unsafe av_packet_rescale_ts(
      packet.pointer, tracks[index].timeBase, stream.pointee.time_base)
    let code = unsafe av_interleaved_write_frame(context, packet.pointer)
    guard code >= 0 else { throw .library(code, .notWritten, file.target, "cannot be written") }
    sampleCounts[index] += 1
  }
}

extension CutClip: PerformableTask {
  func perform(_ progress: ProgressReport) throws(DecoderFailure) -> WrittenClip {
    guard start.isFinite, duration.isFinite, duration > 0 else {
      throw DecoderFailure(.malformedRequest, "\(movie): a clip needs a start and a duration")
    }
    let picture: any ClipTrack
    let range: ClipRange
    switch video {
    case .copy:
      let copied = try CopiedVideo(movie, from: start, duration: duration)
      (picture, range) = (copied, copied.plan.range)
    case .h264, .hevc:
      let encoded = try EncodedVideo(movie, as: video, from: start, duration: duration)
      (picture, range) = (encoded, encoded.range)
    }
    let source = try MovieInput(movie)
    let sound = try soundTrack(of: source, range)
    let writer = try ClipWriter(PartialFile(for: output))
    writer.keepMetadata(of: source)
    try writer.add(picture)
    if let sound { try writer.add(sound) }
    try writer.write(length: range.timeBase.seconds(range.end - range.start), progress)
    return WrittenClip(
      video: track(picture, writer.sampleCounts[0]),
      audio: sound.map { track($0, writer.sampleCounts[1]) },
      sourceStart: range.timeBase.seconds(range.start), duration: writer.end)
  }

  private func soundTrack(of input: MovieInput, _ range: ClipRange) throws(DecoderFailure)
    -> (any ClipTrack)?
  {
    guard audio != .none, let stream = input.audioStreams.first else { return nil }
    if audio == .copy && CopiedAudio.canCopy(stream) { return CopiedAudio(stream, range) }
    return try EncodedAudio(stream, range)
  }

  private func track(_ track: any ClipTrack, _ sampleCount: Int) -> WrittenClip.Track {
    WrittenClip.Track(
      codec: track.codecName, isEncoded: track.isEncoded, sampleCount: sampleCount)
  }
}
