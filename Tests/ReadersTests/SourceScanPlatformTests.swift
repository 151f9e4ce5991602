import Readers
import Testing
import Validator

private let call = "UIImageWriteToSavedPhotosAlbum(image, nil, nil, nil);"

private func needs(_ text: String, _ language: SourceLanguage = .swift) -> [AppNeed] {
  SourceNeedScanner.needs(in: Array(text.utf8), file: FilePath("a"), language: language)
}

@Suite struct `Code behind a condition` {
  @Test(arguments: [
    "os(macOS)", "!os(iOS)", "os(watchOS) || os(tvOS)", "canImport(AppKit) && !canImport(UIKit)",
    "(false)", "false || false", "!(true && os(iOS))", "DEBUG && os(macOS)", "os( macOS ) // here",
    "!canImport(UIKit)",
  ])
  func `for other systems is none of an iOS app's`(condition: String) {
    #expect(needs("#if \(condition)\n\(call)\n#endif").isEmpty)
    #expect(needs("#if \(condition)\n#else\n\(call)\n#endif").count == 1)
  }

  @Test(arguments: [
    "os(iOS)", "canImport(UIKit)", "DEBUG", "!DEBUG", "targetEnvironment(macCatalyst)",
    "swift(>=6.0)", "compiler(>=5) && os(iOS)", "DEBUG || os(macOS)", "!os(macOS)",
    "hasFeature(A) || false", "(os(iOS) || os(visionOS))", "canImport(Unknown)", "(((",
  ])
  func `that may hold on iOS counts`(condition: String) {
    #expect(needs("#if \(condition)\n\(call)\n#endif").count == 1)
  }

  @Test(arguments: [
    "TARGET_OS_OSX", "!TARGET_OS_IPHONE", "TARGET_OS_WATCH || TARGET_OS_TV", "(0)",
    "TARGET_OS_MAC && !TARGET_OS_IPHONE", "0 || 0",
  ])
  func `is told in Objective-C by the macros of systems`(condition: String) {
    #expect(needs("#if \(condition)\n\(call)\n#endif", .objectiveC).isEmpty)
    #expect(needs("#if \(condition)\n#else\n\(call)\n#endif", .objectiveC).count == 1)
  }

  @Test(arguments: [
    "TARGET_OS_IOS", "TARGET_OS_MACCATALYST", "defined(TARGET_OS_OSX)", "TARGET_OS_OSX == 0",
    "__IPHONE_OS_VERSION_MAX_ALLOWED >= 170000", "!defined(X) && TARGET_OS_IPHONE",
    "TARGET_OS_OSX || \\\n X", "2 > 1",
  ])
  func `may hold in Objective-C too`(condition: String) {
    #expect(needs("#if \(condition)\n\(call)\n#endif", .objectiveC).count == 1)
  }

  @Test func `nested without end is open`() {
    let deep = String(repeating: "(", count: 100_000)
    #expect(needs("#if \(deep)os(macOS)\n\(call)\n#endif").count == 1)
    #expect(needs("#if \(String(repeating: "!", count: 100_000))\n\(call)\n#endif").count == 1)
  }
}

@Suite struct `A call for older systems` {
  private static let old = "PHPhotoLibrary.requestAuthorization { _ in }"

  @Test(arguments: [
    "if #available(iOS 14, *) { } else { \(old) }", "if #unavailable(iOS 14) { \(old) }",
    "func f() { guard #available(iOS 14, *) else { \(old); return } }",
    "if x { } else if #available(iOS 14.0, *) { } else { \(old) }",
    "if #available(iOS 14, *) { } else { if #available(iOS 13, *) { \(old) } }",
  ])
  func `is told with the first one on which it is not made`(text: String) {
    #expect(needs(text).map(\.onlyBefore) == ["14.0"])
  }

  @Test(arguments: [
    "if #available(iOS 14, *), on { } else { \(old) }", "if #available(iOS 14, *) { \(old) }",
    "if on, #available(iOS 14, *) { } else { \(old) }", "if #available(iOS 14, *) { }\n\(old)",
    "guard #available(iOS 14, *) else { exit(0) }\n\(old)",
    "if #unavailable(iOS 14) { } else { \(old) }",
  ])
  func `is no call that others may make`(text: String) {
    #expect(needs(text).map(\.onlyBefore) == [nil])
  }
}

@Suite struct `The camera as a source` {
  private static let picker = "let p = UIImagePickerController(); p.sourceType = .photoLibrary\n"

  @Test func `is not that of somebody else's label`() {
    let own = "enum Kind { case camera }\nfunc log(sourceType: Kind) {}\nlog(sourceType: .camera)"
    #expect(needs(Self.picker + own).isEmpty)
  }

  @Test(arguments: [
    "struct P { var sourceType: UIImagePickerController.SourceType }\nP(sourceType: .camera)",
    "struct P { @Binding var sourceType: UIImagePickerController.SourceType }\nP(sourceType: .camera)",
  ])
  func `is that of a view that holds a picker`(text: String) {
    #expect(needs(text).map(\.kind) == [.capture])
  }
}
