import Scheduling

// Bulk access to a plan for evaluation.

extension TaskPlan {
  /// Whether there are overrides.
  var hasOverrides: Bool { parts.contains(where: \.hasOverrides) }

  /// Whether any target is not `atLeast`, so that values have to be compared with targets one by one.
  var hasBoundedTargets: Bool {
    parts.contains { part in
      part.hasBoundedTargets
        || part.occurrences.schedule.overrides.values.contains { $0.targets?.areBounded == true }
    }
  }

  /// The facts of the elements, by index.
  var facts: [ElementFacts] { parts.count == 1 ? parts[0].facts : parts.flatMap(\.facts) }

  /// The sums of the elements' targets, by index.
  var sums: [ScoredSums] { parts.count == 1 ? parts[0].sums : parts.flatMap(\.sums) }

  /// Returns the units that the elements' targets credit, by index.
  func units(in names: NameTable) -> [CreditedUnits] {
    parts.flatMap { part in
      part.elements.indices.map { CreditedUnits(part.elements[$0].targets, in: names) }
    }
  }

  /// Appends the nominal times of rows, in local seconds; the rows are in order of start.
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
  /// Appends the nominal times, in local seconds, of rows of the part, with element indices of the plan.
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

/// A search for the occurrences of outcomes' keys, which are mostly ascending.
///
/// Safe: nominal times and displacements are within the calendar's length.
struct KeyFinder {
  /// The elements, those of later parts first: a key generated on both sides of an edit belongs to the later
  /// one.
  private var elements: [Element] = []

  private struct Element {
    /// The number of the element's id in the table of outcomes.
    let name: Int32
    let part: TaskPlan.Part
    let displacement: Int64
    var finder: MemberFinder
  }

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

  /// Returns the occurrence of an outcome's key, or ``Occurrence/absent``.
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
