extension Zone {
  /// Creates the zone of clocks that no name is known of: the offset at first, and each change of it.
  ///
  /// Its ``id`` lists them, as `-05:00;2007-03-11T07:00:00Z=-04:00;2007-11-04T06:00:00Z=-05:00`, and reads
  /// back as the same zone. Unlike a journey's, the changes are those of a government: what clocks skip is
  /// moved on by as much as they are. Where summer time comes and goes by one rule up to 2100, the rule is
  /// the last part, as POSIX has it: `-05:00;2007-03-11T07:00:00Z=<-05>5<-04>4,M3.2.0,M11.1.0`. There is none
  /// where an offset is more than 18 hours, or a change lies outside the calendar.
  ///
  /// - Parameters:
  ///   - initialOffset: The seconds east of UTC before the first change.
  ///   - changes: The changes in order of their moments, of which those from 2100 on are left out.
  package init?(offset initialOffset: Int, changes: [(at: Instant, offset: Int)]) {
    var kept: [OffsetChange] = []
    for change in changes where change.at < Zone.lastChange {
      // Of several at one moment the last counts.
      if kept.last?.at == change.at.seconds { kept.removeLast() }
      let last = kept.last?.offset ?? Int64(initialOffset)
      if change.offset != last { kept.append((change.at.seconds, Int64(change.offset))) }
    }
    let isKnown = kept.allSatisfy { Instant(seconds: $0.at) > .earliest && $0.offset.isOffset }
    guard Int64(initialOffset).isOffset, isKnown else { return nil }
    self = Zone(offset: Int64(initialOffset), kept)
  }

  private init(offset initialOffset: Int64, _ changes: [OffsetChange]) {
    let (listed, rule) = Zone.summed(changes)
    let parts =
      listed.map { "\(Instant(seconds: $0.at))=\($0.offset.clock)" }
      + (rule.map { ["\(Instant(seconds: changes[listed.count].at))=\($0)"] } ?? [])
    let first = initialOffset.clock
    if parts.isEmpty, initialOffset == 0 {
      self = .utc
      return
    }
    self.init(
      id: parts.isEmpty ? "UTC\(first)" : ([first] + parts).joined(separator: ";"),
      table: OffsetTable(initialOffset: initialOffset, changes: changes))
  }

  /// Rules are followed up to this moment, 2100-01-01T00:00:00Z.
  package static let lastChange = Instant(seconds: 4_102_444_800)

  /// Whether an ``id`` lists offsets.
  package static func isOfOffsets(_ id: String) -> Bool {
    id.utf8.contains(UInt8(ascii: ";"))
      && (id.utf8.first == UInt8(ascii: "+") || id.utf8.first == UInt8(ascii: "-"))
  }

  /// Reads an ``id`` that lists offsets; `nil` where it does not, or not in order.
  static func ofOffsets(_ id: String) -> Zone? {
    let parts = id.split(separator: ";", omittingEmptySubsequences: false)
    guard let initialOffset = Int64(clock: parts[0]), parts.count <= mostChanges else {
      return nil
    }
    var changes: [OffsetChange] = []
    for (place, part) in parts.enumerated().dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, let at = Instant(pair[0]), at > .earliest, at < lastChange,
        at.seconds > changes.last?.at ?? .min
      else { return nil }
      if let offset = Int64(clock: pair[1]) {
        changes.append((at.seconds, offset))
      } else if place == parts.count - 1, let rule = ZoneRule(pair[1]) {
        changes += rule.changes(from: at.seconds)
      } else {
        return nil
      }
    }
    let isInOrder = zip(changes, changes.dropFirst()).allSatisfy { $0.at < $1.at }
    return changes.isEmpty || !isInOrder ? nil : Zone(offset: initialOffset, changes)
  }

  /// More changes than these, ten a year for a thousand years, are refused.
  package static let mostChanges = 10_000
}

/// A moment and the seconds east of UTC from then on.
private typealias OffsetChange = (at: Int64, offset: Int64)

// Changes by one rule.
extension Zone {
  /// The changes before those that are one rule's up to the end, and the rule; all where none is.
  private static func summed(_ changes: [OffsetChange]) -> ([OffsetChange], rule: String?) {
    guard changes.count > 8, let rule = yearlyRule(changes), let parsed = ZoneRule(rule) else {
      return (changes, nil)
    }
    let ruled = Array(parsed.changes(from: changes[0].at).reversed())
    let shared = zip(changes.reversed(), ruled).prefix { $0 == $1 }.count
    let first = changes.count - shared
    guard shared > 8, parsed.changes(from: changes[first].at).count == shared else {
      return (changes, nil)
    }
    return (Array(changes[..<first]), rule)
  }

  /// The rule that the last two changes may be of.
  ///
  /// The weeks of a month tell which of a weekday it is; the fifth is the last of its month.
  private static func yearlyRule(_ changes: [OffsetChange]) -> String? {
    let last = Array(changes.suffix(60))
    let ends = last.indices.filter { last[$0].offset == last[last.count - 1].offset }
    let begins = last.indices.filter { !ends.contains($0) && $0 > 0 }
    guard let from = begins.last, let to = ends.last, to > 0 else { return nil }
    let (summer, winter) = (last[from].offset, last[to].offset)
    func day(_ places: [Int], before offset: Int64) -> String {
      let days = places.map { CivilDateTime(clamping: last[$0].at + offset) }
      let latest = days.map(\.date.day).max() ?? 1
      let earliest = days.map(\.date.day).min() ?? 1
      let week = latest > 28 && earliest > 21 ? 5 : (latest + 6) / 7
      let day = days[days.count - 1]
      let time = day.time.secondOfDay
      let clock = time == 7200 ? "" : "/\(CivilTime(secondOfDay: time).ruleText)"
      return ",M\(day.date.month).\(week).\((day.date.weekday.rawValue + 1) % 7)\(clock)"
    }
    let names = "\(winter.posixZone)\(summer.posixZone)"
    return names + day(begins, before: winter) + day(ends.filter { $0 > 0 }, before: summer)
  }
}

extension ZoneRule {
  /// The changes from one on that is among them, or from the next, up to 2100.
  fileprivate func changes(from first: Int64) -> [OffsetChange] {
    let year = CivilDateTime(clamping: first).date.year
    return (max(1, year - 1)...2100).flatMap { changes(in: $0) }
      .filter { first <= $0.at && $0.at < Zone.lastChange.seconds }
  }
}

extension Int64 {
  /// Whether it can be an offset: 18 hours or less, more than any zone has had.
  fileprivate var isOffset: Bool { magnitude <= 64_800 }

  /// Seconds east of UTC as `+01:00` or `+00:53:28`.
  fileprivate var clock: String {
    let seconds = Int(magnitude)
    let text = "\((seconds / 3600).padded(2)):\((seconds / 60 % 60).padded(2))"
    let rest = seconds % 60 == 0 ? "" : ":\((seconds % 60).padded(2))"
    return (self < 0 ? "-" : "+") + text + rest
  }

  /// Reads what ``clock`` writes.
  fileprivate init?(clock text: some StringProtocol) {
    var scanner = TextScanner(text)
    let isWest = scanner.isNext("-")
    guard scanner.skip("-") || scanner.skip("+"), let hours = scanner.digits(2), scanner.skip(":"),
      let minutes = scanner.digits(2), let seconds = scanner.skip(":") ? scanner.digits(2) : 0,
      scanner.isAtEnd, hours < 24, minutes < 60, seconds < 60
    else { return nil }
    self = Int64(isWest ? -1 : 1) * Int64(hours * 3600 + minutes * 60 + seconds)
  }

  /// An offset as a zone of POSIX, whose sign is that of the west: `<-05>5`.
  fileprivate var posixZone: String {
    let seconds = Int(magnitude)
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    let name = "<\(self < 0 ? "-" : "+")\(hours.padded(2))\(minutes == 0 ? "" : minutes.padded(2))>"
    let tail = rest == 0 ? "" : ":\(rest.padded(2))"
    let clock = "\(hours)\(minutes == 0 && rest == 0 ? "" : ":\(minutes.padded(2))\(tail)")"
    return name + (self > 0 ? "-" : "") + clock
  }
}

extension CivilTime {
  /// The time as rules of POSIX have it: `3`, `2:30`.
  fileprivate var ruleText: String {
    let tail = second == 0 ? "" : ":\(second.padded(2))"
    return "\(hour)" + (minute == 0 && second == 0 ? "" : ":\(minute.padded(2))\(tail)")
  }
}
