import Scheduling

extension CareRecord {
  /// The indices of the outcomes whose key has no occurrence in any plan of the record.
  ///
  /// They stay in the record and are reported as unscheduled.
  package var orphans: [Int] { orphans(dated: dated(), nil) }

  /// Returns the orphans of a record by its dated form, and the plans of that if they are compiled.
  func orphans(dated record: CareRecord, _ plans: [TaskPlan]?) -> [Int] {
    guard outcomes.rows.contains(where: { $0.nominal != OutcomeTable.Row.none }) else { return [] }
    // Keys that follow from completions are not those of the data.
    return OrphanSearch.orphans(record.outcomes, plans ?? record.plans).filter {
      outcomes.rows[$0].nominal != OutcomeTable.Row.none
    }
  }
}

/// A search for the keys of a record's outcomes in its plans.
private struct OrphanSearch {
  private let outcomes: OutcomeTable
  private var found: [Int] = []
  /// The numbers of the tasks with a plan.
  private var planned: [Int32] = []

  private init(_ outcomes: OutcomeTable) { self.outcomes = outcomes }

  /// Returns the positions of the outcomes whose key none of the plans has.
  static func orphans(_ outcomes: OutcomeTable, _ plans: [TaskPlan]) -> [Int] {
    var search = OrphanSearch(outcomes)
    for plan in plans { search.add(plan) }
    return search.finish()
  }

  private mutating func add(_ plan: TaskPlan) {
    guard let task = outcomes.names.known(plan.task.id) else { return }
    planned.append(task)
    var finder: PlanFinder?
    for index in outcomes.runs.indices where outcomes.runs[index].task == task {
      var rest = outcomes.rows(ofRun: index)
      while let position = rest.popFirst() {
        let row = outcomes.rows[position]
        if row.nominal == OutcomeTable.Row.none { continue }
        if finder == nil { finder = PlanFinder(plan, outcomes.names, near: row.nominal) }
        if finder?.has(row) == true {
          rest = rest.dropFirst(finder?.countEven(in: outcomes.rows, rest) ?? 0)
          continue
        }
        if outcomes.key(of: row).map(plan.takes) == true { continue }
        // A key outside the observation period only is counted separately, and is not an error in the data.
        if let days = plan.observedDays, !days.contains(DayNumber.of(row.nominal)) { continue }
        found.append(position)
      }
    }
  }

  /// Returns the outcomes without an occurrence, including those without a task, in order.
  private mutating func finish() -> [Int] {
    for index in outcomes.runs.indices where !planned.contains(outcomes.runs[index].task) {
      found += outcomes.rows(ofRun: index).filter {
        outcomes.rows[$0].nominal != OutcomeTable.Row.none
      }
    }
    return found.sorted()
  }
}

/// A fast search in a plan of few elements for the occurrences of outcome rows.
///
/// Safe: nominal times and displacements are within the calendar's length.
private struct PlanFinder {
  private var elements: [Element] = []
  /// The element of the previous row.
  private var last = 0

  private struct Element {
    /// The number of the element's id.
    var name: Int32
    var displacement: Int64
    var finder: MemberFinder
  }

  /// The maximum number of elements for a linear search.
  private static let limit = 16

  init(_ plan: TaskPlan, _ names: NameTable, near nominal: Int64) {
    guard plan.parts.reduce(0, { $0 + $1.elements.count }) <= PlanFinder.limit else { return }
    for part in plan.parts {
      for (index, element) in part.elements.enumerated() {
        guard let name = names.known(element.id) else { continue }
        let near = nominal &- part.displacement
        elements.append(
          Element(
            name: name, displacement: part.displacement,
            finder: MemberFinder(part.occurrences, element: index, near: near)))
      }
    }
  }

  /// Returns whether the plan certainly has the occurrence of a row.
  mutating func has(_ row: OutcomeTable.Row) -> Bool {
    if row.marks.contains(.secondPass) { return false }
    // Consecutive outcomes usually belong to one element, or to the elements of a day in turn.
    return find(row, in: last..<elements.count) || find(row, in: 0..<last)
  }

  /// Returns how many rows follow one that was found with occurrences of the same element in its even range.
  func countEven(in rows: [OutcomeTable.Row], _ positions: Range<Int>) -> Int {
    let (name, displacement) = (elements[last].name, elements[last].displacement)
    var even = elements[last].finder.even
    let rows = rows.span
    for position in positions {
      let row = rows[position]
      guard row.element == name, !row.marks.contains(.secondPass),
        even.has(row.nominal &- displacement)
      else { return position - positions.lowerBound }
    }
    return positions.count
  }

  private mutating func find(_ row: OutcomeTable.Row, in positions: Range<Int>) -> Bool {
    for position in positions where elements[position].name == row.element {
      if elements[position].finder.has(row.nominal &- elements[position].displacement) {
        last = position
        return true
      }
    }
    return false
  }
}
