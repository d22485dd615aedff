package import AdherenceAnalytics
package import Scheduling

/// The outcomes of a patient while they are put together: rows, and what few outcomes have beside.
package struct OutcomeAssembly {
  private var rows: [OutcomeTable.Row]
  private var details: [Int: Outcome] = [:]
  private let names: NameTable
  /// The positions of outcomes that cannot be read.
  private var unreadable: Set<Int>
  /// What is wrong with them.
  package private(set) var problems: [InputError] = []

  /// Begins with rows that were gathered.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - exceptions: What of them cannot be read.
  ///   - place: How errors call a row.
  package init(
    _ rows: [OutcomeTable.Row], _ exceptions: OutcomeExceptions, place: (Int) -> String
  ) {
    self.rows = rows
    names = exceptions.table
    unreadable = exceptions.unreadable
    // Of very many, the first hundred are named.
    problems = unreadable.sorted().prefix(100).map { position in
      InputError(
        .unreadable(
          reason: "it has no known task, no time and no whole key, or another status or number"
            + " (take it out, or put it right)"), field: place(position))
    }
  }

  package var count: Int { rows.count }

  /// How many outcomes cannot be read.
  package var setAside: Int { unreadable.count }

  /// Whether a row is there and can be read so far.
  package func isSound(_ position: Int) -> Bool {
    rows.indices.contains(position) && !unreadable.contains(position)
  }

  /// The one number that a row has; `nil` where it has none.
  package func number(at position: Int) -> OutcomeValue? {
    rows[position].marks.contains(.number) ? outcome(rows[position]).values.first : nil
  }

  /// Leaves an outcome out, as something of it cannot be read.
  package mutating func refuse(_ position: Int, _ problem: InputError) {
    unreadable.insert(position)
    problems.append(problem)
  }

  /// Gives an outcome values that a row has no room for.
  package mutating func give(_ values: [OutcomeValue], to position: Int) {
    details[position] = details[position] ?? outcome(rows[position])
    details[position]?.values = values
    mark(position)
  }

  /// Gives an outcome its id, notes and so on.
  package mutating func give(_ particulars: OutcomeParticulars, to position: Int) {
    if particulars.isSecondPass { rows[position].marks.insert(.secondPass) }
    guard particulars.isMore || details[position] != nil else { return }
    var outcome = details[position] ?? outcome(rows[position])
    outcome.key?.isSecondPass = particulars.isSecondPass
    particulars.give(to: &outcome)
    details[position] = outcome
    mark(position)
  }

  private mutating func mark(_ position: Int) {
    rows[position].clearValue()
    rows[position].marks.insert(.detailed)
  }

  /// The outcomes without those that cannot be read, and where they stand among all rows if some are left
  /// out.
  package func table() -> (outcomes: OutcomeTable, places: [Int]?) {
    if unreadable.isEmpty { return (OutcomeTable(rows: rows, names: names, details: details), nil) }
    var kept: [OutcomeTable.Row] = []
    var places: [Int] = []
    var keptDetails: [Int: Outcome] = [:]
    for (position, row) in rows.enumerated() where !unreadable.contains(position) {
      keptDetails[kept.count] = details[position]
      kept.append(row)
      places.append(position)
    }
    return (OutcomeTable(rows: kept, names: names, details: keptDetails), places)
  }

  /// The outcome that a row tells of, which has no details.
  private func outcome(_ row: OutcomeTable.Row) -> Outcome {
    OutcomeTable(rows: [row], names: names)[0]
  }
}

extension OutcomeTable.Row {
  /// Leaves the values to the details.
  fileprivate mutating func clearValue() {
    amount = 0
    units = -1
    kind = -1
    marks.subtract([.number, .boolean])
  }
}
