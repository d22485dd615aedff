import AdherenceAnalytics
import Diagnostics
import ScheduleFormats
import Scheduling

/// Writes an element and the changes of its occurrences.
struct ComponentLines {
  private let planned: PlannedElement
  private let times: ElementTimes
  private let uid: String
  private let kind: Component.Kind
  private let extras: PlanExtras
  /// The outcomes of single occurrences of a to-do.
  private let outcomes: [OccurrenceKey: Outcome]
  /// The outcome of the to-do as a whole.
  private let latest: Outcome?

  init(
    _ planned: PlannedElement, _ times: ElementTimes, uid: String, _ kind: Component.Kind,
    _ extras: PlanExtras, outcomes: [OccurrenceKey: Outcome], latest: Outcome?
  ) {
    (self.planned, self.times, self.uid, self.kind) = (planned, times, uid, kind)
    (self.extras, self.outcomes, self.latest) = (extras, outcomes, latest)
  }

  /// Returns the series and its changes in order.
  func lines() throws(InputError) -> [ContentLine] {
    var lines = series
    for key in changedKeys { lines += try change(of: key) }
    return lines
  }

  private var head: [ContentLine] {
    let recorded = planned.task.recordedAt.map { WrittenClock.utc.text(Zone.utc.civil(at: $0)) }
    return [
      .begin(kind.rawValue), ContentLine(name: "UID", value: ContentLine.escaped(uid)),
      ContentLine(name: "DTSTAMP", value: recorded ?? "19700101T000000Z"),
    ] + (recorded.map { [ContentLine(name: "LAST-MODIFIED", value: $0)] } ?? [])
  }

  private var series: [ContentLine] {
    var lines = head
    if let start = times.start {
      lines.append(times.clock.line("DTSTART", [start]))
      lines += length(planned.element.duration)
    }
    lines += times.rules.map { ContentLine(name: "RRULE", value: "\($0)") }
    lines += dates
    lines += times.exceptions.pieces.map { times.clock.line("EXDATE", $0) }
    lines += textLines
    if planned.isCancelled { lines.append(ContentLine(name: "STATUS", value: "CANCELLED")) }
    if let own = single {
      lines += outcomes[own]?.lines ?? []
    } else {
      lines += latest?.lines ?? []
    }
    return lines + (extras.line.map { [$0] } ?? []) + [.end(kind.rawValue)]
  }

  /// The key of the only occurrence; `nil` if there is not exactly one.
  private var single: OccurrenceKey? {
    guard times.rules.isEmpty, times.additions.isEmpty, times.exceptions.isEmpty,
      let start = times.start
    else { return nil }
    return OccurrenceKey(element: planned.element.id, nominal: start)
  }

  /// Returns DURATION, omitted for all-day occurrences of one day.
  private func length(_ duration: ISODuration) -> [ContentLine] {
    let isPlain = duration.isZero || duration.months > 0
    return isPlain ? [] : [ContentLine(name: "DURATION", value: duration.calendarText)]
  }

  /// The RDATEs with and without a length of their own.
  private var dates: [ContentLine] {
    let plain = times.additions.filter { $0.length == nil }.map(\.time)
    let periods = times.additions.compactMap { addition in
      addition.length.map { "\(times.clock.period(addition.time))/\($0.calendarText)" }
    }
    return plain.pieces.map { times.clock.line("RDATE", $0) }
      + periods.pieces.map { texts in
        var line = times.clock.periodClock.line("RDATE", [])
        line.value = texts.joined(separator: ",")
        line.parameters["VALUE"] = "PERIOD"
        return line
      }
  }

  private var textLines: [ContentLine] {
    let task = planned.task
    func text(_ name: String, _ text: String?) -> [ContentLine] {
      text.map { [ContentLine(name: name, value: ContentLine.escaped($0))] } ?? []
    }
    var lines = text("SUMMARY", task.title) + text("DESCRIPTION", task.instructions)
    let tags = task.tags.map(ContentLine.escaped).joined(separator: ",")
    if !tags.isEmpty { lines.append(ContentLine(name: "CATEGORIES", value: tags)) }
    lines += task.notes.flatMap { text("COMMENT", $0.content) }
    for (name, value) in task.userInfo.sorted(by: { $0.key < $1.key }) where name.isProperty {
      let line = ContentLine(name: name, value: value)
      lines.append(line.isText ? ContentLine(name: name, value: ContentLine.escaped(value)) : line)
    }
    return lines
  }
}

// Changes.
extension ComponentLines {
  /// The keys of occurrences with changes other than being added.
  private var changedKeys: [OccurrenceKey] {
    let changed = planned.overrides.filter { key, override in
      var plain = Schedule.Override(isAdded: override.isAdded)
      // RDATE holds the duration.
      let isAdded = override.isAdded && planned.own.occurrence(for: key)?.isAddition == true
      if isAdded { plain.duration = override.duration }
      let isUnchanged = override == plain
      guard !isUnchanged, let row = planned.own.occurrence(for: key) else { return false }
      return override.isCancelled || !planned.isOnHold(row)
    }.map(\.key)
    let done = outcomes.keys.filter { $0 != single && planned.own.occurrence(for: $0) != nil }
    return Set(changed + done).sorted { $0.nominal < $1.nominal }
  }

  private func change(of key: OccurrenceKey) throws(InputError) -> [ContentLine] {
    guard let row = planned.own.occurrence(for: key) else { return [] }
    if key.isSecondPass {
      throw planned.error(
        "RECURRENCE-ID refers to the first of two equal local times", "overrides.\(key)")
    }
    let override = planned.own.schedule.overrides[key] ?? Schedule.Override()
    let planned = self.planned.bare.occurrence(for: key) ?? row
    let id = times.time(ofKey: key, planned)
    var lines = head + [times.clock.line("RECURRENCE-ID", [id])]
    // RFC 5545 requires DTSTART in changes, and some readers fail without it.
    lines += start(of: row, override, id)
    if override.isCancelled {
      lines.append(ContentLine(name: "STATUS", value: "CANCELLED"))
    } else {
      if let text = override.text {
        lines.append(ContentLine(name: "SUMMARY", value: ContentLine.escaped(text)))
      }
      lines += outcomes[key]?.lines ?? []
    }
    var extras = PlanExtras()
    (extras.window, extras.targets) = (override.window, override.targets)
    return lines + (extras.line.map { [$0] } ?? []) + [.end(kind.rawValue)]
  }

  /// Returns DTSTART and DURATION of a change.
  private func start(of row: Occurrence, _ override: Schedule.Override, _ id: CivilDateTime)
    -> [ContentLine]
  {
    let element = planned.element
    let length = override.duration ?? element.duration
    var (clock, local) = (times.clock, id)
    switch override.start {
    case .local(let own) where clock == .date || clock == .floating:
      (clock, local) = (.floating, own)
    case .local, .instant: (clock, local) = (.utc, Zone.utc.civil(at: row.start))
    case nil: break
    }
    guard element.isAllDay else { return [clock.line("DTSTART", [local])] + self.length(length) }
    // A date lasts whole days; otherwise a time with an exact duration is written.
    let isDate = clock == .date || clock == .floating && local.time == .midnight
    let lastsDays = length.seconds == 0 && (length.days > 0 || override.duration == nil)
    if isDate, lastsDays {
      let days = ISODuration(days: max(1, length.days))
      return [WrittenClock.date.line("DTSTART", [local])] + self.length(days)
    }
    let exact = override.duration ?? ISODuration(seconds: Int(planned.own.end(of: row) - row.start))
    let timed = clock == .date ? .floating : clock
    return [timed.line("DTSTART", [local])] + self.length(exact)
  }
}

extension Outcome {
  /// COMPLETED or PERCENT-COMPLETE.
  fileprivate var lines: [ContentLine] {
    let percent = values.first { $0.units == Completion.unit }?.amount ?? 100
    let whole = min(100, max(0, percent.isFinite ? Int(percent) : 0))
    let stamp = time.map { WrittenClock.utc.text(Zone.utc.civil(at: $0)) }
    let done = whole == 100 ? [ContentLine(name: "STATUS", value: "COMPLETED")] : []
    return (whole == 100 ? stamp.map { [ContentLine(name: "COMPLETED", value: $0)] } ?? [] : [])
      + [ContentLine(name: "PERCENT-COMPLETE", value: "\(whole)")] + done
  }
}

extension WrittenClock {
  /// The clock of the times in a PERIOD, which cannot be dates.
  fileprivate var periodClock: WrittenClock { self == .date ? .floating : self }

  fileprivate func period(_ local: CivilDateTime) -> String { periodClock.text(local) }
}

extension Array {
  /// The array in chunks that fit a line.
  fileprivate var pieces: [[Element]] {
    stride(from: 0, to: count, by: 1000).map { Array(self[$0..<Swift.min($0 + 1000, count)]) }
  }
}

extension String {
  /// Whether it is the name of a property that is kept in the user info.
  var isProperty: Bool {
    if ["LOCATION", "URL", "CLASS", "PRIORITY"].contains(self) { return true }
    return hasPrefix("X-") && self != PlanExtras.property
      && utf8.allSatisfy { 65...90 ~= $0 || 48...57 ~= $0 || $0 == UInt8(ascii: "-") }
  }
}

/// The type and time zone of a component's date-times.
enum WrittenClock: Hashable {
  /// Dates.
  case date
  case floating
  case utc
  case zone(Zone)

  /// Determines the clock of an element; elapsed time is in UTC.
  init(of element: ScheduleElement) {
    if element.isAllDay {
      self = .date
    } else if element.followsElapsedTime {
      self = .utc
    } else if case .fixed(let zone) = element.clockBinding {
      self = zone == .utc ? .utc : .zone(zone)
    } else {
      self = .floating
    }
  }

  /// The time zone that needs a VTIMEZONE.
  var zone: Zone? { if case .zone(let zone) = self { zone } else { nil } }

  /// Returns a property of local times.
  func line(_ name: String, _ times: [CivilDateTime]) -> ContentLine {
    var line = ContentLine(name: name, value: times.map(text).joined(separator: ","))
    switch self {
    case .date: line.parameters["VALUE"] = "DATE"
    case .zone(let zone): line.parameters["TZID"] = zone.calendarName
    case .floating, .utc: break
    }
    return line
  }

  /// Returns the text of a local time.
  func text(_ local: CivilDateTime) -> String {
    switch self {
    case .date: local.basic(isDate: true)
    case .floating, .zone: local.basic(isDate: false)
    case .utc: local.basic(isDate: false) + "Z"
    }
  }
}

extension ScheduleElement {
  /// Whether it repeats at elapsed intervals.
  var followsElapsedTime: Bool {
    if case .every(let period) = recurrence { return !period.isCivil }
    return false
  }
}

extension Zone {
  /// The TZID of the zone.
  ///
  /// A zone without an IANA name gets a checksum of its offsets, which would be too long as a name.
  ///
  /// Safe: FNV-1a wraps.
  var calendarName: String {
    guard id.utf8.contains(UInt8(ascii: ";")) else { return id }
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in id.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "Offsets-" + String(sum, radix: 16)
  }
}
