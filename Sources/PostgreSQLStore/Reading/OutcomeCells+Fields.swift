import Storage

extension OutcomeCells {
  /// The columns behind the key.
  private static let others = [
    "task", "element", "nominal", "time", "status", "number", "units", "kind",
  ]

  /// The columns of the table.
  static let columns = ["patient", "position"] + others

  /// The columns as they are asked for: patient and position make one number, as the server takes its time
  /// for each field.
  static let askedColumns = ["patient::bigint << 32 | position"] + others

  /// Takes the columns that were asked for.
  init(_ fields: Fields) {
    self.init()
    task = fields.int4(1).map(Int64.init) ?? OutcomeCells.unreadable
    element = fields.int4(2).map(Int64.init)
    nominal = fields.timestamp(3)
    time = fields.timestamp(4)
    status = fields.int2(5).map(Int64.init) ?? OutcomeCells.unreadable
    number = fields.number(6)
    units = fields.int4(7).map(Int64.init)
    kind = fields.int4(8).map(Int64.init)
  }
}

extension ListedCells {
  static let columns = [
    "patient", "outcome", "position", "number", "boolean", "text", "date", "data", "units", "kind",
  ]

  /// Takes `patient, outcome, position` and the others.
  init(_ fields: Fields) {
    self.init(
      outcome: fields.int4(1).map(Int64.init) ?? -1, position: fields.int4(2).map(Int64.init) ?? -1)
    boolean = fields.boolean(4).map { $0 ? 1 : 0 }
    units = fields.int4(8).map(Int64.init)
    kind = fields.int4(9).map(Int64.init)
  }
}
