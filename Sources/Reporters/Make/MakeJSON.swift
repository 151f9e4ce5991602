import Validator

/// Tells what `make` made as JSON, by `Schemas/livephotolint-make-1.schema.json`.
package enum MakeJSON {
  package static func render(_ report: MakeReport) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("schema", "livephotolint-make/1")
      json.tool()
      json.key("made")
      json.array { json in
        for made in report.made { write(made, to: &json) }
      }
      write("failed", report.failed, to: &json)
      write("skipped", report.skipped, to: &json)
    }
    return json.text
  }

  private static func write(_ made: MakeReport.Made, to json: inout JSONWriter) {
    json.object { json in
      json.key("files")
      json.array(.oneLine) { json in
        for file in made.files { json.string(file.description) }
      }
      if let still = made.still {
        json.member("still", still.description)
      }
      json.member("clip", made.clip.description)
      json.member("identifier", made.identifier)
      json.key("stillTime")
      json.decimal(made.stillTime)
      json.key("duration")
      json.decimal(made.duration)
      if let fit = made.fit {
        json.key("fit")
        json.decimal(fit)
      }
      json.member("video", made.video.rawValue)
      if let codec = made.codec { json.member("codec", codec) }
      json.key("reasons")
      json.array(.oneLine) { json in
        for reason in made.reasons { json.string(reason) }
      }
      json.key("remarks")
      json.array { json in
        for remark in made.remarks { json.string(remark) }
      }
    }
  }

  private static func write(_ name: String, _ left: [MakeReport.Left], to json: inout JSONWriter) {
    json.key(name)
    json.array { json in
      for file in left {
        json.object(.oneLine) { json in
          json.member("path", file.path.description)
          json.member("reason", file.reason)
        }
      }
    }
  }
}
