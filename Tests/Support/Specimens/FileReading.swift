import Readers
package import Validator

/// What is read of one file, in the terms in which any reader of the formats can be asked for it.
///
/// A fact that is not there is `nothing`; one that cannot be read is left out, so that no reader is
/// asked for it.
package struct FileReading: Sendable {
  /// The facts by their names in the manifest.
  package var facts: [String: Fact] = [:]

  /// A value in JSON.
  package enum Fact: Sendable, Equatable, Encodable {
    case nothing
    case text(String)
    case number(Double)

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .nothing: try container.encodeNil()
      case .text(let text): try container.encode(text)
      case .number(let number) where number == number.rounded() && number.magnitude < 1e9:
        try container.encode(Int(number))
      case .number(let number): try container.encode(number)
      }
    }
  }

  /// Reads a file with this tool's readers.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - name: its name, whose extension decides where the bytes do not.
  package init(_ bytes: [UInt8], name: String) throws(ReadError) {
    switch try MediaReader(plan: ReadingPlan()).read(MemorySource(bytes), path: FilePath(name)) {
    case .still(let still):
      note("type", still.file.type)
      note(still)
    case .movie(let movie):
      note("type", movie.file.type)
      note(movie)
    case nil: break
    }
  }

  private mutating func note(_ name: String, _ type: FileType?) {
    facts[name] = type.map { .text($0.rawValue) }
  }

  private mutating func note(_ still: Still) {
    note("identifier", still.identifier.map { .text($0.text) })
    note("width", still.pixelSize.map { .number(Double($0.width)) })
    note("height", still.pixelSize.map { .number(Double($0.height)) })
    note("orientation", still.exifOrientation.map { .number(Double($0)) })
  }

  private mutating func note(_ movie: Movie) {
    note("identifier", movie.identifier.map { .text($0.text) })
    note("duration", movie.duration.map { .number($0.seconds.inMilliseconds) })
    let pictures = movie.tracks.map { $0.count { $0.handler == "vide" } }
    note("videoTracks", pictures.map { .number(Double($0)) })
    if case .present(let video, _) = movie.videoTrack {
      facts["width"] = video.codedSize.map { .number(Double($0.width)) }
      facts["height"] = video.codedSize.map { .number(Double($0.height)) }
      facts["codec"] = video.codec.map { .text($0.description) }
      if let turn = video.matrix.orientation, !turn.isMirrored {
        facts["rotation"] = .number(Double(turn.degreesClockwise))
      }
    }
    switch movie.stillTimes {
    case .unreadable: break
    case .absent: (facts["stillTime"], facts["stillTrack"]) = (.nothing, .nothing)
    case .present(let times, _):
      let first = times.first
      facts["stillTrack"] = first.map { .number(Double($0.trackNumber)) } ?? .nothing
      facts["stillTime"] =
        first?.presentationTime.map { .number($0.seconds.inMilliseconds) } ?? .nothing
    }
  }

  private mutating func note(_ name: String, _ field: Field<Fact>) {
    switch field {
    case .present(let fact, _): facts[name] = fact
    case .absent: facts[name] = .nothing
    case .unreadable: break
    }
  }
}

extension Double {
  /// Seconds rounded to what all readers show.
  package var inMilliseconds: Double { (self * 1_000).rounded() / 1_000 }
}
