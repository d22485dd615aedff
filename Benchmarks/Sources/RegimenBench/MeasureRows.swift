import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Interchange
import Scheduling

/// The rows on the measures of single patients, on the repository's dataset.
///
/// Expected results are the golden data, to six digits.
struct MeasureRows {
  private let courses: [TaskCourse]
  private let expected: Answer

  init() throws {
    let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }
    let dataset = try Dataset(folder: root.appending(path: "Datasets/monitoring").path)
    var query = try AdherenceQuery(Workloads.days("2025-01-01", "2026-02-01"))
    query.dayBoundary = try Workloads.time("03:00")
    query.asOf = Instant("2025-12-31T22:00:00Z")
    var evaluator = AdherenceEvaluator(query)
    let golden = root.appending(path: "Datasets/golden/mems/expected.json")
    let patients = try JSONDecoder().decode(Golden.self, from: Data(contentsOf: golden)).patients
    var courses: [TaskCourse] = []
    var sum = MeasureSum()
    for (record, patient) in zip(dataset.records, patients) {
      let compiled = CompiledRecord(record, query)
      _ = evaluator.evaluate(compiled, options: [.course, .wholePlan]) { course, _ in
        guard course.task == "med", course.isAsPlanned(in: record.patient.zone) else { return }
        courses.append(course)
        sum.add(patient.sums)
      }
    }
    self.courses = courses
    expected = sum.answer
  }

  /// The measures of half a year, without matching.
  func measures() throws -> Row {
    let (courses, statistics) = (courses, MeasureEvaluator())
    var sum = MeasureSum()
    let regimen = System(
      name: "regimen",
      run: { runs in
        for _ in 0..<runs {
          sum = MeasureSum()
          for course in courses { sum.add(statistics.measures(of: course).sums) }
        }
      },
      answer: { sum.answer })
    return Row(
      name: "measures", what: "all measures of a patient's half year", per: .patient,
      units: courses.count, expected: expected, systems: [regimen, reading()], data: try columns())
  }

  /// The lower bound for measures: reading each occurrence once, and counting.
  private func reading() -> System {
    let rows = courses.flatMap { $0.occurrences.filter(\.isEvaluable) }
    let taken = rows.filter { $0.status == .taken }
    let courses = courses
    var (count, sum) = (0, Int64(0))
    return System(
      name: "reading",
      expected: Answer(
        count: rows.count, checksum: "\(taken.reduce(0) { $0 + Int64($1.day) })"),
      run: { runs in
        for _ in 0..<runs {
          (count, sum) = (0, 0)
          for course in courses {
            for row in course.occurrences {
              count &+= row.isEvaluable ? 1 : 0
              sum &+= row.status == .taken ? Int64(row.day) : 0
            }
          }
        }
      },
      answer: { Answer(count: count, checksum: "\(sum)") })
  }

  /// The input of a script: a line for each occurrence, an empty one after each patient.
  private func columns() throws -> URL {
    var text = ""
    for course in courses {
      let unsure = Set(course.occurrences.filter { !$0.isEvaluable }.map(\.day))
      for row in course.occurrences where row.isEvaluable {
        let late = row.time == TaskCourse.unknown ? "" : "\(row.time - row.start)"
        let (taken, judged) = (row.status == .taken ? 1 : 0, unsure.contains(row.day) ? 0 : 1)
        text += "\(row.day),\(taken),\(judged),\(late)\n"
      }
      text += "\n"
    }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appending(path: "courses.csv"))
    return folder
  }
}

extension TaskCourse {
  /// Whether every dose is due at its planned local time; where a clock change moves one to another
  /// day, the golden data use the actual day, and the engine the planned one.
  fileprivate func isAsPlanned(in zone: Zone) -> Bool {
    occurrences.allSatisfy {
      zone.civil(at: Instant(seconds: $0.start)).time.secondOfDay == Int($0.slot)
    }
  }
}

extension TaskCourse.Occurrence {
  fileprivate var isEvaluable: Bool { status == .taken || status == .missed }
}

/// Some measures of a patient in the golden data; missing ones add nothing.
private struct Golden: Decodable {
  var patients: [Patient]

  struct Patient: Decodable {
    var lateness: Lateness
    var trend: Trend?

    var sums: [Double?] {
      [
        lateness.mean, lateness.mad, trend?.theilSen, trend?.kendallTauB,
        trend.map { Double($0.mannKendall.S) },
      ]
    }
  }

  struct Lateness: Decodable { var mean: Double?, mad: Double? }
  struct Trend: Decodable {
    var theilSen: Double, kendallTauB: Double?
    var mannKendall: MannKendall
  }
  struct MannKendall: Decodable { var S: Int }
}

extension TaskMeasures {
  /// The columns in the order of the golden data, looked up once.
  private static let columns = [
    "latenessMean", "latenessMedianAbsDeviation", "theilSen", "kendallTauB", "mannKendallS",
  ].compactMap { name in MeasureColumn.all.first { $0.name == name } }

  fileprivate var sums: [Double?] {
    TaskMeasures.columns.map { column in
      switch column.value(of: self) {
      case .number(let number): number
      case .count(let count): Double(count)
      case .truth, .text, .missing, .nothing: nil
      }
    }
  }
}

/// The sums of some measures over patients.
private struct MeasureSum {
  private var patients = 0
  private var sums = [Double](repeating: 0, count: 5)

  mutating func add(_ measures: [Double?]) {
    patients += 1
    for (place, measure) in measures.enumerated() { sums[place] += measure ?? 0 }
  }

  var answer: Answer {
    Answer(
      count: patients, checksum: sums.map { String(format: "%.4f", $0) }.joined(separator: " "))
  }
}
