import Storage

extension OutcomeCells {
  /// The columns after the key.
  private static let others = [
    "task", "element", "nominal", "time", "status", "number", "units", "kind",
  ]

  /// The columns of the table.
  static let columns = ["patient", "position"] + others

  /// The queried columns: patient and position are combined into one number, because the server's
  /// cost is per field.
  static let askedColumns = ["patient::bigint << 32 | position"] + others

  /// Reads the queried columns.
  init(_ fields: Fields) {
    self.init()
    task = fields.int4(1).map(Int64.init) ?? OutcomeCells.unreadable
    element = fields.int4(2).map(Int64.init) ?? OutcomeCells.none
    nominal = fields.timestamp(3).map { max($0, OutcomeCells.unreadable) } ?? OutcomeCells.none
    time = fields.timestamp(4).map { max($0, OutcomeCells.unreadable) } ?? OutcomeCells.none
    status = fields.int2(5).map(Int64.init) ?? OutcomeCells.unreadable
    number = fields.number(6)
    units = fields.int4(7).map(Int64.init) ?? OutcomeCells.none
    kind = fields.int4(8).map(Int64.init) ?? OutcomeCells.none
  }
}

extension ListedCells {
  static let columns = [
    "patient", "outcome", "position", "number", "boolean", "text", "date", "data", "units", "kind",
  ]

  /// Reads `patient, outcome, position` and the remaining columns.
  init(_ fields: Fields) {
    self.init(
      outcome: fields.int4(1).map(Int64.init) ?? -1, position: fields.int4(2).map(Int64.init) ?? -1)
    boolean = fields.boolean(4).map { $0 ? 1 : 0 }
    units = fields.int4(8).map(Int64.init) ?? OutcomeCells.none
    kind = fields.int4(9).map(Int64.init) ?? OutcomeCells.none
  }
}
