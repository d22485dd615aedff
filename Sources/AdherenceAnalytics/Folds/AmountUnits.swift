import Scheduling

/// The units of the amounts behind a sum, so that a table leaves out sums over mixed units.
public struct AmountUnits: Hashable, Sendable {
  /// The units, each once; amounts without a unit add none, as they count in the unit of their target.
  public private(set) var names: Set<String> = []

  /// Creates the units of no amounts.
  public init() {}

  /// Whether amounts in different units were added up, so that their sum has no meaning.
  public var areMixed: Bool { names.count > 1 }

  mutating func formUnion(_ other: AmountUnits) {
    if !other.names.isEmpty { names.formUnion(other.names) }
  }

  /// Finds the units of a task: those of its targets and, where an element has no target, those recorded.
  ///
  /// - Parameters:
  ///   - plan: The task.
  ///   - outcomes: The outcomes of its record.
  ///   - periods: The counts of the task; without amounts there are no units.
  /// - Complexity: O(*n*) for *n* outcomes of the task; O(1) without amounts.
  init(of plan: TaskPlan, _ outcomes: OutcomeTable, behind periods: [Adherence]) {
    guard periods.contains(where: { $0.valueSum != 0 || $0.targetSum != 0 }) else { return }
    for targets in plan.parts.lazy.flatMap(\.allTargets) {
      names.formUnion(targets.lazy.compactMap(\.units))
    }
    let hasOpenElement = plan.parts.contains { $0.targets.contains(where: \.isEmpty) }
    if hasOpenElement { names.formUnion(outcomes.units(ofTask: plan.task.id)) }
  }
}

extension TaskPlan.Part {
  /// What each element, and each override that says otherwise, asks for.
  fileprivate var allTargets: [[ScheduleElement.Target]] {
    hasOverrides
      ? targets + occurrences.schedule.overrides.values.compactMap(\.targets) : targets
  }
}

extension OutcomeTable {
  /// The units in which values of a task were recorded.
  fileprivate func units(ofTask id: String) -> Set<String> {
    guard let task = names.known(id) else { return [] }
    var (numbers, units) = (Set<Int16>(), Set<String>())
    for (index, run) in runs.enumerated() where run.task == task {
      for row in rows(ofRun: index) {
        if rows[row].marks.contains(.detailed) {
          units.formUnion(self[row].values.lazy.compactMap(\.units))
        } else if rows[row].units >= 0 {
          numbers.insert(rows[row].units)
        }
      }
    }
    return units.union(numbers.map { names[Int32($0)] })
  }
}
