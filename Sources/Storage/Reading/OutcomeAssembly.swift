package import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// The outcomes of a patient during reading: compact rows, and the rare fields stored in other
/// tables.
package struct OutcomeAssembly {
  private var rows: [OutcomeTable.Row]
  private var details: [Int: Outcome] = [:]
  private let names: NameTable
  /// The positions of outcomes that cannot be read.
  private var unreadable: Set<Int>
  /// The problems of those outcomes.
  package private(set) var problems: [InputError] = []

  /// Creates an assembly of gathered rows.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - exceptions: The rows that cannot be read.
  ///   - place: Returns the location of a row for error messages.
  package init(
    _ rows: [OutcomeTable.Row], _ exceptions: OutcomeExceptions, place: (Int) -> String
  ) {
    self.rows = rows
    names = exceptions.table
    unreadable = exceptions.unreadable
    // The number of reported problems is limited to a hundred.
    problems = unreadable.sorted().prefix(100).map { position in
      InputError(
        .unreadable(
          reason:
            "its task is unknown, it has neither a time nor a complete key, or its status or number is invalid"
            + " (delete or correct it)"), field: place(position))
    }
  }

  package var count: Int { rows.count }

  /// The number of outcomes that cannot be read.
  package var rejected: Int { unreadable.count }

  /// Returns whether a row exists and has been readable so far.
  package func isSound(_ position: Int) -> Bool {
    rows.indices.contains(position) && !unreadable.contains(position)
  }

  /// Returns the single number of a row; `nil` if it has none.
  package func number(at position: Int) -> OutcomeValue? {
    rows[position].marks.contains(.number) ? outcome(rows[position]).values.first : nil
  }

  /// Rejects an outcome because one of its fields cannot be read.
  package mutating func refuse(_ position: Int, _ problem: InputError) {
    unreadable.insert(position)
    problems.append(problem)
  }

  /// Sets values that do not fit a compact row.
  package mutating func give(_ values: [OutcomeValue], to position: Int) {
    details[position] = details[position] ?? outcome(rows[position])
    details[position]?.values = values
    mark(position)
  }

  /// Sets the id, notes and other rare fields of an outcome.
  package mutating func give(_ particulars: OutcomeDetails, to position: Int) {
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

  /// The readable outcomes.
  package var table: OutcomeTable {
    if unreadable.isEmpty { return OutcomeTable(rows: rows, names: names, details: details) }
    var kept: [OutcomeTable.Row] = []
    var keptDetails: [Int: Outcome] = [:]
    for (position, row) in rows.enumerated() where !unreadable.contains(position) {
      keptDetails[kept.count] = details[position]
      kept.append(row)
    }
    return OutcomeTable(rows: kept, names: names, details: keptDetails)
  }

  /// Returns the outcome of a row without details.
  private func outcome(_ row: OutcomeTable.Row) -> Outcome {
    OutcomeTable(rows: [row], names: names)[0]
  }
}

extension OutcomeTable.Row {
  /// Clears the value, which the details have.
  fileprivate mutating func clearValue() {
    amount = 0
    units = -1
    kind = -1
    marks.subtract([.number, .boolean])
  }
}
