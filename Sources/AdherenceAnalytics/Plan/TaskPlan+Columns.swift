import Scheduling

// What evaluations ask of a plan for many occurrences at once.

extension TaskPlan {
  /// Whether single occurrences differ from their elements.
  var hasOverrides: Bool { parts.contains { !$0.occurrences.schedule.overrides.isEmpty } }

  /// Whether any target is more than `atLeast`, so that values are held against targets one by one.
  var hasBoundedTargets: Bool {
    parts.contains { part in
      part.elements.contains { $0.targets.areBounded }
        || part.occurrences.schedule.overrides.values.contains { $0.targets?.areBounded == true }
    }
  }

  /// The facts of the elements, by position.
  var facts: [ElementFacts] {
    parts.count == 1
      ? parts[0].elements.map(ElementFacts.init)
      : parts.flatMap { $0.elements.map(ElementFacts.init) }
  }

  /// What the elements' targets add up to, by position.
  var sums: [ScoredSums] {
    parts.flatMap { part in
      part.elements.indices.map { ScoredSums(targets: part.elements[$0].targets) }
    }
  }

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

  /// Appends the occurrence that each outcome's key names, or ``Occurrence/absent``.
  ///
  /// A key that both sides of an edit produce belongs to the later one.
  func append(
    occurrencesAt keys: [OutcomeTable.Row], of table: OutcomeTable, to rows: inout [Occurrence]
  ) {
    guard let first = keys.first else { return }
    var finders = parts.reversed().map { PartFinder($0, table.names, near: first.nominal) }
    rows.reserveCapacity(rows.count + keys.count)
    for key in keys {
      var found = Occurrence.absent
      for index in finders.indices where found == .absent { found = finders[index].find(key) }
      rows.append(found)
    }
  }
}

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

/// Finds the occurrences of one part of a plan by outcomes' keys.
private struct PartFinder {
  private let part: TaskPlan.Part
  /// The elements' numbers in the table of outcomes.
  private let numbers: [Int32?]
  private var finders: [MemberFinder]

  init(_ part: TaskPlan.Part, _ names: NameTable, near local: Int64) {
    self.part = part
    numbers = part.elements.map { names.known($0.id) }
    finders = part.elements.indices.map {
      MemberFinder(part.occurrences, element: $0, near: local &- part.displacement)
    }
  }

  mutating func find(_ key: OutcomeTable.Row) -> Occurrence {
    guard let element = numbers.firstIndex(of: key.element) else { return .absent }
    let found = finders[element].find(
      key.nominal &- part.displacement, isSecondPass: key.marks.contains(.secondPass))
    return found == .absent ? .absent : part.numbered(found)
  }
}
