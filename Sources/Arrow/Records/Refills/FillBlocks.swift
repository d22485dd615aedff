import AdherenceAnalytics
import Interchange
import Scheduling

/// A columnar reader of fills.
struct FillBlocks: RefillBlocks {
  private var patientCells = NameCells()
  private var drugCells = NameCells()
  private var classCells = NameCells()
  private var dateCells = TimeCells(.local)
  private var dateMemo = DateCache()
  private let patients = RowBlock.Cells<Int32>(RowBlock.none)
  private let drugs = RowBlock.Cells<Int32>(RowBlock.none)
  private let classes = RowBlock.Cells<Int32>(RowBlock.none)
  private let dates = RowBlock.Cells<Int64>(OutcomeTable.Row.none)
  private let days = ValueCells()
  private let doses = ValueCells()
  /// Whether columns have observation periods, which requires reading all rows as text.
  private var hasObservation = false

  mutating func read(
    _ columns: [ArrowColumn], _ header: TableHeader, _ block: RowBlock,
    into table: inout FillTable
  ) {
    hasObservation = FillTable.observationColumns.contains { header[$0] != nil }
    if let place = header["patient"] {
      patientCells.read(columns[place], block, { table.number(ofPatient: $0) }, patients)
    }
    if let place = header["drug"] {
      drugCells.read(columns[place], block, { table.number(ofDrug: $0) }, drugs)
    }
    if let place = header["class"] {
      classCells.read(columns[place], block, { table.number(ofClass: $0) }, classes)
    }
    if let place = header["date"] { readDates(columns[place], block) }
    if let place = header["days"] { days.read(columns[place], block) }
    if let place = header["dose"] { doses.read(columns[place], block) }
  }

  private mutating func readDates(_ column: ArrowColumn, _ block: RowBlock) {
    guard let texts = column.texts else { return dateCells.read(column, block, dates) }
    for place in 0..<block.count {
      let row = block.rows.start[place]
      dates.start[place] = RowBlock.closeTime
      guard column.validity[row], let start = texts[row].baseAddress else { continue }
      var cursor = RowCursor(next: start, end: start + texts[row].count)
      var day: Int32 = 0
      if cursor.readDate(&dateMemo, &day), cursor.isAtEnd {
        dates.start[place] = Int64(day) * 86_400
      }
    }
  }

  func append(_ place: Int, to table: inout FillTable) -> Bool {
    guard !hasObservation, let row = row(place) else { return false }
    table.rows.append(row)
    return true
  }

  /// Returns a valid row; `nil` if it must be read as text.
  ///
  /// Safe: dates are those of the calendar.
  private func row(_ place: Int) -> FillRow? {
    let number = OutcomeTable.Marks.number.rawValue
    let (date, supply) = (dates.start[place], days.amounts.start[place])
    let hasDose = doses.marks.start[place] != 0
    let dose = doses.amounts.start[place]
    guard patients.start[place] >= 0, drugs.start[place] != RowBlock.close,
      classes.start[place] != RowBlock.close,
      date != OutcomeTable.Row.none, date != RowBlock.closeTime,
      date.quotientDown(86_400) &* 86_400 == date,
      days.marks.start[place] == number, FillTable.isSupply(supply),
      !hasDose || (doses.marks.start[place] == number && dose > 0)
    else { return nil }
    return FillRow(
      patient: patients.start[place], day: Int32(truncatingIfNeeded: date / 86_400), days: supply,
      dose: hasDose ? dose : .nan, drug: drugs.start[place], drugClass: classes.start[place])
  }
}
