import Scheduling

/// The dating of a task in which each occurrence follows the completion of the one before.
struct ChainDating {
  private(set) var record: CareRecord
  private let task: String
  private let events: KnownEvents
  private let results: TaskResults
  private let limits: PlanLimits
  private let moment: Instant?
  /// The positions of the outcomes that occurrences have used.
  private var used: Set<Int> = []
  private var lastUsed = Int64.min
  /// The passes of earlier versions.
  private var passes: [ChainPass] = []

  init(
    _ record: CareRecord, _ task: String, _ events: KnownEvents, _ history: OutcomeHistory,
    asOf moment: Instant?, _ limits: PlanLimits
  ) {
    (self.record, self.task, self.events) = (record, task, events)
    (self.limits, self.moment) = (limits, moment)
    results = TaskResults(
      of: task, in: record.outcomes, history, asOf: moment, limits.zone)
  }

  /// Dates the versions of the task in order of time.
  mutating func run() {
    let positions = record.tasks.indices.filter { record.tasks[$0].id == task }
    let versions = positions.map { record.tasks[$0] }
    let inForce = versions.indicesInForce(in: limits.zone)
    let ranges = versions.inForce(in: limits.zone)
    for (index, range) in zip(inForce, ranges) { date(positions[index], range) }
    for index in positions where record.tasks[index].schedule.followsEvents {
      record.tasks[index].schedule.elements.removeAll(where: \.isChain)
    }
  }

  private mutating func date(_ index: Int, _ version: VersionInForce<CareTask>) {
    guard let element = version.record.schedule.elements.first, element.isChain,
      let rule = element.after
    else { return }
    let clock = ChainClock(element, rule, in: element.clock(limits.zone))
    let holds = record.holds.filter { $0.concerns(version.record) }
    let (version, pauses) = HoldEffects(holds, in: limits.zone).apply(to: version, began: nil)
    var limits = limits(of: version, clock, holds, pauses)
    let until = end(of: element, rule, clock)
    if let until { limits.end(at: until) }
    let own = record.outcomes.names.known(element.id)
    let intake = ChainIntake(
      results, element: own, version.record, except: used,
      isPlain: record.outcomes.details.isEmpty)
    var pass = ChainPass(clock, limits, intake, results, record.outcomes)
    let dated = pass.element()
    record.tasks[index].eventsMissing = pass.hasStarted ? [] : [FollowedEvent(task, .taken)]
    record.tasks[index].schedule.elements = [dated?.ending(at: until, in: clock.zone)].compactMap(
      \.self)
    setKeys(pass.used, clock, version)
    if version.to != nil { passes.append(pass) }
  }

  /// Returns the occurrences since an element's start that earlier versions have dated.
  private func earlier(since start: Int64) -> ChainPass.Dated {
    passes.reduce(into: ChainPass.Dated()) { sum, pass in
      let dated = pass.dated(since: start)
      sum.occurrences = (sum.occurrences ?? 0) + (dated.occurrences ?? 0)
      sum.completions += dated.completions
    }
  }

  /// Returns when the element ends by an event or the completions of another task, in seconds; `nil` if open.
  private func end(of element: ScheduleElement, _ rule: EventAnchor, _ clock: ChainClock) -> Int64?
  {
    guard let until = rule.until, !until.isOwnTask else { return nil }
    let begin = clock.first?.start ?? results.all.first { !$0.isNegative }?.time
    let event = begin.flatMap { events.ending(from: Instant(seconds: $0), until) }
    let end = event.flatMap { element.end(of: until, $0, events.zone, clock.zone) }
    return end?.instant(in: clock.zone).seconds
  }

  private func limits(
    of version: VersionInForce<CareTask>, _ clock: ChainClock, _ holds: [Hold], _ pauses: [Pause]
  ) -> ChainPass.Limits {
    let zone = limits.zone
    let from = version.from?.instant(in: zone).seconds ?? .min
    let to = version.to.earlier(of: clock.plain.end, in: zone)?.instant(in: zone).seconds ?? .max
    let last = results.all.last { !$0.isNegative && $0.time < from }?.time ?? .min
    let known = max(last, lastUsed)
    return ChainPass.Limits(
      range: from..<max(from, to), now: moment?.seconds ?? results.all.last?.time ?? .min,
      pauses: pauses.compactMap { pause in
        pause.to.map {
          pause.from.instant(in: zone)
            .seconds..<max(pause.from.instant(in: zone).seconds, $0.instant(in: zone).seconds)
        }
      },
      suspensions: holds.filter { $0.mode == .exclude || $0.mode == .notMonitored }
        .map { $0.interval(in: zone) },
      completions: clock.rule.until.flatMap { $0.isOwnTask ? $0.count ?? 1 : nil },
      count: clock.plain.count ?? .max, earlier: earlier(since: clock.first?.start ?? .min),
      lastCompletion: known > .min ? known : nil)
  }

  /// Gives outcomes the keys of the occurrences that they complete.
  private mutating func setKeys(
    _ all: [(position: Int, link: ChainClock.Link)], _ clock: ChainClock,
    _ version: VersionInForce<CareTask>
  ) {
    let absences = limits.absences(of: version.record).map { absence in
      (absence.from?.instant(in: limits.zone).seconds ?? .min)..<(absence.to?.instant(
        in: limits.zone
      ).seconds ?? .max)
    }
    var keys: [(position: Int, key: OccurrenceKey)] = []
    for (position, link) in all {
      if version.from != nil || version.to != nil { used.insert(position) }
      let row = record.outcomes.rows[position]
      if row.time != OutcomeTable.Row.none, !row.isNegative { lastUsed = max(lastUsed, row.time) }
      if !absences.isEmpty, absences.contains(where: { $0.contains(link.start ?? .min) }) {
        continue
      }
      keys.append((position, clock.key(of: link)))
    }
    record.outcomes.setKeys(keys)
  }
}

extension ScheduleElement {
  /// Returns the element with an end, unless it ends before.
  fileprivate func ending(at seconds: Int64?, in zone: Zone) -> ScheduleElement {
    guard let seconds else { return self }
    var element = self
    if let end, end.instant(in: zone).seconds < seconds { return self }
    element.end = .instant(Instant(seconds: seconds))
    return element
  }
}
