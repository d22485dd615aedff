import AdherenceAnalytics
import Diagnostics
import ScheduleFormats
import Scheduling

/// The versions of a task: the series, and one for each change of later occurrences.
///
/// Each occurrence of the series belongs to one *piece*, which extends from one such change to the
/// next and is shifted by the change. A version takes effect at the earlier of a change's original
/// and new times. Occurrences of the previous piece after that point stay in the version as
/// elements that end with that piece.
struct TaskVersions {
  private(set) var tasks: [CareTask] = []
  /// The errors of rejected changes.
  private(set) var problems: [InputError] = []
  private let draft: TaskDraft
  private let clocks: CalendarClocks
  private var pieces: [SeriesPiece]
  /// The overrides of single occurrences, by original key.
  private var overrides: [OccurrenceKey: Schedule.Override]
  /// Their keys sorted by original time, if there is more than one piece.
  private var keys: [OccurrenceKey] = []

  init(_ draft: TaskDraft, _ clocks: CalendarClocks) throws(InputError) {
    (self.draft, self.clocks) = (draft, clocks)
    overrides = draft.overrides
    pieces = [SeriesPiece(draft.series.schedule, draft.description)]
    try readRanges()
    if pieces.count > 1 { keys = overrides.keys.sorted { $0.nominal < $1.nominal } }
    let starts = self.starts
    for index in pieces.indices {
      let isLast = index + 1 == pieces.count
      if !isLast, starts[index] >= starts[index + 1] { continue }
      try append(index, from: index == 0 ? nil : starts[index])
    }
  }

  /// Returns the key of an occurrence by its original key.
  func key(of original: OccurrenceKey) -> OccurrenceKey {
    var key = original
    key.nominal = key.nominal.adding(seconds: piece(at: key.nominal).shift)
    return draft.extras?.key(key, in: draft.series.schedule, clocks.patientZone) ?? key
  }

  private var zone: Zone { draft.series.clock(clocks.patientZone) }

  private func piece(at original: CivilDateTime) -> SeriesPiece {
    let index = pieces.partitionPoint { $0.from.map { $0 <= original } ?? true }
    return pieces[max(0, index - 1)]
  }

  /// The local times at which the versions take effect.
  private var starts: [CivilDateTime] {
    var (starts, next) = ([CivilDateTime](), CivilDateTime.last)
    for piece in pieces.reversed() {
      next = min(next, piece.from.map { min($0, $0.adding(seconds: piece.shift)) } ?? .first)
      starts.append(next)
    }
    return starts.reversed()
  }
}

// Changes of later occurrences.
extension TaskVersions {
  private mutating func readRanges() throws(InputError) {
    if draft.ranges.isEmpty { return }
    try checkWork()
    let known = try OriginalOccurrences(draft.series, clocks.patientZone)
    let end = draft.ranges.first(where: \.isCancelled)?.original
    let ranges = draft.ranges.filter { range in end.map { range.original < $0 } ?? true }
    if let end { pieces[0].schedule.end(at: end) }
    for (index, range) in ranges.enumerated() {
      let next = index + 1 < ranges.count ? ranges[index + 1].original : end
      if draft.series.schedule.canMove(by: range) {
        problems += pieces.append(range, clocks)
      } else if let keys = known.keys(from: range.original, to: next, clock: zone) {
        move(keys, by: range)
      } else {
        problems.append(range.line.error(.against(.otherRange, text: range.line.value)))
      }
    }
  }

  /// Rejects series whose versions would exceed the memory limit.
  private func checkWork() throws(InputError) {
    let schedule = draft.series.schedule
    let size = schedule.elements.count * (schedule.exclusions.count + schedule.overrides.count + 1)
    guard draft.ranges.count > Limits.ranges || draft.ranges.count * size > Limits.work else {
      return
    }
    throw InputError(
      .tooLarge(what: "changes with RANGE", limit: Limits.ranges), field: "RECURRENCE-ID",
      line: draft.line)
  }

  /// Moves occurrences individually.
  private mutating func move(_ keys: [OccurrenceKey], by range: FutureChange) {
    let text = range.component["SUMMARY"]?.unescapedValue
    for key in keys {
      var override = overrides[key] ?? draft.series.schedule.overrides[key] ?? Schedule.Override()
      if override.isCancelled { continue }
      if range.shift != 0, override.start == nil {
        override.start = .local(key.nominal.adding(seconds: range.shift))
      }
      override.duration = override.duration ?? range.length
      override.text = override.text ?? (text == draft.description.title ? nil : text)
      overrides[key] = override
    }
  }
}

// Versions.
extension TaskVersions {
  private mutating func append(_ index: Int, from start: CivilDateTime?) throws(InputError) {
    let schedule = try schedule(of: index, from: start)
    var task = CareTask(id: draft.extras?.task ?? draft.id, schedule: schedule)
    pieces[index].description.put(into: &task)
    if index > 0, let title = task.title, title != draft.description.title {
      for element in task.schedule.elements.indices { task.schedule.elements[element].text = title }
    }
    if draft.kind == .todo { task.userInfo["component"] = Component.Kind.todo.rawValue }
    if draft.completions.contains(where: { $0.completion.percent < 100 }) { task.countShares() }
    task.effectiveFrom = start.map(moment)
    // A version recorded before the previous one would not supersede it.
    if let last = tasks.last?.recordedAt { task.recordedAt = max(task.recordedAt ?? last, last) }
    if draft.isCancelled { task.deletedAt = moment(of: schedule.firstNominal) }
    draft.extras?.apply(to: &task, clocks.patientZone)
    do throws(InputError) { try task.schedule.validate() } catch {
      throw InputError(error.problem, field: "DTSTART", line: draft.line)
    }
    tasks.append(task)
  }

  /// Returns the schedule of a piece, with the remaining occurrences of previous pieces.
  private func schedule(of index: Int, from start: CivilDateTime?) throws(InputError) -> Schedule {
    let piece = pieces[index]
    var schedule = piece.moved
    if let first = piece.first { schedule.begin(at: first) }
    if index + 1 < pieces.count, let next = pieces[index + 1].from {
      // Later occurrences belong to the next piece, even if it takes effect later.
      let end = next.adding(seconds: piece.shift)
      if end < starts[index + 1] { schedule.end(at: end) }
    }
    schedule.add(singles(of: index), shiftedBy: piece.shift)
    for earlier in 0..<index {
      guard let start, let end = pieces[earlier + 1].from else { continue }
      let last = end.adding(seconds: pieces[earlier].shift)
      if start < last, let rest = try rest(of: earlier, from: start, to: last) {
        schedule.append(rest)
      }
    }
    return schedule
  }

  /// Returns the overrides of a piece.
  private func singles(of index: Int) -> [OccurrenceKey: Schedule.Override] {
    if pieces.count == 1 { return overrides }
    let from = pieces[index].from.map { from in keys.partitionPoint { $0.nominal < from } } ?? 0
    let next = index + 1 < pieces.count ? pieces[index + 1].from : nil
    let to = next.map { next in keys.partitionPoint { $0.nominal < next } } ?? keys.count
    let own = keys[from..<max(from, to)].compactMap { key in overrides[key].map { (key, $0) } }
    return Dictionary(own) { first, _ in first }
  }

  /// Returns the occurrences of a piece that remain when another version takes effect; `nil` if
  /// there are none.
  private func rest(of index: Int, from start: CivilDateTime, to end: CivilDateTime)
    throws(InputError) -> Schedule?
  {
    var schedule = pieces[index].moved
    schedule.begin(at: max(start, pieces[index].first ?? start))
    schedule.add(singles(of: index), shiftedBy: pieces[index].shift)
    schedule.overrides = schedule.overrides.filter { key, _ in
      start <= key.nominal && key.nominal < end
    }
    schedule.end(at: end)
    let occurrences = try Occurrences(of: schedule, in: clocks.patientZone)
    if occurrences.first(startingAtOrAfter: .earliest) == nil, schedule.overrides.isEmpty {
      return nil
    }
    return schedule.renamed { "\($0).\(index + 1)" }
  }

  /// Returns the moment of a local time on the clock of the series, or just before a gap.
  private func moment(of local: CivilDateTime) -> LocalOrInstant {
    guard draft.series.anchor.zone != nil else { return .local(local) }
    let instant = zone.firstInstant(atOrAfter: local)
    return .instant(zone.civil(at: instant) > local ? instant.adding(seconds: -1) : instant)
  }
}

extension CareTask {
  /// Scores the task by completed percentage.
  fileprivate mutating func countShares() {
    scoring = .summed
    for index in schedule.elements.indices {
      schedule.elements[index].targets = [.init(100, units: Completion.unit)]
    }
  }
}
