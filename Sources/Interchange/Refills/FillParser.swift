import Diagnostics
import Scheduling

/// A fast parser of plain rows of `fills.csv` from their bytes.
///
/// Rows that it does not support are left to the general reader: quotes, rare formats of dates and
/// numbers, and invalid rows. For supported rows both give the same result.
///
/// Safe: a row ends before a line feed within the bytes, and its names are used before the next
/// row.
struct FillParser {
  private var columns: [Column] = []
  /// Whether there are columns of observation periods, which requires reading all rows as text.
  private var hasObservation = false
  private var patient = NameCache()
  private var drug = NameCache()
  private var drugClass = NameCache()
  private var dates = DateCache()

  /// The content of a column.
  private enum Column {
    case patient, date, days, dose, drug, drugClass, unknown
  }

  /// Creates a parser of rows with some columns.
  init(_ names: [String] = []) {
    hasObservation = names.contains(where: FillTable.observationColumns.contains)
    columns = names.map { name in
      switch name {
      case "patient": .patient
      case "date": .date
      case "days": .days
      case "dose": .dose
      case "drug": .drug
      case "class": .drugClass
      default: .unknown
      }
    }
  }

  /// Parses rows from the start of the bytes up to one that is not plain or incomplete.
  ///
  /// - Returns: The numbers of parsed bytes and lines.
  mutating func take(
    _ bytes: UnsafeBufferPointer<UInt8>, into rows: inout [FillRow],
    _ patients: inout NumberedNames, _ drugs: inout NumberedNames, _ classes: inout NumberedNames
  ) -> (bytes: Int, lines: Int) {
    guard !hasObservation, let base = bytes.baseAddress else { return (0, 0) }
    let known = rows.count
    var position = 0
    while true {
      let start = base + position
      let length = start.distance(to: .newline, before: bytes.count - position)
      if position + length >= bytes.count { break }
      let end = length > 0 && start[length - 1] == .carriageReturn ? length - 1 : length
      var cursor = RowCursor(next: start, end: start + end)
      var row = FillRow(patient: -1, day: .min, days: 0, dose: .nan, drug: -1, drugClass: -1)
      var names = Names()
      guard read(&cursor, &row, &names), isSound(row) else { break }
      // Names are interned last, so that rows that are not parsed add none.
      guard let drug = drug.number(of: names.drug, in: &drugs),
        let drugClass = drugClass.number(of: names.drugClass, in: &classes),
        let patient = patient.number(of: names.patient, in: &patients), patient >= 0
      else { break }
      (row.patient, row.drug, row.drugClass) = (patient, drug, drugClass)
      rows.append(row)
      position += length + 1
    }
    return (position, rows.count - known)
  }

  /// The uninterned names in a row.
  private struct Names {
    var patient, drug, drugClass: UnsafeBufferPointer<UInt8>?
  }

  private mutating func read(
    _ cursor: inout RowCursor, _ row: inout FillRow, _ names: inout Names
  ) -> Bool {
    for (place, column) in columns.enumerated() {
      if place > 0, !cursor.passComma() { return false }
      let isRead: Bool
      switch column {
      case .patient:
        names.patient = cursor.readText()
        isRead = names.patient != nil
      case .date: isRead = cursor.readDate(&dates, &row.day)
      case .days: isRead = cursor.readNumber(&row.days)
      case .dose: isRead = cursor.isAtFieldEnd || cursor.readNumber(&row.dose)
      case .drug:
        names.drug = cursor.readText()
        isRead = names.drug != nil
      case .drugClass:
        names.drugClass = cursor.readText()
        isRead = names.drugClass != nil
      case .unknown: isRead = cursor.passPlainField()
      }
      if !isRead { return false }
    }
    return cursor.isAtEnd
  }

  private func isSound(_ row: FillRow) -> Bool {
    row.day != .min && row.days > 0 && row.days <= FillTable.mostDays
      && (row.dose.isNaN || row.dose > 0)
  }
}

// Safe: names of one length are compared, and the memo keeps copies.
extension NameCache {
  /// Returns the number of a name, -1 for none; `nil` if it is not UTF-8 or invalid.
  fileprivate mutating func number(
    of name: UnsafeBufferPointer<UInt8>?, in numbers: inout NumberedNames
  ) -> Int32? {
    guard let name, !name.isEmpty else { return -1 }
    if name.count == last.count, last.withUnsafeBufferPointer({ $0.isEqual(name) }) {
      return lastNumber
    }
    let known = find(name)
    if known >= 0 { return known }
    guard let text = String(validating: name, as: UTF8.self), !text.hasManyMarks else { return nil }
    let number = numbers.number(of: text)
    add(name, number)
    return number
  }
}
