import Diagnostics
import Scheduling

/// The completions of a task as events that schedules of others can follow.
struct CompletionEvents {
  private let task: String
  private let record: CareRecord
  private let history: OutcomeHistory
  private let moment: Instant?
  private let limits: PlanLimits
  /// The completions of all times, in order of recording.
  private let all: [TaskResults.Result]
  private let results: TaskResults

  init(
    of task: String, in record: CareRecord, _ history: OutcomeHistory, asOf moment: Instant?,
    _ limits: PlanLimits
  ) {
    (self.task, self.record, self.history) = (task, record, history)
    (self.moment, self.limits) = (moment, limits)
    results = TaskResults(of: task, in: record.outcomes, history, asOf: nil, limits.zone)
    all = results.all.filter { !$0.isNegative }
  }

  /// Returns the completions that are known, numbered in order of recording.
  ///
  /// - Throws: `InputError` if planned times are asked for and the plan of the task is invalid.
  func events(_ completion: EventTime.Completion) throws(InputError) -> [KnownEvents.Event] {
    let numbers = numbers()
    let known = all.filter(isKnown)
    guard completion == .planned else {
      return known.map { result in
        let time = Instant(seconds: result.time)
        return KnownEvents.Event(
          number: numbers[result.position] ?? 0, time: .instant(time),
          earlier: earlier(of: result), instant: time)
      }
    }
    let occurrences = try occurrences()
    var planned: [Occurrence: Int] = [:]
    for result in known {
      guard let row = occurrences[result.position], let number = numbers[result.position] else {
        continue
      }
      planned[row] = min(number, planned[row] ?? .max)
    }
    return planned.map { row, number in
      KnownEvents.Event(number: number, time: .instant(row.start), earlier: [], instant: row.start)
    }
  }

  /// Returns the completions as ends of the task's own elements, each after the occurrence that it completes.
  ///
  /// - Throws: `InputError` if the plan of the task is invalid.
  func ends() throws(InputError) -> [KnownEvents.Event] {
    let occurrences = try occurrences()
    var ended: Set<Occurrence> = []
    return all.filter(isKnown).filter { result in
      occurrences[result.position].map { ended.insert($0).inserted } ?? true
    }.enumerated().map { index, result in
      let after = occurrences[result.position]?.start.adding(seconds: 1)
      let end = max(Instant(seconds: result.time), after ?? .earliest)
      return KnownEvents.Event(number: index + 1, time: .instant(end), earlier: [], instant: end)
    }
  }

  private func isKnown(_ result: TaskResults.Result) -> Bool {
    guard let moment, result.time > moment.seconds else { return true }
    return record.outcomes.details[result.position]?.recordedAt.map { $0 <= moment } ?? false
  }

  /// Returns the times of earlier versions of a completion, the latest first.
  private func earlier(of result: TaskResults.Result) -> [LocalOrInstant] {
    var times: [LocalOrInstant] = []
    for version in results.versions[result.position]?.reversed() ?? [] {
      guard let time = version.completionTime, time.seconds != result.time,
        !times.contains(.instant(time))
      else { continue }
      times.append(.instant(time))
    }
    return times
  }

  /// Returns the numbers of the completions by position, in order of their first recording; those that were
  /// withdrawn keep theirs.
  private func numbers() -> [Int: Int] {
    var firsts = all.map { result in
      let versions = results.versions[result.position]
      let first = versions?.first { $0.completionTime != nil }
      let only = record.outcomes.details[result.position]
      return First(
        recorded: (first ?? only)?.recordedAt ?? .earliest,
        time: first?.time ?? Instant(seconds: result.time), position: result.position)
    }
    for versions in history.versions.values {
      guard let last = versions.last, last.task == task, last.completionTime == nil,
        let first = versions.first(where: { $0.completionTime != nil })
      else { continue }
      firsts.append(
        First(
          recorded: first.recordedAt ?? .earliest, time: first.time ?? .earliest, position: -1))
    }
    var numbers: [Int: Int] = [:]
    for (index, first) in firsts.sorted().enumerated() { numbers[first.position] = index + 1 }
    return numbers
  }

  /// The first recording of a completion.
  private struct First: Comparable {
    let recorded: Instant
    let time: Instant
    let position: Int

    static func < (a: First, b: First) -> Bool {
      (a.recorded, a.time, a.position) < (b.recorded, b.time, b.position)
    }
  }

  /// Returns the occurrences of the task's outcomes by position in the record.
  private func occurrences() throws(InputError) -> [Int: Occurrence] {
    guard let plan = record.plans(of: task, within: limits).first, let first = results.all.first,
      let last = results.all.last
    else { return [:] }
    if let problem = plan.problem { throw problem }
    var current = record
    if !history.isCurrent {
      current.outcomes = OutcomeTable(
        record.outcomes.indices.lazy.filter { !history.isPast($0) }.map { record.outcomes[$0] })
    }
    let days = [first.time, last.time].map { limits.zone.civil(at: Instant(seconds: $0)).date }
    var query = AdherenceQuery(days[0].adding(days: -1)..<days[1].adding(days: 2))
    query.asOf = moment ?? .latest
    query.occurrenceLimit = .max / 2
    var matched = MatchedTask()
    try matched.match(
      plan, current, query, QueryMoments(query, in: limits.zone, outcomes: current.outcomes.count))
    let positions = record.outcomes.indices.filter { position in
      !history.isPast(position)
        && record.outcomes.names[record.outcomes.rows[position].task] == task
    }
    return Dictionary(
      uniqueKeysWithValues: zip(positions, matched.occurrencesOfOutcomes).compactMap {
        position, row in
        row.map { (position, $0) }
      })
  }
}

extension Outcome {
  /// The time at which the task was done; `nil` if it was not, or if that is unknown.
  var completionTime: Instant? { isDeleted || isNegative ? nil : time }
}
