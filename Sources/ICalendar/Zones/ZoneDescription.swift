import Diagnostics
import ScheduleFormats
import Scheduling

/// A VTIMEZONE: its names and rules.
struct ZoneDescription {
  let calendar: Int
  /// The TZID.
  private(set) var name: String?
  /// Alternative names of the zone.
  private(set) var aliases: [String] = []
  private var observances: [Observance] = []

  init(calendar: Int) { self.calendar = calendar }

  /// Adds a property of the zone.
  mutating func take(_ property: ContentLine) {
    switch property.name {
    case "TZID": name = name ?? property.value.trimmed
    case "X-LIC-LOCATION", "TZID-ALIAS-OF": aliases.append(property.value.trimmed)
    default: break
    }
  }

  mutating func beginObservance() { observances.append(Observance()) }

  /// Adds a property of the current observance.
  mutating func takeOfObservance(_ property: ContentLine) {
    observances[observances.count - 1].take(property)
  }

  /// Returns the zone by its rules up to 2100; `nil` if they are invalid.
  ///
  /// Before the first onset it has the offset that the onset changes from.
  func zone() -> Zone? {
    var onsets: [(at: Instant, from: Int, to: Int)] = []
    for observance in observances {
      guard let own = observance.onsets() else { return nil }
      onsets += own
    }
    guard onsets.count <= Zone.mostChanges else { return nil }
    onsets.sort { $0.at < $1.at }
    guard let first = onsets.first else { return nil }
    return Zone(offset: first.from, changes: onsets.map { (at: $0.at, offset: $0.to) })
  }
}

/// A STANDARD or DAYLIGHT observance: an offset and its onsets.
private struct Observance {
  private var start: CivilDateTime?
  private var from: Int?
  private var to: Int?
  private var rules: [String] = []
  private var dates: [String] = []

  mutating func take(_ property: ContentLine) {
    switch property.name {
    case "DTSTART": start = WrittenStamp(property.value)?.local
    case "TZOFFSETFROM": from = Observance.offset(property.value.trimmed)
    case "TZOFFSETTO": to = Observance.offset(property.value.trimmed)
    case "RRULE" where !property.value.isEmpty && rules.count < Limits.rules:
      rules.append(property.value)
    case "RDATE" where !property.value.isEmpty && dates.count < Zone.mostChanges:
      dates += property.values
    default: break
    }
  }

  /// Returns the instants from which the offset applies; `nil` if a property is missing or invalid.
  func onsets() -> [(at: Instant, from: Int, to: Int)]? {
    guard let start, let from, let to else { return nil }
    var locals = dates.compactMap { WrittenStamp($0)?.local }
    guard locals.count == dates.count else { return nil }
    if rules.isEmpty { locals.append(start) }
    for text in rules {
      guard let own = Observance.times(of: text, from: start, offset: from) else { return nil }
      locals += own
      if locals.count > Zone.mostChanges { return nil }
    }
    return locals.map { (Instant(seconds: $0.localSeconds - Int64(from)), from, to) }
      .filter { $0.0 < Zone.lastChange }
  }

  /// Returns the local times of a rule, each on the clock before the onset.
  private static func times(of text: String, from start: CivilDateTime, offset: Int)
    -> [CivilDateTime]?
  {
    guard var rule = RecurrenceRule(text) else { return nil }
    if case .moment(.instant(let last))? = rule.until {
      let local = last.adding(seconds: Int64(offset))
      rule.until = .moment(.local(Zone.utc.civil(at: local)))
    }
    var element = ScheduleElement("onset", from: start)
    element.recurrence = .rule(rule)
    guard let occurrences = try? Occurrences(of: Schedule([element]), in: .utc) else { return nil }
    let end = Zone.lastChange.adding(seconds: 2 * 86_400)
    var starts: [Int64] = []
    let hasMore = occurrences.append(
      startsIn: .earliest..<end, to: &starts, limit: Zone.mostChanges)
    return hasMore ? nil : starts.map { Zone.utc.civil(at: Instant(seconds: $0)) }
  }

  /// Parses `+0100`, `-0330` or `+005328`, in seconds east of UTC.
  private static func offset(_ text: String) -> Int? {
    let digits = text.utf8.dropFirst()
    guard let sign = text.first, sign == "+" || sign == "-", digits.count == 4 || digits.count == 6,
      digits.allSatisfy({ 48...57 ~= $0 }), let number = Int(text.dropFirst())
    else { return nil }
    let clock = digits.count == 4 ? number * 100 : number
    let (hours, minutes, seconds) = (clock / 10_000, clock / 100 % 100, clock % 100)
    guard minutes < 60, seconds < 60 else { return nil }
    return (hours * 3600 + minutes * 60 + seconds) * (sign == "-" ? -1 : 1)
  }
}
