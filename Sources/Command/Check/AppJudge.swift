import Readers
import Validator

extension Judge {
  /// Judges an app or project and the animations in it; nothing where the path turns out to be none.
  func app(_ path: FilePath) -> [SubjectReport] {
    guard let app = AppReader.read(path.isEmpty ? FilePath(".") : path, needs: needs) else {
      return []
    }
    return [engine.judge(app)] + app.animations.map { engine.judge($0) }
  }

  /// Judges a GIF or an APNG that lies in no app.
  func animation(_ path: FilePath) -> SubjectReport { engine.judge(AnimationFileReader.read(path)) }
}
