package import Validator

extension WallTime {
  /// The date and time as Exif has it: `2024:06:21 12:00:00` (Exif 2.32, 4.6.5).
  package var exifDate: String {
    let (date, time) = fields
    return "\(padded(date.0, 4)):\(padded(date.1)):\(padded(date.2)) "
      + "\(padded(time.0)):\(padded(time.1)):\(padded(time.2))"
  }

  /// The zone as Exif has it: `+01:00`; nil where it is not known (Exif 2.32, 4.6.5).
  package var exifZone: String? {
    zoneMinutes.map { zone in
      "\(zone < 0 ? "-" : "+")\(padded(abs(zone) / 60)):\(padded(abs(zone) % 60))"
    }
  }

  /// The date as cameras write it into movies, `2024-06-21T12:00:00+0100`; nil where the zone is
  /// not known, without which it would name another moment (measured on 43 movies).
  package var quickTimeDate: String? {
    guard let zone = exifZone else { return nil }
    let (date, time) = fields
    return "\(padded(date.0, 4))-\(padded(date.1))-\(padded(date.2))T"
      + "\(padded(time.0)):\(padded(time.1)):\(padded(time.2))" + zone.filter { $0 != ":" }
  }

  /// Year, month and day, and hour, minute and second, in the proleptic Gregorian calendar.
  private var fields: (date: (Int64, Int64, Int64), time: (Int64, Int64, Int64)) {
    let second = ((localSeconds % 86_400) + 86_400) % 86_400
    // Days since 1970 by years that begin in March, so that leap days come last (H. Hinnant,
    // "chrono-Compatible Low-Level Date Algorithms").
    let days = (localSeconds - second) / 86_400 + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (
      (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1),
      (second / 3_600, second / 60 % 60, second % 60)
    )
  }

  private func padded(_ number: some BinaryInteger, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
