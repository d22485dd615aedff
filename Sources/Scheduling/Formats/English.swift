/// The words that summaries are made of; they depend on no locale.
package enum English {
  /// `a`, `a and b`, `a, b and c`.
  package static func list(_ items: [String], _ conjunction: String = "and") -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}

extension Double {
  /// The number in the fewest digits, without a point where it is whole.
  package var words: String {
    Int64(exactly: self).map { "\($0)" } ?? description
  }
}

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

  /// The date alone where the time is a midnight.
  package var wordsOfBound: String { time == .midnight ? date.words : words }
}

extension Moment {
  /// The moment as a clock shows it: in the zone, where one is known, or in UTC.
  package func words(in zone: Zone?, _ text: (CivilDateTime) -> String = { $0.words }) -> String {
    if let local = civil(inKnown: zone) { return text(local) }
    return "\(civil(in: .utc).words) UTC"
  }

  /// What a clock shows; `nil` where that takes a zone and none is known.
  package func civil(inKnown zone: Zone?) -> CivilDateTime? {
    switch (self, zone) {
    case (.local(let local), _): local
    case (.instant, let zone?): civil(in: zone)
    case (.instant, nil): nil
    }
  }
}

extension Zone {
  /// The zone as `New York time`; names that are no places stay as they are.
  package var words: String {
    let parts = id.split(separator: "/")
    guard parts.count == 2, parts[0] != "Etc" else { return id }
    return parts[1].map { $0 == "_" ? " " : String($0) }.joined() + " time"
  }
}
