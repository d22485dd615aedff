import AdherenceAnalytics
import Foundation
import Scheduling

/// Half a year of weights of a thousand patients, on nine of ten mornings, by patient and week.
struct ValueRows {
  private static let patients = 1_000

  private let query: AdherenceQuery
  private var records: [CareRecord] = []
  /// The recorded values as columns: patient, week, amount.
  private var owners: [Int32] = []
  private var weeks: [Int32] = []
  private var amounts: [Double] = []

  init() throws {
    query = try AdherenceQuery(Workloads.days("2025-01-06", "2025-07-07"), by: .week)
    let first = query.range.lowerBound
    let eight = try Workloads.time("08:00")
    var element = ScheduleElement("weight", from: CivilDateTime(date: first, time: eight))
    element.recurrence = .every(ISODuration(days: 1))
    element.targets = [ScheduleElement.Target(.within(60...90), units: "kg")]
    let task = CareTask(id: "weight", schedule: Schedule([element]))
    let zone = try Workloads.zone("Europe/Berlin")
    var random = Seeded(state: 61)
    for number in 0..<ValueRows.patients {
      var record = CareRecord(patient: Patient(id: "P\(number)", zone: zone), tasks: [task])
      for day in 0..<query.range.upperBound - first where random.happens(90) {
        let time = CivilDateTime(date: first.adding(days: day), time: eight)
        let amount = Double(Int.random(in: 200...400, using: &random)) / 4
        record.outcomes.append(
          Outcome(
            task: "weight", time: zone.firstInstant(atOrAfter: time),
            values: [OutcomeValue(.number(amount), units: "kg")]))
        owners.append(Int32(number))
        weeks.append(Int32(day / 7))
        amounts.append(amount)
      }
      records.append(record)
    }
  }

  /// Count, mean, deviation, quartiles and extremes of each week; ours also includes gaps and time
  /// in range.
  func row() throws -> Row {
    var naive = ValueSum()
    groups { naive.add($0) }
    return Row(
      name: "values", what: "the weeks of half a year of weights, 1,000 patients", per: .outcome,
      units: amounts.count, expected: naive.answer, systems: [regimen, grouped],
      data: try columns())
  }

  private var regimen: System {
    let (records, query) = (records, query)
    var sum = ValueSum()
    return System(
      name: "regimen",
      run: { runs in
        for _ in 0..<runs {
          sum = ValueSum()
          for record in records {
            for series in try record.values(query) {
              for week in series.summaries(over: query.spans) { sum.add(week) }
            }
          }
        }
      },
      answer: { sum.answer })
  }

  /// The naive implementation: grouped and sorted rows without plan, gaps or range.
  private var grouped: System {
    var sum = ValueSum()
    return System(
      name: "naive",
      run: { runs in
        for _ in 0..<runs {
          sum = ValueSum()
          groups { sum.add($0) }
        }
      },
      answer: { sum.answer })
  }

  private func groups(_ body: ([Double]) -> Void) {
    var groups: [Int64: [Double]] = [:]
    for row in amounts.indices {
      groups[Int64(owners[row]) << 32 | Int64(weeks[row]), default: []].append(amounts[row])
    }
    for amounts in groups.values { body(amounts.sorted()) }
  }

  /// Writes the columns to little-endian files, and returns the folder.
  private func columns() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, column) in [("patient.i32", owners), ("week.i32", weeks)] {
      try column.withUnsafeBytes { try Data($0).write(to: folder.appending(path: name)) }
    }
    try amounts.withUnsafeBytes { try Data($0).write(to: folder.appending(path: "amount.f64")) }
    return folder
  }
}

/// The sums over the weeks of all patients, to three digits.
private struct ValueSum {
  private var count = 0
  private var sum = 0.0

  var answer: Answer { Answer(count: count, checksum: String(format: "%.3f", sum)) }

  mutating func add(_ week: ValueSummary) {
    count += week.count
    let numbers = [week.mean, week.standardDeviation, week.min, week.max]
    let quartiles = [0.25, 0.5, 0.75].map(week.quantile)
    sum += (numbers + quartiles).reduce(0) { $0 + ($1 ?? 0) }
  }

  /// Adds sorted numbers by the definitions.
  mutating func add(_ sorted: [Double]) {
    let (n, mean) = (Double(sorted.count), sorted.reduce(0, +) / Double(sorted.count))
    let squares = sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let quartiles = [0.25, 0.5, 0.75].map { share in
      let place = share * (n - 1)
      let (low, high) = (sorted[Int(place)], sorted[min(Int(place) + 1, sorted.count - 1)])
      return low + (place - place.rounded(.down)) * (high - low)
    }
    count += sorted.count
    sum += mean + (n > 1 ? (squares / (n - 1)).squareRoot() : 0) + sorted[0]
    sum += sorted[sorted.count - 1] + quartiles.reduce(0, +)
  }
}
