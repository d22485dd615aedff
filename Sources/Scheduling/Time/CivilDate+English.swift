extension CivilDate {
  package static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The date as `4 January 2024`.
  package var words: String { "\(dayAndMonth) \(year)" }

  /// The date without its year, as `4 January`.
  package var dayAndMonth: String {
    let (_, month, day) = parts
    return "\(day) \(CivilDate.monthNames[month - 1])"
  }
}

extension CivilDateTime {
  /// The date-time as `4 January 2024 08:00`.
  package var words: String { "\(date.words) \(time)" }

  /// The date alone if the time is midnight, otherwise the date-time.
  package var wordsOfBound: String { time == .midnight ? date.words : words }
}

extension LocalOrInstant {
  /// Returns the local time in the zone, if known, or else in UTC.
  package func words(in zone: Zone?, _ text: (CivilDateTime) -> String = { $0.words }) -> String {
    if let local = civil(inKnown: zone) { return text(local) }
    return "\(civil(in: .utc).words) UTC"
  }

  /// Returns the local time; `nil` for an instant without a known zone.
  package func civil(inKnown zone: Zone?) -> CivilDateTime? {
    switch (self, zone) {
    case (.local(let local), _): local
    case (.instant, let zone?): civil(in: zone)
    case (.instant, nil): nil
    }
  }
}

extension Zone {
  /// The zone as `New York time`; ids that are not locations stay unchanged.
  package var words: String {
    let parts = id.split(separator: "/")
    guard parts.count == 2, parts[0] != "Etc" else { return id }
    return parts[1].map { $0 == "_" ? " " : String($0) }.joined() + " time"
  }
}
