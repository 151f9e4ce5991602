import Foundation
import Readers
import Rules
import Support
import Testing
import Validator
import Writers

@testable import Command

/// Projects of every kind, written anew from their recipes and judged where they then lie.
@Suite struct `Projects of every layer` {
  /// A layer of settings with a project whose settings are right and one whose are not.
  struct Layer: Sendable {
    let name: String
    let good: String
    let broken: String
  }

  static let layers = [
    Layer(
      name: "Info.plist alone", good: "usage-duplicate-text-pass-location-keys",
      broken: "usage-empty-fail-word-joiner"),
    Layer(
      name: "a project's Info.plist", good: "plist-dead-setting-pass-same-value",
      broken: "plist-dead-setting-fail-not-generated"),
    Layer(
      name: "a generated list", good: "usage-photo-read-missing-pass-add-only",
      broken: "usage-photo-add-missing-fail-generated"),
    Layer(
      name: "both", good: "plist-overridden-pass-one-text",
      broken: "plist-overridden-fail-two-texts"),
    Layer(
      name: "xcconfig", good: "usage-xcconfig-comment-pass-meant",
      broken: "usage-xcconfig-comment-fail-web-address"),
    Layer(
      name: "XcodeGen", good: "usage-photo-add-missing-pass-xcodegen",
      broken: "plist-dead-setting-fail-xcodegen-output"),
    Layer(
      name: "Expo", good: "usage-default-text-pass-expo-own-texts",
      broken: "usage-default-text-fail-expo"),
    Layer(
      name: "entitlements", good: "plist-malformed-pass-entitlements",
      broken: "plist-malformed-fail-entitlements"),
  ]

  private static let specimens = (try? Media(in: Corpus.mediaPath)).map(Specimen.all) ?? []

  /// The rules that fail of a specimen in a folder of its own.
  private func failures(_ name: String) async throws -> [String] {
    let specimen = try #require(Self.specimens.first { $0.name == name }, "\(name)")
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for file in specimen.files {
      let target = folder.url.appending(path: file.name)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.bytes).write(to: target)
    }
    let command = CheckCommand(options: try CheckOptions([folder.path]))
    let (report, problems) = try await command.judge(try command.roots)
    #expect(problems.isEmpty && report.subjects.contains { $0.kind == .app }, "\(name)")
    return report.subjects.flatMap(\.results).filter { $0.state == .fail }.map(\.rule.id)
  }

  @Test(arguments: layers) func `are told right from wrong`(layer: Layer) async throws {
    #expect(try await failures(layer.good).isEmpty, "\(layer.name)")
    let broken = try await failures(layer.broken)
    #expect(
      broken.contains { layer.broken.hasPrefix($0.replacing("/", with: "-") + "-fail-") },
      "\(layer.name): \(broken)")
  }
}
