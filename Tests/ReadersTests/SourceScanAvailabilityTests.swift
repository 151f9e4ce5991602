import Readers
import Testing
import Validator

@Suite struct `An availability check in sources` {
  private static let call = "_ = try Activity.request(attributes: a, content: c)"

  private func guards(_ text: String) -> [Bool] {
    SourceNeedScanner.needs(
      in: Array("import ActivityKit\n\(text)".utf8), file: FilePath("a"), language: .swift
    ).map(\.isGuardedByAvailability)
  }

  @Test(arguments: [
    "if #available(iOS 16.1, *) { \(call) }",
    "if #available(iOS 17, *), on { Task { \(call) } }",
    "if x {} else if #available(macOS 14, iOS 16.2, *) { \(call) }",
    "func f() { guard #available(iOS 16.1, *) else { return }\n \(call) }",
    "func f() { guard #available(iOS 16.1, *), a.contains(where: { if $0 { 1 } }) else { return }\n \(call) }",
    "guard #available(iOS 16.1, *) else { exit(0) }\n\(call)",
    "if #unavailable(iOS 16.1) { } else { \(call) }",
    "@available(iOS 16.1, *) func f(x: () -> Void = {}) throws { \(call) }",
    "@available(iOS 16.1, *)\n@MainActor final class A { let x = 1; func f() { \(call) } }",
    "@available(iOS, introduced: 16.1) extension A { static func f() { \(call) } }",
    "enum E { @available(iOS 16.1, *) class func f() { \(call) } }",
    "if #available(iOS 16.1, *) { if #available(iOS 15, *) { \(call) } }",
  ])
  func `covers the calls behind it`(text: String) {
    #expect(guards(text) == [true])
  }

  @Test(arguments: [
    call,
    "if #available(iOS 15, *) { \(call) }",
    "if #available(macOS 14, *) { \(call) }",
    "if #available(iOS 16.1, *) { } else { \(call) }",
    "if #available(iOS 16.1, *) { }\n\(call)",
    "if #unavailable(iOS 16.1) { \(call) }",
    "func f() { guard #available(iOS 16.1, *) else { return } }\nfunc g() { \(call) }",
    "guard #available(iOS 16.1, *) else { \(call) }",
    "struct A { @available(iOS 16.1, *) var x: Int; func f() { \(call) } }",
    "@available(iOS 16.1, *) func f() { }\nfunc g() { \(call) }",
    "@available(*, deprecated) func f() { \(call) }",
    "@available(iOS, deprecated: 17) func f() { \(call) }",
    "// if #available(iOS 16.1, *) {\n\(call)\n// }",
    "}}} \(call)",
  ])
  func `covers no other calls`(text: String) {
    #expect(guards(text) == [false])
  }

  @Test func `does not hide the call that stands without one`() {
    #expect(guards("if #available(iOS 16.1, *) { \(Self.call) }\n\(Self.call)") == [true, false])
  }
}
