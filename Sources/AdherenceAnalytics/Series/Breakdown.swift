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
  /// The counts; outcomes without an occurrence are in no part.
  public internal(set) var adherence: Adherence
}

extension TaskEvaluation {
  /// The occurrences by a breakdown.
  ///
  /// - Parameter breakdown: What tells them apart.
  /// - Returns: Elements in the order of the plan, slots by time with all-day ones first, and all seven
  ///   weekdays from Monday; elements and slots only where there are occurrences.
  public func parts(by breakdown: Breakdown) -> [AdherencePart] {
    var counts: [Int: Adherence] = [:]
    if breakdown == .weekday { for weekday in 0..<7 { counts[weekday] = Adherence() } }
    for occurrence in scored {
      counts[place(of: occurrence, by: breakdown), default: Adherence()]
        .add(occurrence, query, asOf: asOf)
    }
    return counts.sorted { $0.key < $1.key }.map { place, adherence in
      AdherencePart(task: task.id, name: name(of: place, by: breakdown), adherence: adherence)
    }
  }

  /// The number of the part that an occurrence belongs to; parts are listed by it.
  private func place(of occurrence: ScoredOccurrence, by breakdown: Breakdown) -> Int {
    switch breakdown {
    case .element: occurrence.occurrence.element
    case .slot:
      occurrences.schedule.elements[occurrence.occurrence.element].isAllDay
        ? -1 : occurrences.nominal(of: occurrence.occurrence).time.secondOfDay
    case .weekday: occurrence.day.weekday.rawValue
    }
  }

  private func name(of place: Int, by breakdown: Breakdown) -> String {
    switch breakdown {
    case .element: occurrences.schedule.elements[place].id
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
    var parts: [AdherencePart] = []
    var totals: [AdherencePart] = []
    _ = evaluateTasks(query) { evaluation in
      let own = evaluation.parts(by: breakdown)
      parts += own
      if evaluation.task.impactsAdherence, breakdown != .element { totals.merge(own) }
    }
    return parts + totals
  }
}

extension [AdherencePart] {
  /// Merges parts by name into those of all tasks.
  fileprivate mutating func merge(_ parts: [AdherencePart]) {
    for part in parts {
      if let place = firstIndex(where: { $0.name == part.name }) {
        self[place].adherence.merge(part.adherence)
      } else {
        append(AdherencePart(task: nil, name: part.name, adherence: part.adherence))
      }
    }
  }
}
