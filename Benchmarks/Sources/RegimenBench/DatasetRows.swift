import AdherenceAnalytics
import Foundation
import Interchange
import Reporting
import Scheduling

/// The rows on the repository's own dataset of 200 patients.
struct DatasetRows {
  private let folder: String
  private let dataset: Dataset
  private let query: AdherenceQuery

  init() throws {
    let file = URL(filePath: #filePath)
    let root = (0..<4).reduce(file) { url, _ in url.deletingLastPathComponent() }
    folder = root.appending(path: "Datasets/monitoring").path
    dataset = try Dataset(folder: folder)
    var query = try AdherenceQuery(Workloads.days("2025-01-13", "2026-01-12"), by: .week)
    query.dayBoundary = try Workloads.time("03:00")
    query.asOf = Instant("2025-12-31T22:00:00Z")
    self.query = query
  }

  func read() -> Row {
    let folder = folder
    var counts = dataset.counts
    let regimen = System(
      name: "regimen",
      run: { runs in for _ in 0..<runs { counts = try Dataset(folder: folder).counts } },
      answer: { Answer(count: counts.outcomes.read, checksum: counts.description) })
    return row(
      "read", "patients, tasks, outcomes and holds from files", Expected.read,
      [regimen, lineCount])
  }

  /// The lower bound for reading the files: finding line ends.
  private var lineCount: System {
    let paths = ["patients.csv", "tasks.ndjson", "outcomes.csv", "holds.csv"].map {
      "\(folder)/\($0)"
    }
    var lines = 0
    return System(
      name: "lines", expected: Expected.lines,
      run: { runs in
        for _ in 0..<runs {
          lines = try paths.reduce(0) { sum, path in
            sum + Array(try Data(contentsOf: URL(filePath: path))).count { $0 == 10 }
          }
        }
      },
      answer: { Answer(count: lines, checksum: "") })
  }

  func report() -> Row {
    row(
      "report", "52 weeks of three tasks, from memory", Expected.report,
      [reporting("regimen", dataset)])
  }

  /// The same report on schedules that follow an event of each patient, and on their dates written out.
  func eventReport() -> Row {
    let records = dataset.records.map(EnrolledRecord.init)
    return row(
      "report-events", "the same with schedules that follow an event", Expected.report,
      [
        reporting("regimen", RecordList(records.map(\.following))),
        reporting("written-out", RecordList(records.map(\.writtenOut))),
      ])
  }

  /// A report on doses that follow the last taken, and on the calendar schedule with the same results.
  func chainReport() throws -> Row {
    let records = try (0..<200).map(ChainedRecord.init)
    let doses = records.count * ChainedRecord.doses
    return row(
      "report-chains", "52 weeks of doses that follow the last taken",
      Answer(count: doses, checksum: "\(doses) done"),
      [
        reporting("regimen", RecordList(records.map(\.following))),
        reporting("calendar", RecordList(records.map(\.onCalendar))),
      ])
  }

  private func reporting(_ name: String, _ source: some CohortSource) -> System {
    let query = query
    var report: CohortReport?
    return System(
      name: name,
      run: { runs in for _ in 0..<runs { report = try CohortReport(of: source, query) } },
      answer: {
        let doses = report?.whole.rows.first { $0.group == nil && $0.task == "med" }?.pooled
        return Answer(count: doses?.due ?? 0, checksum: "\(doses?.done ?? 0) done")
      })
  }

  func tables() -> Row {
    let patients = dataset.records.map { $0.adherence(query) }
    let header = ReportTable.adherence.columns.map(\.name).joined(separator: ",") + "\n"
    let regimen = writing("regimen") {
      let table = AdherenceTable(hasEmptyPeriods: true, format: .csv)
      for patient in patients { table.write(patient) }
      return Array(header.utf8) + table.take()
    }
    let naive = writing("naive") {
      var text = header
      for patient in patients {
        for row in AdherenceTable.cells(of: patient, hasEmptyPeriods: true) {
          text += row.map(\.naiveText).joined(separator: ",") + "\n"
        }
      }
      return Array(text.utf8)
    }
    return row("tables", "the lines of adherence.csv", Expected.tables, [regimen, naive])
  }

  /// The doses only: nearest matching, states, weeks.
  func nearest() throws -> Row {
    var evaluator = AdherenceEvaluator(query)
    let records = dataset.records.map { record in
      var record = record
      record.tasks.removeAll { $0.id != "med" }
      record.outcomes.removeAll { $0.task != "med" }
      return record
    }
    var patients: [PatientAdherence] = []
    let regimen = System(
      name: "regimen",
      run: { runs in for _ in 0..<runs { patients = records.map { evaluator.adherence(of: $0) } } },
      answer: { Answer(weeksOf: patients) })
    let doses = try records.map { record in
      try BareDoses(evaluator.evaluate(record.tasks[0], of: record), query)
    }
    return row(
      "nearest", "doses matched by nearest, 26 weeks each", Expected.nearest,
      [regimen, .bareWeeks(doses)])
  }

  /// Every occurrence of all tasks with its state.
  func states() throws -> Row {
    let records = dataset.records
    var evaluator = AdherenceEvaluator(query)
    var (count, sum) = (0, 0)
    let regimen = System(
      name: "regimen",
      run: { runs in
        for _ in 0..<runs {
          (count, sum) = (0, 0)
          for record in records {
            for task in record.tasks {
              for occurrence in try evaluator.evaluate(task, of: record).scored {
                count += 1
                sum += occurrence.state == .done ? count : 0
              }
            }
          }
        }
      },
      answer: { Answer(count: count, checksum: "\(sum)") })
    let known = try records.flatMap { record in
      try record.tasks.map { try evaluator.evaluate($0, of: record).scored }
    }
    return Row(
      name: "states", what: "the state of every occurrence", per: .occurrence,
      units: Expected.states.count, expected: Expected.states, systems: [regimen, .copying(known)])
  }

  private func writing(_ name: String, _ write: @escaping () -> [UInt8]) -> System {
    var bytes: [UInt8] = []
    return System(
      name: name, run: { runs in for _ in 0..<runs { bytes = write() } },
      answer: { Answer(bytes.map(Int64.init)) })
  }

  private func row(
    _ name: String, _ what: String, _ expected: Answer, _ systems: [System]
  ) -> Row {
    Row(
      name: name, what: what, per: .patient, units: dataset.records.count, expected: expected,
      systems: systems)
  }
}

extension Answer {
  /// The due count, and a sum in which each patient's week has its own weight.
  fileprivate init(weeksOf patients: [PatientAdherence]) {
    self.init(
      weeks: patients.map { patient in
        (patient.total.periods.map(\.due), patient.total.periods.map(\.done))
      })
  }

  /// The same from the counts of each patient.
  init(weeks patients: [(due: [Int], completed: [Int])]) {
    var (total, sum) = (0, 0)
    for (number, patient) in patients.enumerated() {
      for (week, due) in patient.due.enumerated() {
        total += due
        sum += (1000 * number + week) * (due + 100 * patient.completed[week])
      }
    }
    self.init(count: total, checksum: "\(sum)")
  }
}

extension Cell {
  /// The cell printed naively, for texts without quotes.
  fileprivate var naiveText: String {
    switch self {
    case .text(let text), .json(let text): text
    case .integer(let number): "\(number)"
    case .decimal(let number): String(format: "%.6f", number)
    case .number(let number): number == number.rounded() ? "\(Int(number))" : "\(number)"
    case .boolean(let truth): "\(truth)"
    case .date(let date): "\(date)"
    case .instant(let instant): "\(instant)"
    case .localTime(let time): "\(time)"
    case .list(let entries): entries.joined(separator: ";")
    case .empty: ""
    }
  }
}
