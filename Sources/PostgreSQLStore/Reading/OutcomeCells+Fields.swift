import Storage

extension OutcomeCells {
  /// The columns as they are asked for, behind the patient's number and the position.
  static let columns = [
    "patient", "position", "task", "element", "nominal", "time", "status", "number", "units",
    "kind",
  ]

  /// Takes `patient, position` and the others.
  init(_ fields: Fields) {
    self.init()
    task = fields.int4(2).map(Int64.init) ?? OutcomeCells.unreadable
    element = fields.int4(3).map(Int64.init)
    nominal = fields.timestamp(4)
    time = fields.timestamp(5)
    status = fields.int2(6).map(Int64.init) ?? OutcomeCells.unreadable
    number = fields.number(7)
    units = fields.int4(8).map(Int64.init)
    kind = fields.int4(9).map(Int64.init)
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
