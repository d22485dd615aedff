package import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// The reading of a file of fills or stays.
package enum RefillScan {
  /// The problems and counts of rows.
  package struct Findings {
    package var problems = ProblemList()
    package var count = ReadCount()

    package init() {}

    /// Counts a rejected row.
    package mutating func reject(_ error: InputError) {
      count.rejected += 1
      problems.append(error)
    }

    /// Counts a row that is kept with an optional warning.
    package mutating func warn(_ warning: InputError?) {
      guard let warning else { return }
      count.withWarnings += 1
      problems.append(warning)
    }

    /// Counts a row that is kept with any number of warnings.
    mutating func warn(all warnings: [InputError]) {
      warn(warnings.first)
      problems.append(contentsOf: Array(warnings.dropFirst()))
    }
  }

  /// Adds the rows of a file to a table, rejecting invalid ones.
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
    repeat {
      reader.lend { bytes, _ in
        let taken = table.take(bytes)
        findings.count.read += taken.lines
        return taken
      }
    } while try takeRow(reader, &table, &findings)
    try file.requireUnchanged()
    return findings
  }

  /// Reads one row as text and returns whether there was one.
  private static func takeRow(
    _ reader: CSVReader, _ table: inout some RefillTable, _ findings: inout Findings
  ) throws(InputError) -> Bool {
    guard let next = reader.next() else { return false }
    findings.count.read += 1
    do throws(InputError) {
      let record = try next.get()
      do throws(InputError) {
        let warning = try table.add(record)
        findings.warn(warning?.at(source: reader.source, line: record.line))
      } catch {
        throw error.at(source: reader.source, line: record.line)
      }
    } catch {
      if error.problem.endsReading { throw error }
      findings.reject(error)
    }
    return true
  }
}

/// A table of fills or stays.
///
/// Safe: the bytes are lent for the call of `take`; who keeps some copies them.
package protocol RefillTable {
  /// The known and the required columns.
  var known: [String] { get }
  var required: [String] { get }
  /// Sets the columns of the file.
  mutating func begin(columns: [String])
  /// Parses plain rows from the start of the bytes up to one that is not plain, and returns the
  /// numbers of consumed bytes and lines.
  mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) -> (bytes: Int, lines: Int)
  /// Parses and adds a row; returns a warning about it.
  mutating func add(_ record: CSVRecord) throws(InputError) -> InputError?
}

/// A builder of a dataset from fills and stays in formats other than tables.
package struct RefillRows {
  private var fills = FillTable()
  private var stays: [StayRow] = []
  private var fillFindings = RefillScan.Findings()
  private var stayFindings = RefillScan.Findings()

  package init() {}

  /// Adds a patient's fills and stays.
  ///
  /// - Parameters:
  ///   - record: The valid part of the record; a patient without any still belongs to the cohort.
  ///   - counts: The counts of read and rejected rows.
  ///   - problems: The errors and warnings.
  package mutating func add(
    _ record: RefillRecord, counts: RefillCounts, problems: [InputError]
  ) {
    fillFindings.count.merge(counts.fills)
    stayFindings.count.merge(counts.stays)
    fillFindings.problems.append(contentsOf: problems)
    if counts.fills.read == 0 { return }
    let patient = fills.number(ofPatient: record.patient)
    // A record has one observation period, so there is no conflict.
    _ = try? fills.observe(patient, record.observation)
    for fill in record.fills {
      fills.add(patient, fill)
    }
    for stay in record.stays {
      stays.append(
        StayRow(
          patient: patient, first: Int32(stay.days.lowerBound.dayNumber),
          last: Int32(stay.days.upperBound.dayNumber)))
    }
  }

  /// The dataset of all records in the order of patients.
  package var dataset: RefillDataset {
    RefillDataset(
      fills, fillFindings, StayTable(patients: fills.patients, rows: stays), stayFindings)
  }
}

/// The table `stays.csv`.
package struct StayTable: RefillTable {
  let patients: NumberedNames
  private(set) var rows: [StayRow] = []

  package let known = ["patient", "from", "to"]
  package let required = ["patient", "from", "to"]
  private var header = TableHeader([])

  /// Creates an empty table of stays of the patients in a table of fills.
  package init(of fills: FillTable) { self.init(patients: fills.patients) }

  init(patients: NumberedNames, rows: [StayRow] = []) {
    (self.patients, self.rows) = (patients, rows)
  }

  package mutating func begin(columns: [String]) { header = TableHeader(columns, hasMore: false) }

  /// Consumes nothing: stays are few, so all are read as text.
  ///
  /// Safe: it looks at none of the bytes.
  package mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) -> (bytes: Int, lines: Int) {
    (0, 0)
  }

  package mutating func add(_ record: CSVRecord) throws(InputError) -> InputError? {
    let row = try TableRow(record, header)
    let id = try row.require(row.text("patient"), "patient")
    guard let patient = patients.known(id) else { throw .unknownPatient(id) }
    let first: CivilDate = try row.require(row.value("from", .date), "from")
    let last: CivilDate = try row.require(row.value("to", .date), "to")
    guard first <= last else { throw try row.outOfRange("to", "not precede 'from'") }
    rows.append(
      StayRow(patient: patient, first: Int32(first.dayNumber), last: Int32(last.dayNumber)))
    return nil
  }
}

/// A row of `stays.csv`.
struct StayRow: PatientRow {
  var patient: Int32
  var first: Int32
  var last: Int32
}
