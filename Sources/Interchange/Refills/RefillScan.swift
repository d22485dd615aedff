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
