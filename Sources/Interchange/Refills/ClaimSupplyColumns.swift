import Scheduling

/// The columns that give the days of a supply and the dose.
struct ClaimSupplyColumns<Table: EventTable> {
  private let table: Table
  private let days, dose: Source?
  private let endDate, quantity: Int?

  /// A column, or a number for all rows.
  private enum Source {
    case column(Int)
    case constant(Double)

    var place: Int? { if case .column(let place) = self { place } else { nil } }
  }

  /// The supply of a claim.
  struct Claim {
    var days: Double
    var dose: Double?
    /// The column and the text that are negative, where it is a reversal.
    var negative: (column: String, text: String)?
    /// What is doubtful in it.
    var doubt: InputError?

    var isNegative: Bool { negative != nil }
  }

  init(_ table: Table, _ columns: ClaimColumns) throws(InputError) {
    self.table = table
    days = try ClaimSupplyColumns.source(columns.days, "days", in: table)
    dose = try ClaimSupplyColumns.source(columns.dose, "dose", in: table)
    endDate = try table.place(ofOptional: columns.endDate, as: "end-date")
    quantity = try table.place(ofOptional: columns.quantity, as: "quantity")
    if days != nil, endDate != nil {
      throw InputError(.conflict(with: "days"), parameter: "end-date", source: table.source)
    }
    guard days != nil || endDate != nil || (quantity != nil && dose != nil) else {
      throw InputError(.missing, parameter: "days", source: table.source)
    }
    if case .constant(let days) = days, !FillTable.isSupply(days) {
      throw InputError(.outOfRange(text: "\(days)", rule: FillTable.supplyRule), parameter: "days")
    }
  }

  private static func source(
    _ name: String?, _ parameter: String, in table: Table
  ) throws(InputError) -> Source? {
    guard let name else { return nil }
    if !isColumn(name, of: table.columns), let number = Double(name), number.isFinite, number > 0 {
      return .constant(number)
    }
    return .column(try table.place(of: name, as: parameter))
  }

  /// Whether a text is the name of a column, or the number of one that cannot be named.
  private static func isColumn(_ name: String, of columns: [String]) -> Bool {
    if columns.contains(name) { return true }
    guard let number = Int(name), 0 < number, number <= columns.count else { return false }
    let own = columns[number - 1]
    return own.isEmpty || columns.count { $0 == own } > 1
  }

  /// Parses the supply of a row that was dispensed on a day.
  func read(
    _ record: Table.Row, from day: CivilDate, _ dates: WrittenDates
  ) throws(InputError) -> Claim {
    let quantity = try number(record, self.quantity)
    let dose = try positive(record, self.dose)
    let days = try days(record, from: day, dates)
    guard
      let supply = days.map(abs)
        ?? quantity.flatMap({ quantity in dose.map { abs(quantity) / $0 } })
    else { throw table.missing(self.days?.place ?? endDate ?? self.quantity) }
    guard FillTable.isSupply(supply) else {
      let place = self.days?.place ?? endDate ?? self.quantity
      throw InputError(
        .outOfRange(text: "\(supply)", rule: FillTable.supplyRule),
        field: place.map { table.columns[$0] })
    }
    let places = [(days, self.days?.place), (quantity, self.quantity)]
    let negative = places.first { $0.0.map { $0 < 0 } ?? false }?.1
    return Claim(
      days: supply, dose: dose ?? quantity.map { abs($0) / supply },
      negative: try reason(record, negative),
      doubt: days == nil && supply < 1 ? try doubt(record, supply) : nil)
  }

  /// Tells of a quantity that is gone within the day, as where 1.000 tablets were read as one.
  private func doubt(_ record: Table.Row, _ supply: Double) throws(InputError) -> InputError? {
    guard let quantity, let text = try table.text(record, quantity) else { return nil }
    return InputError(.against(.shortSupply, text: text), field: table.columns[quantity])
  }

  /// The column and the text that make a row a reversal.
  private func reason(
    _ record: Table.Row, _ place: Int?
  ) throws(InputError) -> (column: String, text: String)? {
    guard let place else { return nil }
    return (table.columns[place], try table.text(record, place) ?? "")
  }

  private func days(
    _ record: Table.Row, from day: CivilDate, _ dates: WrittenDates
  ) throws(InputError) -> Double? {
    switch days {
    case .constant(let days): return days
    case .column(let place): return try number(record, place)
    case nil: break
    }
    guard let last = try dates.read(record, endDate, of: table) else { return nil }
    guard day <= last else {
      throw InputError(
        .outOfRange(text: "\(last)", rule: "not precede the day of dispensing, \(day)"),
        field: endDate.map { table.columns[$0] })
    }
    return Double(last - day + 1)
  }

  /// Parses a number other than 0; one below 0 makes the row a reversal.
  private func number(_ record: Table.Row, _ place: Int?) throws(InputError) -> Double? {
    guard let place, let text = try table.text(record, place) else { return nil }
    guard let number = Double(table.number(text)), number.isFinite else {
      throw InputError(.malformed(text: text, .number), field: table.columns[place])
    }
    if number != 0 { return number }
    throw InputError(.outOfRange(text: text, rule: "be above 0"), field: table.columns[place])
  }

  private func positive(_ record: Table.Row, _ source: Source?) throws(InputError) -> Double? {
    if case .constant(let number) = source { return number }
    guard let place = source?.place, let number = try number(record, place) else { return nil }
    if number > 0 { return number }
    throw InputError(
      .outOfRange(text: try table.text(record, place) ?? "", rule: "be above 0"),
      field: table.columns[place])
  }
}

extension InputError.Rule {
  fileprivate static let shortSupply = InputError.Rule(
    "shortSupply",
    "lasts less than a day at the amount taken a day (check both, and whether its mark is of decimals or of"
      + " thousands)", keepsRecord: true)
}
