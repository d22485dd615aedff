import Diagnostics
import Scheduling

/// The columns of the days of supply and the dose.
struct ClaimSupplyColumns<Table: EventTable> {
  private let table: Table
  private let days, dose: Source?
  private let endDate, quantity: Int?
  /// The unit in the name of the column of days.
  private let unit: SupplyUnit

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
    /// The column and text of a negative number, if the claim is a reversal.
    var negative: (column: String, text: String)?
    /// A warning about the supply.
    var warning: InputError?

    var isNegative: Bool { negative != nil }
  }

  init(_ table: Table, _ columns: ClaimColumns) throws(InputError) {
    self.table = table
    days = try ClaimSupplyColumns.source(columns.days, "days", in: table)
    dose = try ClaimSupplyColumns.source(columns.dose, "dose", in: table)
    endDate = try table.place(ofOptional: columns.endDate, as: "end-date")
    quantity = try table.place(ofOptional: columns.quantity, as: "quantity")
    unit = (days?.place).flatMap { SupplyUnit(column: table.columns[$0]) } ?? .days
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

  /// Returns whether a text identifies a column by name, or by number if its name is not unique.
  private static func isColumn(_ name: String, of columns: [String]) -> Bool {
    if columns.contains(name) { return true }
    guard let number = Int(name), 0 < number, number <= columns.count else { return false }
    let own = columns[number - 1]
    return own.isEmpty || columns.count { $0 == own } > 1
  }

  /// Parses the supply of a row dispensed on a day.
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
      warning: days == nil && supply < 1 ? try warning(record, supply) : nil)
  }

  /// Returns a warning about a quantity that lasts less than a day, as if 1.000 tablets were parsed
  /// as one.
  private func warning(_ record: Table.Row, _ supply: Double) throws(InputError) -> InputError? {
    guard let quantity, let text = try table.text(record, quantity) else { return nil }
    return InputError(.against(.shortSupply, text: text), field: table.columns[quantity])
  }

  /// Returns the column and text that make a row a reversal.
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
    case .column(let place): return try days(record, place)
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

  /// Parses days, or weeks if the column or cell has that unit; other units are rejected.
  private func days(_ record: Table.Row, _ place: Int) throws(InputError) -> Double? {
    guard let number = try number(record, place) else { return nil }
    let text = try table.text(record, place) ?? ""
    let written = CellNumber(text)?.unit ?? ""
    let unit = written.isEmpty ? unit : SupplyUnit(written) ?? .other
    if let days = unit.days { return number * days }
    throw InputError(
      .outOfRange(text: text, rule: "be in days, as 30 or 30 days"), field: table.columns[place])
  }

  /// Returns a warning about a supply of more than a year, such as 999 for an unknown number.
  func warning(_ claim: Claim) -> InputError? {
    guard claim.days > 366 else { return nil }
    if case .constant = days { return nil }
    let place = days?.place ?? endDate ?? quantity
    let text = claim.days == claim.days.rounded() ? "\(Int(claim.days))" : "\(claim.days)"
    return InputError(.against(.longSupply, text: text), field: place.map { table.columns[$0] })
  }

  /// Parses a non-zero number; a negative one makes the row a reversal.
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

/// The unit of a supply.
enum SupplyUnit: Hashable {
  case days, weeks
  /// A unit that is not a fixed number of days, such as months, or not a unit of time.
  case other

  /// Parses a unit after a number; `nil` if it is unknown.
  init?(_ text: some StringProtocol) {
    let word = text.lowercased().filter(\.isLetter)
    if SupplyUnit.dayWords.contains(word) {
      self = .days
    } else if SupplyUnit.weekWords.contains(word) {
      self = .weeks
    } else if SupplyUnit.otherWords.contains(word) {
      self = .other
    } else {
      return nil
    }
  }

  /// Parses the unit in the name of a column, also in parentheses; `nil` if there is none.
  init?(column: String) {
    let words = ColumnName(String(column.map { "()[]".contains($0) ? " " : $0 })).words
    let units = words.compactMap { SupplyUnit(nameWord: $0) }
    // The name of a column of days may also mention a month of treatment.
    guard let unit = units.contains(.days) ? .days : units.first else { return nil }
    self = unit
  }

  /// Parses a word of a name, in which single letters are no units and words may be joined, as in
  /// `weekssupply`.
  private init?(nameWord word: String) {
    if word.hasPrefix("week") {
      self = .weeks
    } else if word.hasPrefix("month") {
      self = .other
    } else {
      guard word.count > 2 || word == "mo" || word == "wk", let unit = SupplyUnit(word) else {
        return nil
      }
      self = unit
    }
  }

  /// The number of days of the unit; `nil` if it is not fixed.
  var days: Double? {
    switch self {
    case .days: 1
    case .weeks: 7
    case .other: nil
    }
  }

  private static let dayWords = words(
    "d day days dayssupply daysupply dy dys tag tage tagen t jour jours j dia dias día días")
  private static let weekWords = words(
    "w wk wks week weeks woche wochen semaine semaines semana semanas")
  private static let otherWords = words(
    """
    mo mos mth mths month months monat monate monaten mois mes meses quarter quarters quartal quartale trimester \
    yr yrs year years jahr jahre an ans año años h hr hrs hour hours
    """)

  private static func words(_ list: String) -> Set<String> {
    Set(list.split { $0 == " " || $0 == "\n" }.map(String.init))
  }
}

extension InputError.Rule {
  fileprivate static let shortSupply = InputError.Rule(
    "shortSupply",
    "lasts less than a day at the daily amount (check both, and whether its mark separates decimals or"
      + " thousands)", keepsRecord: true)
  fileprivate static let longSupply = InputError.Rule(
    "longSupply",
    "is more than a year for one fill and is used as it is (correct it if it means unknown)",
    keepsRecord: true)
}
