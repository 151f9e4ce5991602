// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "livephotolint",
  products: [
    .executable(name: "livephotolint", targets: ["Command"]),
    .executable(name: "livephotolint-decode", targets: ["Decoder"]),
    .executable(name: "make-corpus", targets: ["MakeCorpus"]),
  ],
  targets: [
    .target(name: "Validator"),
    .target(name: "Rules", dependencies: ["Validator"]),
    .target(name: "Reporters", dependencies: ["Validator", "CXML2"]),
    .target(
      name: "Readers",
      dependencies: ["Validator", "CSystem", "CXML2", "CArchive", "CYAML", "CNettle"]),
    .target(name: "Writers", dependencies: ["Validator", "Readers", "CArchive", "CSystem"]),
    .executableTarget(
      name: "Command",
      dependencies: [
        "Validator", "Rules", "Reporters", "Readers", "Writers", "DecoderProtocol", "CSystem",
        "CSQLite",
      ]),
    .target(name: "DecoderProtocol", dependencies: ["Validator"]),
    .executableTarget(
      name: "Decoder",
      dependencies: ["Validator", "Readers", "DecoderProtocol", "CAV", "CHEIF", "CSystem"]),
    .systemLibrary(
      name: "CAV", path: "Sources/CLibraries/CAV", pkgConfig: "libavformat",
      providers: [
        .apt([
          "libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswscale-dev",
          "libswresample-dev",
        ])
      ]),
    .systemLibrary(
      name: "CHEIF", path: "Sources/CLibraries/CHEIF", pkgConfig: "libheif",
      providers: [.apt(["libheif-dev"])]),
    .systemLibrary(name: "CSystem", path: "Sources/CLibraries/CSystem"),
    .systemLibrary(
      name: "CXML2", path: "Sources/CLibraries/CXML2", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(
      name: "CArchive", path: "Sources/CLibraries/CArchive", pkgConfig: "libarchive",
      providers: [.apt(["libarchive-dev"])]),
    .systemLibrary(
      name: "CYAML", path: "Sources/CLibraries/CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"])]),

    .systemLibrary(
      name: "CNettle", path: "Sources/CLibraries/CNettle", pkgConfig: "nettle",
      providers: [.apt(["nettle-dev"])]),
    .systemLibrary(
      name: "CSQLite", path: "Sources/CLibraries/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),

    .target(
      name: "Support", dependencies: ["Validator", "Readers", "Writers", "Rules"],
      path: "Tests/Support", exclude: ["MakeCorpus"]),
    .executableTarget(
      name: "MakeCorpus", dependencies: ["Rules", "Support"], path: "Tests/Support/MakeCorpus"),
    .testTarget(name: "ValidatorTests", dependencies: ["Validator", "Rules", "Support"]),
    .testTarget(name: "RulesTests", dependencies: ["Validator", "Rules", "Support"]),
    .testTarget(
      name: "ReportersTests", dependencies: ["Validator", "Rules", "Reporters", "Support"],
      exclude: ["Snapshots"]),
    .testTarget(name: "ReadersTests", dependencies: ["Validator", "Readers", "Support"]),
    .testTarget(
      name: "WritersTests",
      dependencies: ["Validator", "Rules", "Writers", "Readers", "Support"]),
    .testTarget(
      name: "CommandTests",
      dependencies: ["Validator", "Rules", "Readers", "Writers", "Command", "Support"]),
    .testTarget(
      name: "DecoderTests", dependencies: ["Validator", "DecoderProtocol", "Command", "Support"]),
  ]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
