import Scheduling

/// What occurrences are told apart by.
public enum Breakdown: String, CaseIterable, Hashable, Sendable, Codable {
  /// The element of the plan that they come from.
  case element
  /// The slot of the day: the nominal time of day.
  case slot
  /// The weekday of the attribution day.
  case weekday
}

/// The adherence of some of the occurrences, told apart by a breakdown.
public struct AdherencePart: Hashable, Sendable {
  /// The task's id; `nil` for all tasks that impact adherence.
  public let task: String?
  /// The element's id, a time of day such as `08:00` or `all-day`, or a weekday such as `monday`.
  public let name: String
  /// Where it stands among the parts of its breakdown.
  let place: Int
  /// The counts; outcomes without an occurrence are in no part.
  public internal(set) var adherence: Adherence
}

extension TaskEvaluation {
  /// The occurrences by a breakdown.
  ///
  /// - Parameter breakdown: What tells them apart.
  /// - Returns: Elements in the order of the plan, those of one id as one; slots by time, all-day ones
  ///   first; all seven weekdays from Monday. Elements and slots only where there are occurrences.
  package func parts(by breakdown: Breakdown) -> [AdherencePart] {
    var counts: [Int: Adherence] = [:]
    if breakdown == .weekday { for weekday in 0..<7 { counts[weekday] = Adherence() } }
    for occurrence in scored {
      counts[place(of: occurrence, by: breakdown), default: Adherence()]
        .add(occurrence, query, asOf: asOf)
    }
    var parts: [AdherencePart] = []
    for (place, adherence) in counts.sorted(by: { $0.key < $1.key }) {
      parts.merge(
        AdherencePart(
          task: task.id, name: name(of: place, by: breakdown), place: place, adherence: adherence))
    }
    return parts
  }

  /// The number of the part that an occurrence belongs to; parts are listed by it.
  private func place(of scored: ScoredOccurrence, by breakdown: Breakdown) -> Int {
    switch breakdown {
    case .element: scored.occurrence.element
    case .slot:
      plan.element(at: scored.occurrence.element).isAllDay
        ? -1 : plan.nominal(of: scored.occurrence).time.secondOfDay
    case .weekday: scored.day.weekday.rawValue
    }
  }

  private func name(of place: Int, by breakdown: Breakdown) -> String {
    switch breakdown {
    case .element: plan.element(at: place).id
    case .slot: place < 0 ? "all-day" : CivilTime(secondOfDay: place).description
    case .weekday: Weekday.allCases[place].description
    }
  }
}

extension CareRecord {
  /// The occurrences of every task by a breakdown.
  ///
  /// - Parameters:
  ///   - breakdown: What tells them apart.
  ///   - query: What is asked; its period plays no part.
  /// - Returns: The parts of each task; then, for slots and weekdays, those of all tasks that impact
  ///   adherence. Elements of several tasks have nothing in common.
  public func parts(by breakdown: Breakdown, _ query: AdherenceQuery) -> [AdherencePart] {
    var evaluations: [TaskEvaluation] = []
    _ = evaluateTasks(query) { evaluations.append($0) }
    return evaluations.parts(by: breakdown)
  }
}

extension [TaskEvaluation] {
  /// The occurrences of a patient's tasks by a breakdown.
  ///
  /// - Parameter breakdown: What tells them apart.
  /// - Returns: As ``CareRecord/parts(by:_:)``.
  public func parts(by breakdown: Breakdown) -> [AdherencePart] {
    var parts: [AdherencePart] = []
    var counted: [AdherencePart] = []
    for evaluation in self {
      let own = evaluation.parts(by: breakdown)
      parts += own
      if evaluation.task.impactsAdherence, breakdown != .element { counted += own }
    }
    // By the ids of tasks, so that no sum depends on the order of the record to its last digit.
    counted.sort { ($0.task ?? "", $0.place) < ($1.task ?? "", $1.place) }
    var totals: [AdherencePart] = []
    for part in counted { totals.merge(part.ofAllTasks) }
    return parts + totals.sorted { $0.place < $1.place }
  }
}

extension AdherencePart {
  fileprivate var ofAllTasks: AdherencePart {
    AdherencePart(task: nil, name: name, place: place, adherence: adherence)
  }
}

extension [AdherencePart] {
  /// Adds a part, to the one of its name where there is one.
  fileprivate mutating func merge(_ part: AdherencePart) {
    if let index = firstIndex(where: { $0.name == part.name }) {
      self[index].adherence.merge(part.adherence)
    } else {
      append(part)
    }
  }
}
