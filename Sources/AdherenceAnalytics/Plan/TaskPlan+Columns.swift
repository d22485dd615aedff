import Scheduling

// What evaluations ask of a plan for many occurrences at once.

extension TaskPlan {
  /// Whether single occurrences differ from their elements.
  var hasOverrides: Bool { parts.contains(where: \.hasOverrides) }

  /// Whether any target is more than `atLeast`, so that values are held against targets one by one.
  var hasBoundedTargets: Bool {
    parts.contains { part in
      part.hasBoundedTargets
        || part.occurrences.schedule.overrides.values.contains { $0.targets?.areBounded == true }
    }
  }

  /// The facts of the elements, by position.
  var facts: [ElementFacts] { parts.count == 1 ? parts[0].facts : parts.flatMap(\.facts) }

  /// What the elements' targets add up to, by position.
  var sums: [ScoredSums] { parts.count == 1 ? parts[0].sums : parts.flatMap(\.sums) }

  /// The units that the elements' targets take, by position.
  func units(in names: NameTable) -> [CreditedUnits] {
    parts.flatMap { part in
      part.elements.indices.map { CreditedUnits(part.elements[$0].targets, in: names) }
    }
  }

  /// Appends the local seconds for which rows were planned; the rows are in order of start.
  func appendNominals(of rows: [Occurrence], to nominals: inout [Int64]) {
    if parts.count == 1, parts[0].displacement == 0 {
      return parts[0].occurrences.appendNominals(of: rows[...], to: &nominals)
    }
    var first = 0
    while first < rows.count {
      let part = parts[part(ofElement: rows[first].element)]
      let elements = part.firstElement..<part.firstElement + max(1, part.elements.count)
      let end = rows[first...].firstIndex { !elements.contains($0.element) } ?? rows.count
      part.appendNominals(of: rows[first..<end], to: &nominals)
      first = end
    }
  }
}

// Safe: nominal times and displacements are within the calendar's length.
extension TaskPlan.Part {
  /// Appends the local seconds for which rows of the part, as the plan numbers them, were planned.
  fileprivate func appendNominals(of rows: ArraySlice<Occurrence>, to nominals: inout [Int64]) {
    let first = nominals.count
    if firstElement == 0 {
      occurrences.appendNominals(of: rows, to: &nominals)
    } else {
      occurrences.appendNominals(of: rows.map(own)[...], to: &nominals)
    }
    if displacement == 0 { return }
    let calendar = CivilDateTime.first.localSeconds...CivilDateTime.last.localSeconds
    for index in first..<nominals.count {
      let displaced = nominals[index] &+ displacement
      nominals[index] = min(max(displaced, calendar.lowerBound), calendar.upperBound)
    }
  }
}

/// Finds the occurrences of a plan by outcomes' keys, which mostly ascend.
///
/// Safe: nominal times and displacements are within the calendar's length.
struct KeyFinder {
  /// By element of the plan, those of later parts first: a key that both sides of an edit produce belongs to
  /// the later one.
  private var elements: [Element] = []

  private struct Element {
    /// The number of the element's id in the table of outcomes.
    let name: Int32
    let part: TaskPlan.Part
    let displacement: Int64
    var finder: MemberFinder
  }

  /// Prepares to look for the keys of rows.
  init(_ plan: TaskPlan, _ names: NameTable, in rows: [OutcomeTable.Row]) {
    let first = rows.first { $0.nominal != OutcomeTable.Row.none }?.nominal ?? 0
    for part in plan.parts.reversed() {
      let elements = part.elements
      let own = elements.span
      for index in own.indices {
        guard let name = names.known(own[index].id) else { continue }
        let finder = MemberFinder(
          part.occurrences, element: index, near: first &- part.displacement)
        self.elements.append(
          Element(name: name, part: part, displacement: part.displacement, finder: finder))
      }
    }
  }

  /// The occurrence that an outcome's key names, or ``Occurrence/absent``.
  mutating func find(_ row: OutcomeTable.Row) -> Occurrence {
    let isSecondPass = row.marks.contains(.secondPass)
    var elements = elements.mutableSpan
    for index in elements.indices where elements[index].name == row.element {
      let found = elements[index].finder.find(
        row.nominal &- elements[index].displacement, isSecondPass: isSecondPass)
      if !found.isAbsent { return elements[index].part.numbered(found) }
    }
    return .absent
  }
}
