import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Foundation
import Interchange
import Reporting
import Scheduling
import TestSupport
import Testing

/// The numbers of a patient's charts are those of the tables of a report, for every kind.
@Suite struct PatientChartsTests {
  /// The charts of the first patients' doses, by kind.
  private static let charts = Result {
    try monitoring().records.prefix(WrittenTables.patientCount).map { record in
      try charts(of: record.patient.id, ChartSelection(patient: record.patient.id, task: "med"))
    }
  }

  /// A patient, and a chart of each kind.
  private struct Charts: Sendable {
    var patient: String
    var all: [ChartKind: ChartData]
  }

  private static func charts(of patient: String, _ selection: ChartSelection) throws -> Charts {
    let request = ChartRequest(try monitoringQuery(by: .week), selection)
    let charts = try request.charts(of: monitoring()).charts.map { ($0.chart.kind, $0.chart) }
    return Charts(patient: patient, all: Dictionary(charts) { first, _ in first })
  }

  /// The kinds that there are of a patient.
  ///
  /// Daily sums need a scoring that sums, and have a question of their own.
  static func kinds() throws -> Set<ChartKind> {
    Set(try charts.get().flatMap(\.all.keys)).union([.dailySums])
  }

  /// Looks at a chart of each patient.
  private func each(
    _ kind: ChartKind, _ body: (_ patient: String, _ chart: ChartData) throws -> Void
  ) throws {
    for charts in try Self.charts.get() {
      try body(charts.patient, try #require(charts.all[kind], "no \(kind)"))
    }
  }

  @Test(arguments: [ChartKind.bars, .sparkline])
  func periodsAreRowsOfThePatient(_ kind: ChartKind) throws {
    let tables = try WrittenTables.weekly.get()
    let weeks = tables.query.spans
    let columns = kind == .bars ? ["Due": "due", "Done": "done"] : ["Done": "ratio"]
    try each(kind) { patient, chart in
      for (series, column) in columns {
        let points = try chart.points(series)
        // Bars are only of the weeks with a plan.
        #expect(kind == .bars ? points.last?.y != nil : points.count == weeks.count)
        let drawn = Dictionary(uniqueKeysWithValues: points.map { ($0.label, $0) })
        for week in weeks {
          // Of nothing due a chart has no count.
          let isDue = !tables.adherence.has(0, "due", patient, "med", "", "", week.name)
          let height = drawn[week.name]?.y
          #expect(isDue == (height != nil), "\(patient), \(week.name)")
          #expect(
            !isDue || tables.adherence.has(height, column, patient, "med", "", "", week.name),
            "\(patient), \(week.name)")
        }
      }
    }
  }

  @Test func rollingLinesAreRowsOfTheirTable() throws {
    let table = try WrittenTables.daily.get().rolling
    try each(.rolling) { patient, chart in
      let points = try chart.points("Last 7 days")
      #expect(points.count > 80)
      for point in points {
        #expect(table.has(point.y, "ratio", patient, "med", "", "", date(point.x)))
        #expect(table.text("ratioMissing", patient, "med", "", "", date(point.x)) == point.missing)
      }
    }
  }

  @Test func calendarDaysAreRowsOfThePatient() throws {
    let table = try WrittenTables.daily.get().adherence
    try each(.calendar) { patient, chart in
      let days = chart.series.flatMap { series in series.points.map { (series.name, $0) } }
      #expect(100...364 ~= days.count)
      for (state, cell) in days {
        let day = date(cell.x + (try #require(cell.y)))
        func count(_ column: String) -> Int? {
          table.text(column, patient, "med", "", "", day).flatMap { Int($0) }
        }
        let (due, completed) = (try #require(count("due")), try #require(count("done")))
        switch state {
        case "Done", "Done late": #expect(due > 0 && completed == due, "\(day)")
        case "Missed": #expect(count("missed") ?? 0 > 0 && completed == 0, "\(day)")
        case "In part": #expect(completed < due, "\(day)")
        case "On hold": #expect(due == 0 && count("onHold") ?? 0 > 0, "\(day)")
        default: #expect(due == 0 || state == "Declined", "\(day) is \(state)")
        }
      }
    }
  }

  @Test func chronologiesAreRowsOfThePatients() throws {
    let table = try WrittenTables.weekly.get().patients
    try each(.chronology) { patient, chart in
      func count(_ name: String) -> Double {
        Double(chart.series.first { $0.name == name }?.points.count ?? 0)
      }
      #expect(table.has(count("Missed"), "missed", patient, "med"))
      #expect(table.has(count("In the window"), "inWindow", patient, "med"), "\(patient)")
      #expect(table.has(count("Early"), "early", patient, "med"))
      #expect(table.has(count("Late"), "late", patient, "med"))
    }
  }

  @Test func hoursAddUpToThoseOfTheStatistics() throws {
    var (clocks, weekdays) = (Array(repeating: 0.0, count: 24), Array(repeating: 0.0, count: 24))
    try each(.clock) { _, chart in
      for point in try chart.points("Events") { clocks[Int(point.x) / 3600] += point.y ?? 0 }
    }
    try each(.weekdayHours) { _, chart in
      for cell in try chart.points("Events") { weekdays[Int(cell.x) / 3600] += cell.value ?? 0 }
    }
    #expect(clocks == (try WrittenTables.daily.get().numbers("tasks.med.all.eventHours")))
    #expect(weekdays == clocks)
  }

  @Test func intervalsAreCountedInTheTable() throws {
    let table = try WrittenTables.weekly.get().patients
    try each(.interdose) { patient, chart in
      let bars = try chart.points("Intervals")
      let count = bars.reduce(0) { $0 + ($1.y ?? 0) }
      #expect(table.has(count, "interdoseCount", patient, "med"))
      // No bin lies across the lower limit of the tolerance, 18 hours.
      let short = bars.prefix { $0.x < 18 }.reduce(0) { $0 + ($1.y ?? 0) }
      if chart.references.map(\.at) == [24] {
        #expect(table.has(short, "interdoseTooShort", patient, "med"))
      }
    }
  }

  @Test func lanesAreRowsOfThePatients() throws {
    let table = try WrittenTables.weekly.get().patients
    try each(.swimmer) { patient, chart in
      let start = chart.series.first { $0.name == "On treatment" }?.points.first?.x ?? 0
      checkLane(0, of: chart, table, patient, "med", start: start)
    }
  }

  @Test func runsAreThoseOfTheTable() throws {
    let table = try WrittenTables.weekly.get().patients
    try each(.streaks) { patient, chart in
      let runs = try chart.points("All done").map { run in
        Double(try #require(run.label?.split(separator: " ").first.flatMap { Int($0) }))
      }
      #expect(table.has(runs.max(), "longestPerfectDays", patient, "med"))
    }
  }

  /// Sums are of tasks whose scoring sums; a day without a record is a gap.
  @Test func dailySumsAreValuesOfThePatient() throws {
    var query = try monitoringQuery(by: .day)
    query.scoring = .summed
    for record in try monitoring().records.prefix(WrittenTables.patientCount) {
      let selection = ChartSelection(kind: .dailySums, patient: record.patient.id, task: "med")
      let answer = try ChartRequest(query, selection).charts(of: monitoring())
      let points = try #require(answer.charts.first?.chart.series.first).points
      let task = try #require(record.adherence(query).tasks.first { $0.task == "med" })
      let start = query.range.lowerBound.dayNumber
      let drawn = Set(points.map { Int($0.x) - start })
      #expect(task.periods.indices.allSatisfy { drawn.contains($0) || task.periods[$0].due == 0 })
      for point in points {
        let day = task.periods[Int(point.x) - start]
        if day.due == 0 { continue }
        #expect(point.y == (day.missed == day.due ? nil : day.valueSum), "\(record.patient.id)")
        if point.y == nil { #expect(point.missing == "notRecorded") }
      }
    }
  }

  private func date(_ day: Double) -> String { CivilDate(dayNumber: Int(day)).description }
}
