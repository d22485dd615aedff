import Scheduling

/// The named events and the completions of a patient that are known at the moment of a report, in order of time.
struct KnownEvents {
  /// An event, whose time is the last one before a withdrawal.
  struct Event {
    /// The number among all events of its name, in order of recording, from 1; corrections keep it.
    let number: Int
    /// The time of the version that is current.
    let time: LocalOrInstant
    /// The times of earlier versions, the latest first, without the current time.
    let earlier: [LocalOrInstant]
    /// The current time as an instant.
    let instant: Instant
    /// Whether it has been withdrawn, so that nothing follows it.
    var isWithdrawn = false
  }

  /// The zone of the patient's clocks.
  let zone: Zone
  /// The events in order of time.
  private var events: [FollowedEvent: [Event]] = [:]
  /// The same without those that are withdrawn or at the time of another.
  private var distinct: [FollowedEvent: [Event]] = [:]

  /// Collects the events of a record.
  ///
  /// - Parameters:
  ///   - versions: The versions, in order of the record.
  ///   - moment: The time of the report: later versions are known only if their event is not later; `nil` for
  ///     all versions.
  ///   - zone: The zone of the patient's clocks.
  /// - Complexity: O(*n* log *n*) for *n* versions.
  init(_ versions: [NamedEvent], asOf moment: Instant?, in zone: Zone) {
    self.zone = zone
    for (name, all) in Dictionary(grouping: EventHistory.all(of: versions, in: zone), by: \.name) {
      let known = all.filter(\.isEvent).sorted().enumerated().compactMap { index, history in
        history.event(number: index + 1, asOf: moment, in: zone)
      }
      set(known, of: FollowedEvent(name, nil))
    }
  }

  /// Sets the events of a name, or the completions of a task.
  mutating func set(_ known: [Event], of source: FollowedEvent) {
    let all = known.sorted { ($0.instant, $0.number) < ($1.instant, $1.number) }
    events[source] = all
    let live = all.filter { !$0.isWithdrawn }
    distinct[source] = live.indices.filter { $0 == 0 || live[$0].instant != live[$0 - 1].instant }
      .map { live[$0] }
  }

  /// Returns whether the events of a name, or the completions of a task, are set.
  func has(_ source: FollowedEvent) -> Bool { events[source] != nil }

  /// Returns the events that a time is relative to, in order; of those at the same time only the first.
  func followed(by time: EventTime) -> [Event] { distinct[FollowedEvent(time)] ?? [] }

  /// Returns all events that a time is relative to, in order, withdrawn ones included.
  func all(of time: EventTime) -> [Event] { events[FollowedEvent(time)] ?? [] }

  /// Returns the event by which an element after another event ends: the same event if the end has its name,
  /// otherwise the first with the end's name that is not before it, or a later one if the end has a number;
  /// `nil` until there is one.
  func ending(_ event: Event, of start: EventTime, _ until: EventTime) -> Event? {
    if FollowedEvent(until) == FollowedEvent(start), until.count == nil { return event }
    return followed(by: until).filter { !$0.isBefore(event, in: zone) }
      .dropFirst((until.count ?? 1) - 1).first
  }

  /// Returns the event by which an element ends that starts at an instant.
  func ending(from start: Instant, _ until: EventTime) -> Event? {
    let start = Event(number: 0, time: .instant(start), earlier: [], instant: start)
    return followed(by: until).filter { !$0.isBefore(start, in: zone) }
      .dropFirst((until.count ?? 1) - 1).first
  }

  /// Returns the events of which earlier versions had other times, of some names or tasks.
  func moved(_ sources: [FollowedEvent]) -> [(source: FollowedEvent, event: Event)] {
    sources.flatMap { source in
      (events[source] ?? []).filter { !$0.earlier.isEmpty && !$0.isWithdrawn }.map { (source, $0) }
    }
  }

  /// Returns the events with another time of one of them.
  func moving(_ event: Event, of source: FollowedEvent, to time: LocalOrInstant) -> KnownEvents {
    var known = self
    let moved = Event(
      number: event.number, time: time, earlier: [], instant: time.instant(in: zone))
    let others = (events[source] ?? []).filter { $0.number != event.number }
    known.set(others + [moved], of: source)
    return known
  }
}

extension KnownEvents.Event {
  /// Whether only a date is known; an event at midnight of the patient's clock counts as one, since a date is
  /// kept as its midnight.
  private var isDate: Bool {
    if case .local(let local) = time { local.time == .midnight } else { false }
  }

  /// Returns whether the event is before another: by date if only the date of one is known.
  fileprivate func isBefore(_ other: KnownEvents.Event, in zone: Zone) -> Bool {
    isDate || other.isDate
      ? time.civil(in: zone).date < other.time.civil(in: zone).date : instant < other.instant
  }
}

/// The versions of one event.
private struct EventHistory: Comparable {
  /// The versions in order of recording.
  private var versions: [NamedEvent]
  private let position: Int
  private let first: (recorded: Instant, time: Instant)

  var name: String { versions[versions.count - 1].name }

  /// Whether it is more than a withdrawal of an unknown event.
  var isEvent: Bool { versions.contains { !$0.isDeleted } }

  private init(_ versions: [(position: Int, event: NamedEvent)], in zone: Zone) {
    let sorted = versions.sorted {
      ($0.event.recorded, $0.position) < ($1.event.recorded, $1.position)
    }
    self.versions = sorted.map(\.event)
    position = sorted[0].position
    first = (sorted[0].event.recorded, sorted[0].event.time.instant(in: zone))
  }

  /// Groups versions by id; those without an id are events of their own.
  static func all(of versions: [NamedEvent], in zone: Zone) -> [EventHistory] {
    var numbers: [String: Int] = [:]
    var groups: [[(position: Int, event: NamedEvent)]] = []
    for (position, event) in versions.enumerated() {
      if let id = event.id, let number = numbers[id] {
        groups[number].append((position, event))
      } else {
        if let id = event.id { numbers[id] = groups.count }
        groups.append([(position, event)])
      }
    }
    return groups.map { EventHistory($0, in: zone) }
  }

  /// Returns the event as known at a moment; `nil` if no version of it is known that has not been withdrawn.
  func event(number: Int, asOf moment: Instant?, in zone: Zone) -> KnownEvents.Event? {
    let known = versions.filter { $0.isKnown(asOf: moment, in: zone) }
    guard let current = known.last(where: { !$0.isDeleted }) else { return nil }
    var earlier: [LocalOrInstant] = []
    for version in known.reversed()
    where version.time != current.time && !earlier.contains(version.time) {
      earlier.append(version.time)
    }
    return KnownEvents.Event(
      number: number, time: current.time, earlier: earlier, instant: current.time.instant(in: zone),
      isWithdrawn: known.last?.isDeleted == true)
  }

  /// Orders by the first recording; events recorded together by their first time.
  static func < (a: EventHistory, b: EventHistory) -> Bool {
    (a.first.recorded, a.first.time, a.position) < (b.first.recorded, b.first.time, b.position)
  }

  static func == (a: EventHistory, b: EventHistory) -> Bool { a.position == b.position }
}

extension NamedEvent {
  /// Returns whether a version is known at the moment of a report: if it was recorded or its event happened by
  /// then, as for outcomes.
  func isKnown(asOf moment: Instant?, in zone: Zone) -> Bool {
    guard let moment else { return true }
    return isKnown(at: moment) || time.instant(in: zone) <= moment
  }
}
