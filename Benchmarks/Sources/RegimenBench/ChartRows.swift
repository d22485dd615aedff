import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Foundation
import Scheduling
import Simulation

/// The rows on chart data, for ten thousand synthetic patients over half a year.
struct ChartRows {
  private let records: [CareRecord]
  private let query: AdherenceQuery
  private let tasks: Int

  init() throws {
    let cohort = try SyntheticCohort(patients: 10_000, days: 182, seed: 5)
    var (records, reader) = ([CareRecord](), cohort.makeReader())
    try reader.read(cohort.patientIDs.indices) { records.append($0.record) }
    self.records = records
    query = AdherenceQuery(cohort.range, by: .week)
    tasks = records.reduce(0) { $0 + $1.differentTasks.count }
  }

  private func row(
    _ name: String, _ what: String, charts: Int, _ expected: Answer, _ systems: [System]
  ) -> Row {
    Row(
      name: name, what: what + ", 10,000 patients, half a year", per: .chart, units: charts,
      expected: expected, systems: systems, samples: 3)
  }

  private func system(_ name: String, _ work: @escaping () throws -> Answer) -> System {
    var found = Answer(count: 0, checksum: "")
    return System(
      name: name, run: { runs in for _ in 0..<runs { found = try work() } }, answer: { found })
  }
}

extension ChartRows {
  /// Compared with a program that asks Foundation's calendar for the week of each occurrence's day.
  func bars() throws -> Row {
    row(
      "chart-bars", "a task's weekly bars from its record", charts: tasks, try weeksByCalendar(),
      [system("regimen", weeks), system("Calendar", weeksByCalendar)])
  }

  private func weeks() -> Answer {
    var (evaluator, sum) = (AdherenceEvaluator(query), WeekSum())
    for record in records {
      let patient = evaluator.adherence(of: record)
      for task in patient.tasks {
        let chart = ChartData.bars(of: task, over: patient.spans, title: task.task ?? "")
        let weeks = chart.series.map { $0.points.map { $0.y ?? 0 } }
        for (due, done) in zip(weeks[0], weeks[1]) where due > 0 { sum.add(due: due, done: done) }
      }
    }
    return sum.answer
  }

  private func weeksByCalendar() throws -> Answer {
    var (evaluator, sum) = (AdherenceEvaluator(query), WeekSum())
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    for record in records {
      for task in record.differentTasks {
        let evaluation = try evaluator.evaluate(task, of: record)
        for (due, done) in evaluation.weeks(by: calendar).values {
          sum.add(due: Double(due), done: Double(done))
        }
      }
    }
    return sum.answer
  }
}

extension CareRecord {
  /// The distinct tasks: an evaluation covers all versions.
  fileprivate var differentTasks: [CareTask] {
    var known: Set<String> = []
    return tasks.filter { known.insert($0.id).inserted }
  }
}

extension TaskEvaluation {
  /// The due and completed counts by week.
  fileprivate func weeks(by calendar: Calendar) -> [DateComponents: (due: Int, done: Int)] {
    var weeks: [DateComponents: (due: Int, done: Int)] = [:]
    for own in scored where own.window.expiry <= asOf && own.state != .onHold {
      let date = Date(timeIntervalSince1970: Double(own.day.dayNumber) * 86_400)
      let week = calendar.dateComponents([.yearForWeekOfYear, .weekOfYear], from: date)
      weeks[week, default: (0, 0)].due += 1
      if own.state == .done { weeks[week, default: (0, 0)].done += 1 }
    }
    return weeks
  }
}

/// An order-independent sum over weeks, for checking results.
private struct WeekSum {
  private var (weeks, due, done, product) = (0, 0.0, 0.0, 0.0)

  mutating func add(due: Double, done: Double) {
    weeks += 1
    self.due += due
    self.done += done
    product += due * done
  }

  var answer: Answer { Answer(count: weeks, checksum: "\(done) of \(due), \(product)") }
}

// Every chart of a task, in all formats.
extension ChartRows {
  /// All charts of each task from its record, the same with their specifications, and the rows of
  /// those charts with Foundation's encoder.
  func all() throws -> Row {
    let records = Array(records.prefix(500))
    let charts = try charts(of: records) { _ in }
    return row(
      "charts", "a task's charts of seven kinds", charts: charts.count, charts,
      [
        system("data") { try self.charts(of: records) { _ in } },
        system("vega-lite") { try self.charts(of: records) { _ = $0.vegaLite() } },
        system("csv") { try self.charts(of: records) { _ = $0.csv() } },
        system("JSONEncoder") {
          let encoder = JSONEncoder()
          return try self.charts(of: records) { _ = try encoder.encode($0) }
        },
      ])
  }

  private func charts(
    of records: [CareRecord], _ use: (ChartData) throws -> Void
  ) throws -> Answer {
    var summed = query
    // Daily sums require a summed scoring.
    summed.scoring = .summed
    var evaluator = AdherenceEvaluator(summed)
    var (count, points) = (0, 0)
    for record in records {
      let patient = evaluator.adherence(of: record)
      for (task, series) in zip(record.differentTasks, patient.tasks) {
        let evaluation = try evaluator.evaluate(task, of: record)
        let title = task.id
        for chart in try [
          ChartData.bars(of: series, over: patient.spans, title: title),
          .sparkline(of: series, over: patient.spans, title: title),
          .calendar(of: evaluation, title: title), .chronology(of: evaluation, title: title),
          .weekdayHours(of: evaluation, title: title), .streaks(of: evaluation, title: title),
          .dailySums(of: [evaluation], title: title),
        ] {
          try use(chart)
          count += 1
          points += chart.pointCount
        }
      }
    }
    return Answer(count: count, checksum: "\(points) points")
  }
}
