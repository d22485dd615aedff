import AdherenceStatistics

/// The cells of measures in a row, and the one that says which are missing and why.
struct MeasureCells {
  private let columns: [MeasureColumn]
  /// The names of the missing ones, by reason.
  private var missing: [(reason: MissingStatistic, names: [String])] = []

  init(_ groups: Set<MeasureGroup>) { columns = MeasureColumn.columns(of: groups) }

  /// Writes the cells of a task; empty ones without it.
  mutating func write(_ measures: TaskMeasures?, to rows: RowWriter) {
    if columns.isEmpty { return }
    guard let measures else {
      for _ in 0...columns.count { rows.empty() }
      return
    }
    missing.removeAll(keepingCapacity: true)
    for column in columns { write(column, column.value(of: measures), to: rows) }
    rows.text(missing.isEmpty ? nil : text)
  }

  private mutating func write(
    _ column: MeasureColumn, _ value: MeasureColumn.Value, to rows: RowWriter
  ) {
    switch value {
    case .number(let number): rows.number(number)
    case .count(let count): rows.integer(count)
    case .truth(let truth): rows.boolean(truth)
    case .text(let text): rows.text(text)
    case .nothing: rows.empty()
    case .missing(let reason):
      rows.empty()
      note(column.name, reason)
    }
  }

  private mutating func note(_ name: String, _ reason: MissingStatistic) {
    if let index = missing.firstIndex(where: { $0.reason == reason }) {
      missing[index].names.append(name)
    } else {
      missing.append((reason, [name]))
    }
  }

  /// As `notInitiated: latenessMean latenessSd; tooFew: olsSlope`.
  private var text: String {
    missing.map { "\($0.reason.rawValue): \($0.names.joined(separator: " "))" }
      .joined(separator: "; ")
  }
}
