import Foundation
import Readers
import Validator

/// A folder for one test, removed with this object.
final class AppFolder {
  let url: URL

  /// Writes files by their paths in the folder.
  init(_ files: [String: String]) throws {
    url = FileManager.default.temporaryDirectory.appending(path: "livephotolint-\(UUID())")
    for (path, text) in files { try write(Array(text.utf8), to: path) }
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  var path: FilePath { FilePath(url.path) }

  func write(_ bytes: [UInt8], to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  func read(_ path: String = "") -> App? {
    AppReader.read(FilePath(path.isEmpty ? url.path : url.appending(path: path).path))
  }

  /// An Info.plist with these texts.
  static func infoPlist(_ entries: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \(entries)
    </dict>
    </plist>
    """
  }

  /// A project with an app and, where it has settings, a widget extension that the app embeds.
  ///
  /// - Parameters:
  ///   - debug: the app's settings in Debug; those of Release where nil.
  ///   - configuration: the app's xcconfig file.
  static func project(
    _ release: String, debug: String? = nil, project: String = "", widget: String? = nil,
    configuration: String? = nil
  ) -> String {
    let base = configuration.map { _ in "baseConfigurationReference = F1; " } ?? ""
    let file =
      configuration.map {
        "F1 = {isa = PBXFileReference; path = \($0); sourceTree = \"<group>\"; };"
      } ?? ""
    let extensionParts = widget.map {
      """
      W1 = {isa = PBXNativeTarget; name = Widget; productType = "com.apple.product-type.app-extension"; buildConfigurationList = W2; };
      W2 = {isa = XCConfigurationList; buildConfigurations = (W3); };
      W3 = {isa = XCBuildConfiguration; name = Release; buildSettings = { \($0) }; };
      D1 = {isa = PBXTargetDependency; target = W1; };
      """
    }
    return """
      // !$*UTF8*$!
      {
      objects = {
      P = {isa = PBXProject; buildConfigurationList = L; mainGroup = G; targets = (A\(widget == nil ? "" : ", W1")); };
      G = {isa = PBXGroup; children = (F1); sourceTree = "<group>"; };
      L = {isa = XCConfigurationList; buildConfigurations = (PD, PR); defaultConfigurationName = Release; };
      PD = {isa = XCBuildConfiguration; name = Debug; buildSettings = { \(project) }; };
      PR = {isa = XCBuildConfiguration; name = Release; buildSettings = { \(project) }; };
      A = {isa = PBXNativeTarget; name = Maker; productType = "com.apple.product-type.application"; buildConfigurationList = AL; dependencies = (\(widget == nil ? "" : "D1")); };
      AL = {isa = XCConfigurationList; buildConfigurations = (AD, AR); defaultConfigurationName = Release; };
      AD = {isa = XCBuildConfiguration; \(base)name = Debug; buildSettings = {
      \(debug ?? release)
      }; };
      AR = {isa = XCBuildConfiguration; \(base)name = Release; buildSettings = {
      \(release)
      }; };
      \(extensionParts ?? "")
      \(file)
      };
      rootObject = P;
      }
      """
  }
}

extension AppTarget {
  /// The text of a key after expansion.
  func text(_ key: String) -> String? { value(of: key)?.expanded.string }
}
