package import Validator

extension Rule {
  /// A usage text gives a purpose.
  package static let usageVague = Rule(
    "usage/vague",
    title: "a usage text gives a purpose",
    breaks: [.review],
    levels: .always(.warning),
    grade: .documented,
    sources: [
      .clearPurposeStrings, .reviewGuideline,
      .publication("https://github.com/EddyVerbruggen/SocialSharing-PhoneGap-Plugin/issues/1030"),
      .publication("https://github.com/MXCzkEVM/datadash-wallet/issues/183"),
    ],
    rationale: """
      Review rejects texts that only repeat what is asked for, or promise that the app will work \
      properly: “This app needs access to your photos.” They do not say what happens with the \
      photos.
      """,
    remedy: """
      Say in one sentence which feature uses it and what comes of it, if possible with an example: \
      “Lets you choose a video to turn into a Live Photo”.
      """,
    staysQuiet: """
      Texts with any word beyond the request, the resource and general promises; other languages, \
      but for their length; the short sentences of Chinese, Japanese, Korean and Thai from five \
      characters on; and keys other than those for photos, camera, microphone, location, contacts \
      and calendars, but for their length.
      """,
    symptoms: [.reviewRejected],
    check: .app { app, _ in
      app.judgeUsageTexts(wanted: "which feature uses it, and what for") { text in
        switch text.flaw {
        case .withoutPurpose:
          ("\(text.named) says what is asked for but not what for: \(quoted(text.text))", nil)
        case .short(let length, let least):
          (
            "\(text.named) has \(length) characters, fewer than \(least), beside the app's name: "
              + "\(quoted(text.text))", nil
          )
        default: nil
        }
      }
    })
}
