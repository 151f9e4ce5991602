internal import Validator

/// A project whose settings a program makes: it is recognised, but the program is not run.
enum ProjectProgram: Hashable {
  /// Expo's `app.config.js`, which may change all that an `app.json` beside it says.
  case expo(FilePath)
  /// Tuist's `Project.swift`.
  case tuist(FilePath)
  /// Cordova's `config.xml`, from which its plug-ins make the settings.
  case cordova(FilePath)

  /// The names of Expo's programs.
  static let expoNames = ["app.config.js", "app.config.ts", "app.config.mjs", "app.config.cjs"]

  /// The names that such programs have.
  static let names = Set(expoNames + ["Project.swift", "config.xml"])

  /// The folder below the program's that its Xcode project is written to; nil where the project
  /// lies beside the program, or in `ios`.
  var madeFolder: String? {
    if case .cordova = self { "platforms/ios" } else { nil }
  }

  var file: FilePath {
    switch self {
    case .expo(let file), .tuist(let file), .cordova(let file): file
    }
  }

  /// Why the settings are not known, and what gives them.
  var fault: SettingsFault {
    let name = file.nameText
    let program = "\(name) is a program, which is not run: the settings that it makes are not known"
    let message =
      switch self {
      case .expo: "\(program); npx expo prebuild writes the project to judge"
      case .tuist: "\(program); tuist generate writes the project to judge"
      case .cordova:
        "Cordova makes the settings from \(name) and its plug-ins: they are not known; cordova "
          + "prepare writes the project to judge"
      }
    return SettingsFault(.program, message, at: SettingPlace(file: file))
  }

  /// The same as the reason why an Info.plist cannot be judged.
  var error: ReadError {
    ReadError(.unsupported, fault.message, at: Place("file", offset: 0, length: 0))
  }

  /// The program that a file is; nil where it is another's.
  ///
  /// - Parameter head: the first bytes of a file.
  static func program(of file: FilePath, head: (FilePath) -> [UInt8]?) -> ProjectProgram? {
    let name = file.nameText
    if expoNames.contains(name) {
      // Other frameworks have files of that name, such as Nuxt.
      let package = file.parent.appending(Array("package.json".utf8))
      let isExpo =
        (head(package)?.contains("\"expo\"") ?? false)
        || (head(file)?.contains("expo/config") ?? false)
      return isExpo ? .expo(file) : nil
    }
    if name == "Project.swift" {
      return head(file)?.contains("import ProjectDescription") ?? false ? .tuist(file) : nil
    }
    if name == "config.xml" {
      let bytes = head(file)
      return bytes?.contains("<widget") ?? false && bytes?.contains("cordova") ?? false
        ? .cordova(file) : nil
    }
    return nil
  }
}
