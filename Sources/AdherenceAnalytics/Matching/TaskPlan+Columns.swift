import Scheduling

// What evaluations ask of a plan for many occurrences at once.

extension TaskPlan {
  /// Whether single occurrences differ from their elements.
  var hasOverrides: Bool { parts.contains { !$0.occurrences.schedule.overrides.isEmpty } }

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
      parts[0].occurrences.appendNominals(of: rows, to: &nominals)
    } else {
      nominals += rows.map { nominal(of: $0).localSeconds }
    }
  }

  /// Appends the occurrence that each outcome's key names, or ``Occurrence/absent``.
  func append(
    occurrencesAt keys: [OutcomeTable.Row], of table: OutcomeTable, to rows: inout [Occurrence]
  ) {
    guard parts.count == 1, parts[0].displacement == 0 else {
      return rows += keys.map { row in
        table.key(of: row).flatMap(occurrence) ?? .absent
      }
    }
    let elements = parts[0].occurrences.schedule.elements
    let numbers = elements.map { table.names.known($0.id) }
    parts[0].occurrences.append(
      occurrencesAt: keys.map { row in
        NominalKey(
          element: numbers.firstIndex(of: row.element) ?? -1, nominal: row.nominal,
          isSecondPass: row.marks.contains(.secondPass))
      }, to: &rows)
  }
}
