import Scheduling

extension CareRecord {
  /// The positions of the outcomes whose key names an occurrence that no plan of the record has.
  ///
  /// They stay in the record and are reported as unscheduled; a reader of data can tell where they
  /// came from.
  ///
  /// - Complexity: O(*n*) for *n* outcomes, at some nanoseconds each where those of an element come in
  ///   order, besides compiling the plans.
  public var orphans: [Int] {
    guard outcomes.rows.contains(where: { $0.nominal != OutcomeTable.Row.none }) else { return [] }
    var search = OrphanSearch(outcomes)
    for plan in plans { search.add(plan) }
    return search.finish()
  }
}

/// Holds the keys of a record's outcomes against its plans.
private struct OrphanSearch {
  private let outcomes: OutcomeTable
  private var found: [Int] = []
  /// The numbers of the tasks that have a plan.
  private var planned: [Int32] = []
  /// The outcomes of a plan whose occurrence is still to be found.
  private var pending: [Int] = []
  // Of those, the ones of one element.
  private var own: [Int] = []
  private var nominals: [Int64] = []
  private var starts: [Int64] = []

  /// The most elements that are asked one by one for their outcomes.
  private static let limit = 16

  init(_ outcomes: OutcomeTable) { self.outcomes = outcomes }

  mutating func add(_ plan: TaskPlan) {
    guard let task = outcomes.names.known(plan.task.id) else { return }
    planned.append(task)
    pending.removeAll(keepingCapacity: true)
    appendKeyed(of: task)
    if plan.parts.reduce(0, { $0 + $1.elements.count }) <= OrphanSearch.limit {
      for part in plan.parts { part.elements.indices.forEach { strike(element: $0, of: part) } }
    }
    found += pending.filter { position in
      outcomes.key(of: outcomes.rows[position]).map(plan.takes) != true
    }
  }

  /// The outcomes without an occurrence, those of no task included, in order.
  mutating func finish() -> [Int] {
    pending.removeAll(keepingCapacity: true)
    appendKeyed(of: nil)
    return (found + pending).sorted()
  }

  /// Notes the outcomes that have a key: of a task, or of all that have no plan.
  private mutating func appendKeyed(of task: Int32?) {
    for (index, run) in outcomes.runs.enumerated() {
      guard task.map({ run.task == $0 }) ?? !planned.contains(run.task) else { continue }
      for position in outcomes.rows(ofRun: index)
      where outcomes.rows[position].nominal != OutcomeTable.Row.none { pending.append(position) }
    }
  }

  /// Leaves out the outcomes whose occurrence an element has.
  private mutating func strike(element: Int, of part: TaskPlan.Part) {
    guard let name = outcomes.names.known(part.elements[element].id) else { return }
    gather(name, displacedBy: part.displacement)
    guard let first = nominals.first else { return }
    var finder = MemberFinder(part.occurrences, element: element, near: first)
    starts.removeAll(keepingCapacity: true)
    finder.appendStarts(of: nominals, to: &starts)
    keepPending()
  }

  /// Leaves out the outcomes for which starts were found.
  private mutating func keepPending() {
    var (next, target) = (0, 0)
    for position in pending {
      let isOwn = next < own.count && own[next] == position
      if isOwn { next += 1 }
      if isOwn, starts[next - 1] != MemberFinder.absentStart { continue }
      pending[target] = position
      target += 1
    }
    pending.removeLast(pending.count - target)
  }

  private mutating func gather(_ name: Int32, displacedBy displacement: Int64) {
    own.removeAll(keepingCapacity: true)
    nominals.removeAll(keepingCapacity: true)
    for position in pending {
      let row = outcomes.rows[position]
      guard row.element == name, !row.marks.contains(.secondPass) else { continue }
      own.append(position)
      nominals.append(row.nominal &- displacement)
    }
  }
}
