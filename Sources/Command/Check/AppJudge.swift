import Readers
import Validator

extension Judge {
  /// Judges an app or project and the animations in it; nothing where the path turns out to be none.
  func app(_ path: FilePath) -> [JudgedSubject] {
    guard let app = AppReader.read(path.isEmpty ? FilePath(".") : path, needs: needs) else {
      return []
    }
    // A store has no facts of apps: all that may be asked for is kept.
    let engine = keepsFacts ? engine.keepingAllResults : engine
    return [JudgedSubject(report: engine.judge(app))] + app.animations.map(judged)
  }

  /// Judges a GIF or an APNG that lies in no app.
  func animation(_ path: FilePath) -> JudgedSubject { judged(AnimationFileReader.read(path)) }
}
