import AdherenceAnalytics
import Scheduling

/// Reads one of the files of fills from start to end.
enum RefillScan {
  /// What was found beside the rows.
  struct Findings {
    var problems = ProblemList()
    var count = ReadCount()
  }

  /// Adds the rows of a file to a table; those that cannot be read are set aside.
  static func run(
    _ name: String, in folder: String, _ blockSize: Int, _ table: inout some RefillTable
  ) throws(InputError) -> Findings {
    let file = try DatasetFile(name, in: folder)
    let reader = try CSVReader(try file.stream(blockSize: blockSize))
    var findings = Findings()
    let errors = reader.headerErrors(known: table.known, required: table.required)
    if let fatal = errors.first(where: { $0.problem.hidesColumn }) { throw fatal }
    findings.problems.append(contentsOf: errors)
    table.begin(columns: reader.columns)
    while let next = reader.next() {
      findings.count.read += 1
      do throws(InputError) {
        let record = try next.get()
        do throws(InputError) {
          try table.add(record)
        } catch {
          throw error.at(source: name, line: record.line)
        }
      } catch {
        if error.problem.endsReading { throw error }
        findings.count.setAside += 1
        findings.problems.append(error)
      }
    }
    try file.requireUnchanged()
    return findings
  }
}

/// The rows of a file of fills.
protocol RefillTable {
  /// The columns that it may have, and those that it must.
  var known: [String] { get }
  var required: [String] { get }
  /// Takes the columns as they stand in the file.
  mutating func begin(columns: [String])
  /// Reads a row and adds it.
  mutating func add(_ record: CSVRecord) throws(InputError)
}

/// `fills.csv`.
struct FillTable: RefillTable {
  private(set) var patients = NameNumbers()
  private(set) var classes = NameNumbers()
  var rows: [FillRow] = []

  let known = ["patient", "date", "days", "dose", "class"]
  let required = ["patient", "date", "days"]
  private var header = RefillHeader()

  /// No supply lasts longer: a hundred years.
  private static let mostDays = 36_525.0

  mutating func begin(columns: [String]) { header = RefillHeader(columns) }

  mutating func add(_ record: CSVRecord) throws(InputError) {
    // A patient all of whose fills are wrong is one of the cohort still.
    let patient = patients.number(of: try header.text("patient", record))
    let date = try header.date("date", record)
    let days = try header.number("days", record)
    guard let days else { throw InputError(.missing, field: "days") }
    guard days > 0, days <= FillTable.mostDays else {
      throw header.outOfRange("days", record, "be above 0 and at most 36525")
    }
    let dose = try header.number("dose", record)
    if let dose, !(dose > 0 && dose.isFinite) {
      throw header.outOfRange("dose", record, "be above 0")
    }
    let drugClass = header["class", record].map { classes.number(of: $0) }
    rows.append(
      FillRow(
        patient: patient, day: Int32(date.dayNumber), days: days, dose: dose ?? .nan,
        drugClass: drugClass ?? -1))
  }
}

/// `stays.csv`.
struct StayTable: RefillTable {
  let patients: NameNumbers
  private(set) var rows: [StayRow] = []

  let known = ["patient", "from", "to"]
  let required = ["patient", "from", "to"]
  private var header = RefillHeader()

  init(patients: NameNumbers) { self.patients = patients }

  mutating func begin(columns: [String]) { header = RefillHeader(columns) }

  mutating func add(_ record: CSVRecord) throws(InputError) {
    let id = try header.text("patient", record)
    guard let patient = patients.known(id) else { throw .unknownPatient(id) }
    let (first, last) = (try header.date("from", record), try header.date("to", record))
    guard first <= last else { throw header.outOfRange("to", record, "not precede 'from'") }
    rows.append(
      StayRow(patient: patient, first: Int32(first.dayNumber), last: Int32(last.dayNumber)))
  }
}

/// Where the columns of a file of fills stand, and its fields as values.
private struct RefillHeader {
  private var places: [String: Int] = [:]

  init(_ columns: [String] = []) {
    places = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })
  }

  /// A field; `nil` where it is empty or the file has no such column.
  subscript(name: String, record: CSVRecord) -> String? {
    guard let place = places[name], !record[place].isEmpty else { return nil }
    return record[place]
  }

  func text(_ name: String, _ record: CSVRecord) throws(InputError) -> String {
    guard let text = self[name, record] else { throw InputError(.missing, field: name) }
    return text
  }

  func date(_ name: String, _ record: CSVRecord) throws(InputError) -> CivilDate {
    let text = try text(name, record)
    guard let date = CivilDate(text) else {
      throw InputError(.malformed(text: text, .date), field: name)
    }
    return date
  }

  func number(_ name: String, _ record: CSVRecord) throws(InputError) -> Double? {
    guard let text = self[name, record] else { return nil }
    guard let number = Double(text) else {
      throw InputError(.malformed(text: text, .number), field: name)
    }
    return number
  }

  func outOfRange(_ name: String, _ record: CSVRecord, _ rule: String) -> InputError {
    InputError(.outOfRange(text: self[name, record] ?? "", rule: rule), field: name)
  }
}
