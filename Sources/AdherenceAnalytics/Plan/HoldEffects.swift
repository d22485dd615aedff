import Scheduling

/// A range of time in which the clock of a schedule is stopped.
struct Pause {
  var from: LocalOrInstant
  /// The end (exclusive); `nil` if the clock never resumes.
  var to: LocalOrInstant?
}

/// The effects of a task's holds on its whole plan.
struct HoldEffects {
  private let zone: Zone
  /// The ends of plans, in order.
  private var ends: [LocalOrInstant] = []
  /// The pauses of clocks, sorted, disjoint and non-adjacent.
  private var pauses: [Pause] = []

  /// Whether there are no effects.
  var isEmpty: Bool { ends.isEmpty && pauses.isEmpty }

  init(_ holds: [Hold], in zone: Zone) {
    self.zone = zone
    guard !holds.isEmpty else { return }
    ends = holds.filter { $0.mode == .truncate }.map(\.from).sorted {
      $0.instant(in: zone) < $1.instant(in: zone)
    }
    let extending = holds.filter { $0.mode == .extend }.map { Pause(from: $0.from, to: $0.to) }
    pauses = joined(extending)
  }

  private func joined(_ pauses: [Pause]) -> [Pause] {
    var joined: [Pause] = []
    for pause in pauses.sorted(by: { begin($0) < begin($1) }) {
      if let last = joined.last, begin(pause) <= end(last) {
        if end(last) < end(pause) { joined[joined.count - 1].to = pause.to }
      } else if begin(pause) < end(pause) {
        joined.append(pause)
      }
    }
    return joined
  }

  private func begin(_ pause: Pause) -> Instant { pause.from.instant(in: zone) }
  private func end(_ pause: Pause) -> Instant { pause.to?.instant(in: zone) ?? .latest }
}

extension HoldEffects {
  /// Returns a version truncated by holds, and the pauses of its clock.
  ///
  /// - Parameters:
  ///   - version: The version.
  ///   - began: The start of its clock, if that is before the version became effective.
  /// - Returns: The version and its pauses, in order.
  func apply(
    to version: VersionInForce<CareTask>, began: LocalOrInstant?
  ) -> (VersionInForce<CareTask>, [Pause]) {
    var version = version
    let from = version.from?.instant(in: zone) ?? .earliest
    version.to = version.to.earlier(of: ends.first { from <= $0.instant(in: zone) }, in: zone)
    guard let start = began ?? version.begin(in: zone) else { return (version, []) }
    var own: [Pause] = []
    for pause in pauses where start.instant(in: zone) < end(pause) {
      let to = version.to?.instant(in: zone) ?? .latest
      guard begin(pause) < to else { break }
      guard pause.to != nil else {
        version.to = begin(pause) < from ? version.from ?? pause.from : pause.from
        break
      }
      own.append(begin(pause) < start.instant(in: zone) ? delay(start, by: pause) : pause)
    }
    return (version, own)
  }

  /// Returns a pause that is in progress when a clock starts, with its length rounded up to whole days, so
  /// that times of day are kept.
  private func delay(_ start: LocalOrInstant, by pause: Pause) -> Pause {
    let (from, to) = (start.civil(in: zone), pause.to?.civil(in: zone) ?? .last)
    let seconds = (to.localSeconds - from.localSeconds).roundedUpToDays
    return Pause(from: start, to: .local(from.adding(seconds: seconds)))
  }
}

extension VersionInForce<CareTask> {
  /// Returns the start of the version's clock: when it becomes effective, but not before its first anchor.
  func begin(in zone: Zone) -> LocalOrInstant? {
    let anchors = record.schedule.elements.map { element -> LocalOrInstant in
      guard case .fixed(let own) = element.clockBinding else {
        return .local(element.anchor(in: zone))
      }
      return .instant(own.firstInstant(atOrAfter: element.anchor(in: own)))
    }
    let first = anchors.min { $0.instant(in: zone) < $1.instant(in: zone) }
    guard let first, let from else { return first }
    return first.instant(in: zone) < from.instant(in: zone) ? from : first
  }

  /// Returns whether the version continues another: the same elements repeat from the same anchors.
  func continues(_ other: VersionInForce) -> Bool {
    record.schedule.elements.map(\.repetition) == other.record.schedule.elements.map(\.repetition)
  }
}

extension ScheduleElement {
  /// The element without the properties that may be edited while its clock continues.
  fileprivate var repetition: ScheduleElement {
    var element = ScheduleElement(id, from: start)
    element.isAllDay = isAllDay
    element.clockBinding = clockBinding
    element.recurrence = recurrence
    element.times = times
    return element
  }
}

extension Int64 {
  /// The seconds rounded up to whole days; 0 for negative values.
  var roundedUpToDays: Int64 { Swift.max(0, (self + 86_399) / 86_400) * 86_400 }
}
