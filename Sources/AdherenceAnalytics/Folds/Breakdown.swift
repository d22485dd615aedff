import Scheduling

/// The property by which occurrences are grouped.
public enum Breakdown: String, CaseIterable, Hashable, Sendable, Codable {
  /// The element of the plan.
  case element
  /// The slot of the day: the nominal time of day.
  case slot
  /// The weekday of the attribution day.
  case weekday
}

/// The adherence of one group of occurrences in a breakdown.
public struct AdherencePart: Hashable, Sendable {
  /// The task's id; `nil` for all tasks that impact adherence.
  public let task: String?
  /// The element's id, a time of day such as `08:00` or `all-day`, or a weekday such as `monday`.
  public let name: String
  /// The sort key among the parts of its breakdown.
  let order: Int
  /// The counts; outcomes without an occurrence are not included.
  public internal(set) var adherence: Adherence
}

extension TaskEvaluation {
  /// Returns the occurrences grouped by a breakdown.
  package func parts(by breakdown: Breakdown) -> [AdherencePart] {
    var counts: [Int: Adherence] = [:]
    if breakdown == .weekday { for weekday in 0..<7 { counts[weekday] = Adherence() } }
    for occurrence in scored {
      counts[order(of: occurrence, by: breakdown), default: Adherence()]
        .add(occurrence, query, asOf: asOf)
    }
    var parts: [AdherencePart] = []
    for (order, adherence) in counts.sorted(by: { $0.key < $1.key }) {
      parts.merge(
        AdherencePart(
          task: task.id, name: name(of: order, by: breakdown), order: order, adherence: adherence))
    }
    return parts
  }

  /// Returns the sort key of the part that an occurrence belongs to.
  private func order(of scored: ScoredOccurrence, by breakdown: Breakdown) -> Int {
    switch breakdown {
    case .element: scored.occurrence.element
    case .slot:
      plan.element(at: scored.occurrence.element).isAllDay
        ? -1 : plan.nominal(of: scored.occurrence).time.secondOfDay
    case .weekday: scored.day.weekday.rawValue
    }
  }

  private func name(of order: Int, by breakdown: Breakdown) -> String {
    switch breakdown {
    case .element: plan.element(at: order).id
    case .slot: order < 0 ? "all-day" : CivilTime(secondOfDay: order).description
    case .weekday: Weekday.allCases[order].description
    }
  }
}

extension CareRecord {
  /// Returns the occurrences of every task grouped by a breakdown.
  public func parts(by breakdown: Breakdown, _ query: AdherenceQuery) -> [AdherencePart] {
    var evaluations: [TaskEvaluation] = []
    _ = evaluateTasks(query) { evaluations.append($0) }
    return evaluations.parts(by: breakdown)
  }
}

extension [TaskEvaluation] {
  /// Returns the occurrences of a patient's tasks grouped by a breakdown.
  public func parts(by breakdown: Breakdown) -> [AdherencePart] {
    var parts: [AdherencePart] = []
    var counted: [AdherencePart] = []
    for evaluation in self {
      let own = evaluation.parts(by: breakdown)
      parts += own
      if evaluation.task.impactsAdherence, breakdown != .element { counted += own }
    }
    // In order of the tasks' ids, so that sums are identical for any order of the record.
    counted.sort { ($0.task ?? "", $0.order) < ($1.task ?? "", $1.order) }
    var totals: [AdherencePart] = []
    for part in counted { totals.merge(part.ofAllTasks) }
    return parts + totals.sorted { $0.order < $1.order }
  }
}

extension AdherencePart {
  fileprivate var ofAllTasks: AdherencePart {
    AdherencePart(task: nil, name: name, order: order, adherence: adherence)
  }
}

extension [AdherencePart] {
  /// Merges a part into the one with the same name, or appends it.
  fileprivate mutating func merge(_ part: AdherencePart) {
    if let index = firstIndex(where: { $0.name == part.name }) {
      self[index].adherence.merge(part.adherence)
    } else {
      append(part)
    }
  }
}
