import Scheduling

/// A stretch in which the clock of a schedule stands still.
struct Pause {
  var from: Moment
  /// `nil` where the clock never goes on.
  var to: Moment?
}

/// What the holds of a task do to its plan as a whole.
struct HoldEffects {
  private let zone: Zone
  /// When plans end, in order.
  private var ends: [Moment] = []
  /// When clocks stand still, in order; neither touching nor overlapping.
  private var pauses: [Pause] = []

  /// Whether no plan is changed.
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
  /// A version in force, cut short where a hold ends it, and the pauses of its clock.
  ///
  /// - Parameters:
  ///   - version: The version.
  ///   - began: When its clock began to go, if that was before the version came into force.
  /// - Returns: The version and its pauses, in order.
  func apply(
    to version: VersionInForce<CareTask>, began: Moment?
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

  /// A pause that is under way as a clock begins delays it by whole days, so that what is planned for
  /// mornings stays in the mornings.
  private func delay(_ start: Moment, by pause: Pause) -> Pause {
    let (from, to) = (start.civil(in: zone), pause.to?.civil(in: zone) ?? .last)
    let seconds = (to.localSeconds - from.localSeconds).roundedUpToDays
    return Pause(from: start, to: .local(from.adding(seconds: seconds)))
  }
}

extension VersionInForce<CareTask> {
  /// When the version's clock begins to go: as it comes into force, but not before its first anchor.
  func begin(in zone: Zone) -> Moment? {
    let anchors = record.schedule.elements.map { element -> Moment in
      guard case .fixed(let own) = element.frame else { return .local(element.anchor(in: zone)) }
      return .instant(own.firstInstant(atOrAfter: element.anchor(in: own)))
    }
    let first = anchors.min { $0.instant(in: zone) < $1.instant(in: zone) }
    guard let first, let from else { return first }
    return first.instant(in: zone) < from.instant(in: zone) ? from : first
  }

  /// Whether the version only goes on with another's: the same elements repeat from the same anchors.
  func continues(_ other: VersionInForce) -> Bool {
    record.schedule.elements.map(\.repetition) == other.record.schedule.elements.map(\.repetition)
  }
}

extension ScheduleElement {
  /// The element without what can be edited while its clock goes on.
  fileprivate var repetition: ScheduleElement {
    var element = ScheduleElement(id, from: start)
    element.isAllDay = isAllDay
    element.frame = frame
    element.recurrence = recurrence
    element.times = times
    return element
  }
}

extension Int64 {
  /// The seconds of so many days that are no shorter; 0 for less than nothing.
  var roundedUpToDays: Int64 { Swift.max(0, (self + 86_399) / 86_400) * 86_400 }
}
