package import Validator

extension Rule {
  /// The movie marks the moment of the still more than once.
  package static let stillTimeMultiple = Rule(
    "still-time/multiple",
    title: "the movie marks one moment of the still",
    breaks: [.moves],
    levels: .always(.warning),
    grade: .measured,
    sources: [
      .measurement("10 of 10 distinct movies of cameras and Photos hold one sample in one track"),
      .timedMetadata,
    ],
    rationale: """
      Which of several marks counts depends on the software that reads the movie: Apple's was \
      observed to take the last one of a track.
      """,
    remedy: """
      Write the movie anew with one timed-metadata track that holds one AVTimedMetadataGroup with \
      com.apple.quicktime.still-image-time.
      """,
    staysQuiet: """
      Timed-metadata tracks with other keys, and other keys in the same sample, are usual in \
      camera files.
      """,
    symptoms: [.jumps, .blackFrame],
    mend: .stillTime,
    check: .pair { pair, _ in
      let file = pair.movie.file.path
      let tracks = pair.movie.tracks.value ?? []
      return pair.movie.judgeStillTimes { times in
        if times.count > 1 {
          let shown = times.map {
            $0.presentationTime.map { wordsForSeconds($0.seconds) } ?? "at no shown time"
          }
          return .fail(
            Finding(
              "the moment of the still is marked \(times.count) times: "
                + shown.joined(separator: ", "),
              zip(times, shown).map {
                Evidence(in: file, at: $0.place, found: $1, wanted: "one sample")
              }))
        }
        let declaring = tracks.indices.filter { index in
          tracks[index].timedKeys.declare(stillTimeKey)
        }.map { tracks[$0] }
        if declaring.count > 1 {
          let numbers = declaring.map { "\($0.number)" }.joined(separator: ", ")
          return .fail(
            Finding(
              "\(declaring.count) tracks declare still-image-time: tracks \(numbers)",
              declaring.map {
                Evidence(
                  in: file, at: $0.place, found: "track \($0.number)",
                  wanted: "one track")
              }))
        }
        return .pass
      }
    })
}
