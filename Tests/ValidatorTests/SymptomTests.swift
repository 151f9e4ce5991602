import Testing
import Validator

@Suite struct `A symptom` {
  @Test(arguments: Symptom.allCases)
  func `is known by its own name, in any case`(symptom: Symptom) {
    #expect(Symptom.described(by: symptom.rawValue) == [symptom])
    #expect(Symptom.described(by: symptom.rawValue.uppercased()) == [symptom])
  }

  @Test(arguments: [
    ("3302", [Symptom.invalidResource]),
    ("-1", [.internalError]),
    ("Error Domain=PHPhotosErrorDomain Code=-1 \"(null)\"", [.internalError]),
    ("PHPhotosErrorDomain error \u{2212}1.", [.internalError]),
    ("The operation couldn’t be completed. (PHPhotosErrorDomain error 3303.)", [.missingResource]),
    ("it won't play, two ITEMS", [.twoItems, .longPressDoesNothing]),
    ("Long-press does nothing!", [.longPressDoesNothing]),
    ("saved but doesn't move", [.savedAsStill]),
    ("it doesn’t move", [.longPressDoesNothing]),
    ("isn't moving", [.longPressDoesNothing]),
    ("Motion not available", [.motionNotAvailable]),
    ("no motion on the lock screen", [.longPressDoesNothing, .motionNotAvailable]),
    ("plays the wrong video", [.wrongMotion]),
    ("the picture is rotated", [.turned]),
    ("shows two items in Immich", [.twoItems, .splitsElsewhere]),
  ])
  func `is understood in people's words`(words: String, symptoms: [Symptom]) {
    #expect(Symptom.described(by: words) == symptoms)
  }

  @Test(arguments: ["", "hello", "1", "42", "-2", "3301", "x-1", "Photos", "’’’", "---"])
  func `is not made up`(words: String) {
    #expect(Symptom.described(by: words).isEmpty)
  }

  @Test func `is suggested where most words are meant`() {
    let isSlip = { (typed: String, known: String) in typed == "itmes" && known == "item" }
    #expect(Symptom.nearest(to: "two itmes", isSlip: isSlip).first == .twoItems)
    #expect(Symptom.nearest(to: "zebra", isSlip: isSlip).isEmpty)
  }
}
