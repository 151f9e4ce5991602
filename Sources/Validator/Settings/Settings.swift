/// The thresholds that rules judge by.
package struct Settings: Sendable, Equatable {
  /// The longest movie that is still usual, in seconds.
  ///
  /// Camera files measured run 1.2 to 3.0 s.
  package var longestMovie = 3.5
  /// The shortest movie that can show motion, in seconds.
  package var shortestMovie = 0.5
  /// How far the displayed aspect ratios of the halves may differ, as a share.
  ///
  /// A clean aperture of 1308×980 beside a 4:3 still is 0.1 % off.
  package var aspectTolerance = 0.02
  /// How far the capture times of the halves may differ, in seconds.
  ///
  /// Camera pairs measured: 0 to 1 s.
  package var captureTimeTolerance = 5.0
  /// How far the places of the halves may differ, in metres.
  package var locationTolerance = 200.0
  /// Where GIF and APNG files are to be shown.
  package var animationPlace = AnimationPlace.homeScreen

  package init() {}
}

/// Where an app shows a GIF or an APNG.
package enum AnimationPlace: String, Sendable, CaseIterable {
  /// In a widget on the Home Screen, or in the app itself.
  case homeScreen = "home-screen"
  /// In a Live Activity or a widget on the Lock Screen.
  case lockScreen = "lock-screen"
}
