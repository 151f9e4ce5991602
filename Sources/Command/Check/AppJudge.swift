import Readers
import Validator

extension Judge {
  /// Judges an app or project and the animations in it; nothing where the path turns out to be none.
  func app(_ path: FilePath) -> [SubjectReport] {
    guard let app = AppReader.read(path.isEmpty ? FilePath(".") : path, needs: needs) else {
      return []
    }
    let widgets = Set(app.widgetAnimations)
    return [engine.judge(app)]
      + app.animations.map { animation($0, isInWidget: widgets.contains($0)) }
  }

  /// Judges a GIF or an APNG.
  func animation(_ path: FilePath, isInWidget: Bool) -> SubjectReport {
    var animation = AnimationFileReader.read(path)
    animation.isInWidget = isInWidget
    return engine.judge(animation)
  }
}
