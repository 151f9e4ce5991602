import Validator
import Writers

extension Mutant {
  static let capture: [Mutant] = [
    Mutant(
      "the movie's creation date is 10 minutes later", own: "capture/time-differs",
      .recipe { $0.movie.replaceMetadata("creationdate", by: "2024-06-21T12:10:00+0100") }),
    Mutant(
      "the movie's creation date is in another zone", own: "capture/time-differs",
      .recipe { $0.movie.replaceMetadata("creationdate", by: "2024-06-21T12:00:00+0200") }),
    Mutant(
      "the still was taken 6 s earlier", own: "capture/time-differs",
      .recipe { $0.still.exif.captureTime = "2024:06:21 11:59:54" }),
    Mutant(
      "the movie's header date is another, with no creation date", own: "capture/time-differs",
      .recipe {
        $0.movie.removeMetadata("creationdate")
        $0.movie.creationTime += 600
      }),
    Mutant(
      "the movie's model is another", own: "capture/device-differs",
      .recipe { $0.movie.replaceMetadata("model", by: "iPhone 12") }),
    Mutant(
      "the still's make is another", own: "capture/device-differs",
      .recipe { $0.still.exif.make = "Canon" }),
    Mutant(
      "the movie's software is another", own: "capture/software-differs",
      .recipe { $0.movie.replaceMetadata("software", by: "17.5") }),
    Mutant(
      "the still's software is another", own: "capture/software-differs",
      .recipe { $0.still.exif.software = "GIMP 2.10.34" }),
    Mutant(
      "the movie's place is 20 km off", own: "capture/location-differs",
      .recipe {
        $0.movie.replaceMetadata("location.ISO6709", by: "+51.4787-000.2956+010.000/")
      }),
    Mutant(
      "the still's place is 250 m off", own: "capture/location-differs",
      .recipe { $0.still.exif.place?.latitude += 0.00225 }),
    Mutant(
      "the MakerNote holds the identifier alone", own: "capture/synthetic",
      .recipe {
        $0.still.exif.makerNote = AppleMakerNote.generated(identifier: Shot.identifier).bytes
      }
    ),
    Mutant(
      "the still-image transform is the identity", own: "capture/synthetic",
      .recipe {
        $0.movie.timedTracks[1] = .stillTime(
          at: Shot.stillTime, transform: [1, 0, 0, 0, 1, 0, 0, 0, 1])
      }),
  ]
}
