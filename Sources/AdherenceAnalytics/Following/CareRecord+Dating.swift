package import Diagnostics
package import Scheduling

extension CareRecord {
  /// Returns the record with the schedules that follow events and completions dated, and with keys of outcomes
  /// that were planned by an earlier time of an event or belong to a completion that is followed.
  ///
  /// A record without such schedules is returned unchanged.
  ///
  /// - Parameters:
  ///   - moment: The time of the report, at which events and completions are known; `nil` for all.
  ///   - all: The record with all versions of its outcomes; `nil` if it is this one.
  ///   - cutoff: The knowledge cutoff; `nil` for none.
  /// - Returns: The record; the order of its tasks and outcomes is the same.
  package func dated(
    asOf moment: Instant? = nil, from all: CareRecord? = nil, knownAt cutoff: Instant? = nil
  ) -> CareRecord {
    guard followsEvents else { return self }
    let history = OutcomeHistory(outcomes, from: (all ?? self).outcomes, knownAt: cutoff)
    var dating = RecordDating(self, history, asOf: moment)
    dating.run()
    return dating.record
  }

  /// The errors of tasks that follow unknown tasks or each other, or whose plans are invalid with their dates.
  package var datingProblems: [InputError] {
    guard followsEvents else { return [] }
    return plans.compactMap(\.problem).map { $0.at(source: "patient \(patient.id)") }
  }

  /// Whether any schedule follows events or completions.
  private var followsEvents: Bool {
    let all = tasks.span
    for index in all.indices where all[index].schedule.followsEvents { return true }
    return false
  }
}

/// The dating of a record, task by task, those that others follow first.
private struct RecordDating {
  private(set) var record: CareRecord
  private let history: OutcomeHistory
  private let moment: Instant?
  private let limits: PlanLimits
  private var events: KnownEvents

  init(_ record: CareRecord, _ history: OutcomeHistory, asOf moment: Instant?) {
    (self.record, self.history, self.moment) = (record, history, moment)
    limits = PlanLimits(record, PatientTimeline(record))
    events = KnownEvents(record.namedEvents, asOf: moment, in: limits.zone)
  }

  mutating func run() {
    let order = FollowedTasks(record.tasks)
    for id in order.ids {
      do throws(InputError) {
        if let problem = order.problems[id] { throw problem }
        try date(id)
      } catch {
        record.leaveUndated(id, because: error)
      }
    }
  }

  private mutating func date(_ id: String) throws(InputError) {
    let positions = record.tasks.indices.filter { record.tasks[$0].id == id }
    for index in positions {
      record.tasks[index].schedule = try record.tasks[index].schedule.following(ownTask: id)
      record.tasks[index].undatedSchedule = record.tasks[index].schedule
    }
    let times = positions.flatMap { record.tasks[$0].schedule.relativeTimes }
    for time in times where !time.isOwnTask { try follow(FollowedEvent(time)) }
    dateByEvents(id, times)
    if times.contains(where: \.isOwnTask) { try dateByOwnCompletions(id, positions) }
  }

  /// Adds the completions of a task to the events.
  private mutating func follow(_ source: FollowedEvent) throws(InputError) {
    guard let completion = source.completion, !events.has(source) else { return }
    let completions = CompletionEvents(of: source.name, in: record, history, asOf: moment, limits)
    events.set(try completions.events(completion), of: source)
  }

  /// Dates the elements that follow events and completions of other tasks.
  private mutating func dateByEvents(_ id: String, _ times: [EventTime]) {
    let undated = record
    record = undated.dated(by: events, task: id)
    let moves = KeyMoves(undated, id, events, Set(times.map(FollowedEvent.init)), record, limits)
    record.outcomes.setKeys(moves.keys)
  }

  private mutating func dateByOwnCompletions(_ id: String, _ positions: [Int])
    throws(InputError)
  {
    if positions.contains(where: { record.tasks[$0].schedule.elements.contains(where: \.isChain) })
    {
      var dating = ChainDating(record, id, events, history, asOf: moment, limits)
      dating.run()
      record = dating.record
      return
    }
    let own = CompletionEvents(of: id, in: record, history, asOf: moment, limits)
    var ended = events
    let ends = try own.ends()
    for completion in EventTime.Completion.allCases {
      ended.set(ends, of: FollowedEvent("", completion))
    }
    for index in positions {
      guard let schedule = record.tasks[index].undatedSchedule else { continue }
      record.tasks[index].schedule = schedule
    }
    record = record.dated(by: ended, task: id)
  }
}

extension CareRecord {
  /// Returns the record with the elements of a task that follow events dated.
  func dated(by events: KnownEvents, task id: String) -> CareRecord {
    var record = self
    for index in tasks.indices where tasks[index].id == id && tasks[index].schedule.followsEvents {
      if tasks[index].schedule.elements.contains(where: \.isChain) { continue }
      record.tasks[index].eventsMissing = tasks[index].schedule.eventsMissing(among: events)
      record.tasks[index].schedule = tasks[index].schedule.dated(by: events)
    }
    return record
  }

  /// Removes the elements of a task that cannot be dated.
  fileprivate mutating func leaveUndated(_ id: String, because problem: InputError) {
    for index in tasks.indices where tasks[index].id == id && tasks[index].schedule.followsEvents {
      let schedule = tasks[index].schedule
      tasks[index].undatedSchedule = tasks[index].undatedSchedule ?? schedule
      tasks[index].schedule = Schedule([])
      let path = problem.field.map { ".\($0)" } ?? ""
      tasks[index].datingProblem = InputError(problem.problem, field: "schedule\(path)")
    }
  }
}
