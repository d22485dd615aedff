import Scheduling

/// The outcomes of one task as far as schedules can follow them, in order of time.
struct TaskResults {
  /// The results: each of an outcome, or of all outcomes with one key.
  private(set) var all: [Result] = []
  /// The positions of further outcomes with the key of a result, by its position.
  private(set) var others: [Int: [Int]] = [:]
  /// The versions of outcomes that were corrected, in order of recording, by position of the current one.
  private(set) var versions: [Int: [Outcome]] = [:]

  /// One completion, or a statement that nothing was done.
  struct Result {
    /// The time in seconds since 1970; that of the key if it is unknown.
    var time: Int64
    /// The nominal time of the key in local seconds; `OutcomeTable.Row.none` without a key.
    var nominal: Int64
    /// The number of the key's element.
    var element: Int32
    var isSecondPass: Bool
    /// Whether the time of the event is unknown.
    var isUntimed: Bool
    /// Whether nothing was done.
    var isNegative: Bool
    /// The position among the outcomes of the record.
    var position: Int
  }
}

extension TaskResults {
  /// Collects the results of a task.
  ///
  /// - Parameters:
  ///   - task: The id of the task.
  ///   - outcomes: The outcomes of the record.
  ///   - history: All versions of the outcomes of a task by id, and the outcomes that are not current.
  ///   - moment: The time of the report, after which nothing is known; `nil` for none.
  ///   - zone: The zone of the patient's clocks.
  /// - Complexity: O(*n* log *n*) for *n* outcomes, O(*n*) if they are in order of time.
  init(
    of task: String, in outcomes: OutcomeTable, _ history: OutcomeHistory, asOf moment: Instant?,
    _ zone: Zone
  ) {
    guard let number = outcomes.names.known(task) else { return }
    let now = moment?.seconds ?? .max
    for (index, run) in outcomes.runs.enumerated() where run.task == number {
      for position in outcomes.rows(ofRun: index) where !history.isPast(position) {
        let row = outcomes.rows[position]
        if row.lacksTime { continue }
        var result = Result(row, position)
        if result.isUntimed {
          result.time =
            zone.firstInstant(atOrAfter: CivilDateTime(localSeconds: row.nominal)).seconds
        }
        if result.time > now, !isRecorded(position, outcomes, by: now) { continue }
        all.append(result)
        if row.marks.contains(.detailed) { noteVersions(of: position, outcomes, history) }
      }
    }
    joinKeyed()
    let isSorted = zip(all, all.dropFirst()).allSatisfy { $0.time <= $1.time }
    if !isSorted { all.sort { ($0.time, $0.position) < ($1.time, $1.position) } }
  }

  private func isRecorded(_ position: Int, _ outcomes: OutcomeTable, by now: Int64) -> Bool {
    outcomes.details[position]?.recordedAt.map { $0.seconds <= now } ?? false
  }

  private mutating func noteVersions(
    of position: Int, _ outcomes: OutcomeTable, _ history: OutcomeHistory
  ) {
    guard let id = outcomes.details[position]?.id, let all = history.versions[id], all.count > 1
    else { return }
    versions[position] = all
  }

  /// Joins results with the same key: a completion at the earliest time, if there is one.
  private mutating func joinKeyed() {
    var first: [ResultKey: Int] = [:]
    var joined: [Result] = []
    guard all.hasRepeatedKeys else { return }
    for result in all {
      guard result.nominal != OutcomeTable.Row.none else {
        joined.append(result)
        continue
      }
      guard let index = first[ResultKey(result)] else {
        first[ResultKey(result)] = joined.count
        joined.append(result)
        continue
      }
      let known = joined[index]
      others[known.position, default: []].append(result.position)
      if (result.isNegative ? 1 : 0, result.time) < (known.isNegative ? 1 : 0, known.time) {
        joined[index] = result
        joined[index].position = known.position
        versions[known.position] = versions[result.position]
      }
    }
    all = joined
  }
}

private struct ResultKey: Hashable {
  let element: Int32
  let nominal: Int64
  let isSecondPass: Bool

  init(_ result: TaskResults.Result) {
    (element, nominal, isSecondPass) = (result.element, result.nominal, result.isSecondPass)
  }
}

extension [TaskResults.Result] {
  /// Whether keys may be repeated: they are not ascending.
  fileprivate var hasRepeatedKeys: Bool {
    var last = OutcomeTable.Row.none
    for result in self where result.nominal != OutcomeTable.Row.none {
      if result.nominal <= last { return true }
      last = result.nominal
    }
    return false
  }
}

extension TaskResults.Result {
  fileprivate init(_ row: OutcomeTable.Row, _ position: Int) {
    self.init(
      time: row.time, nominal: row.nominal, element: row.element,
      isSecondPass: row.marks.contains(.secondPass),
      isUntimed: row.time == OutcomeTable.Row.none, isNegative: row.isNegative, position: position)
  }
}

/// The versions of a record's outcomes, of which a dated record may only have the current ones.
struct OutcomeHistory {
  /// The versions by id, in order of recording; empty if no outcome was corrected.
  private(set) var versions: [String: [Outcome]] = [:]
  /// The positions of outcomes that are not current.
  private var past: Set<Int>

  /// Collects the versions.
  ///
  /// - Parameters:
  ///   - outcomes: The outcomes of the record to be dated.
  ///   - all: The outcomes of the record with all versions.
  ///   - cutoff: The knowledge cutoff; `nil` for none.
  init(_ outcomes: OutcomeTable, from all: OutcomeTable, knownAt cutoff: Instant?) {
    past = outcomes.details.isEmpty ? [] : outcomes.superseded(at: nil)
    if all.details.isEmpty { return }
    for (_, outcome) in all.detailed where cutoff.map(outcome.isKnown) ?? true {
      if let id = outcome.id { versions[id, default: []].append(outcome) }
    }
    versions = versions.filter { $0.value.count > 1 }
      .mapValues { versions in versions.byRecording(\.recordedAt) }
  }

  /// Returns whether an outcome of the record is not current.
  func isPast(_ position: Int) -> Bool { !past.isEmpty && past.contains(position) }

  /// Whether all outcomes of the record are current.
  var isCurrent: Bool { past.isEmpty }
}
