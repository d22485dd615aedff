import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Diagnostics
import Foundation
import Interchange
import Reporting
import Scheduling
import TestSampling
import TestSupport
import Testing

/// The numbers of a cohort's charts are those of the tables of its report, for every kind.
@Suite struct CohortChartsTests {
  /// The charts of the cohort's doses, by kind.
  private static let charts = Result {
    var parameters = MeasureParameters()
    parameters.resamples = 0
    // Of two groups a funnel is made on request only.
    let selections = [nil, ChartKind.funnel].map { ChartSelection(kind: $0, task: "med") }
    let charts = try selections.flatMap { selection in
      try ChartRequest(monitoringQuery(by: .week), selection, parameters)
        .charts(of: monitoring()).charts.map { ($0.chart.kind, $0.chart) }
    }
    return Dictionary(charts) { first, _ in first }
  }

  private func chart(_ kind: ChartKind) throws -> ChartData {
    try #require(Self.charts.get()[kind], "no chart of \(kind)")
  }

  @Test func everyKindIsHeldAgainstATable() throws {
    let ofCohorts = Set(try Self.charts.get().keys)
    let ofPatients = try PatientChartsTests.kinds()
    let ofPlans = ChartKind.allCases.filter { !$0.descriptor.showsFills }
    // Comparisons need earlier days, and have a suite of their own.
    #expect(ofCohorts.union(ofPatients).union([.comparison]) == Set(ofPlans))
  }

  @Test(arguments: ["bars", "sparkline"])
  func periodsAreRowsOfTheCohort(_ name: String) throws {
    let table = try WrittenTables.weekly.get().cohort
    let chart = try chart(#require(ChartKind(rawValue: name)))
    let columns =
      name == "bars" ? ["Due": "due", "Done": "done"] : ["Done": "pooledRatio"]
    for (series, column) in columns {
      let points = try chart.points(series)
      // A line leaves out the week that is not over at the time of the report.
      #expect(points.count == (name == "bars" ? 52 : 51))
      for point in points {
        // Of nothing due a chart has no count.
        let isDue = !table.has(0, "due", "", "med", "", "", week(of: point))
        #expect(isDue == (point.y != nil), "\(point)")
        #expect(
          !isDue || table.has(point.y, column, "", "med", "", "", week(of: point)), "\(point)")
      }
    }
  }

  @Test func ribbonsAreQuantilesOfTheCohort() throws {
    let table = try WrittenTables.weekly.get().cohort
    let chart = try chart(.ribbon)
    let areas = [
      "10 to 90 % of patients": ("q10", "q90"), "25 to 75 % of patients": ("q25", "q75"),
    ]
    for (series, columns) in areas {
      for point in try chart.points(series) {
        #expect(table.has(point.y, columns.0, "", "med", "", "", week(of: point)))
        #expect(table.has(point.yEnd, columns.1, "", "med", "", "", week(of: point)))
      }
    }
    for (series, column) in ["Median": "median", "Pooled": "pooledRatio"] {
      let points = try chart.points(series)
      #expect(points.count == 51)
      for point in points {
        #expect(table.has(point.y, column, "", "med", "", "", week(of: point)))
      }
    }
  }

  @Test func lasagnasAreRowsOfThePatients() throws {
    let table = try WrittenTables.weekly.get().adherence
    let chart = try chart(.lasagna)
    let cells = try chart.points("Done")
    #expect(Set(cells.map(\.label)).count == 200)
    for cell in cells {
      let patient = try #require(cell.label)
      guard case .date(let first)? = chart.value("periodStart", of: cell),
        case .date(let end)? = chart.value("periodEnd", of: cell)
      else { continue }
      let weeks = stride(from: Double(first.dayNumber), to: Double(end.dayNumber), by: 7).map {
        week(of: $0)
      }
      func sum(_ column: String) -> Double {
        weeks.reduce(0) { $0 + (table.number(column, patient, "", "", "", $1) ?? .nan) }
      }
      let due = sum("due")
      #expect(cell.value == (due == 0 ? nil : sum("done") / due), "\(cell)")
    }
  }

  @Test func histogramsAreThoseOfTheStatistics() throws {
    let tables = try WrittenTables.weekly.get()
    let bars = try chart(.distribution).points("Patients")
    #expect(bars.map(\.y) == (try tables.numbers("tasks.med.all.histogram")))
    let hours = try chart(.clock).points("Events")
    #expect(hours.map(\.y) == (try tables.numbers("tasks.med.all.eventHours")))
  }

  @Test(arguments: [("all", "all"), ("A", "groups.A"), ("B", "groups.B")])
  func curvesAreThoseOfTheStatistics(_ name: String, _ path: String) throws {
    let steps = try WrittenTables.weekly.get().list("tasks.med.\(path).persistence.curve")
    let chart = try chart(.survival)
    let (line, band) = (try chart.points(name), try chart.points("\(name), 95 % interval"))
    #expect(line.count > 2 && line.count == band.count && chart.reduction == nil)
    for (point, limits) in zip(line, band).dropFirst() {
      let step = try #require(steps.first { $0["t"] as? Double == point.x })
      #expect(isSame(point.y, step["S"] as? Double))
      #expect(isSame(limits.y, step["lower"] as? Double), "\(point)")
      #expect(isSame(limits.yEnd, step["upper"] as? Double), "\(point)")
    }
    #expect(Set(line.map(\.x)).isSuperset(of: steps.compactMap(changing)))
    let days = try WrittenTables.weekly.get()
      .list("tasks.med.\(path).proportionOfPatientsCovered")
    let covered = try self.chart(.covered).points(name)
    #expect(!covered.isEmpty)
    for point in covered {
      #expect(isSame(point.y, days[Int(point.x)]["share"] as? Double), "\(point)")
    }
  }

  /// The time of a step at which the curve falls.
  private func changing(_ step: [String: Any]) -> Double? {
    (step["events"] as? Int ?? 0) > 0 ? step["t"] as? Double : nil
  }

  @Test func funnelsAreOfGroups() throws {
    let tables = try WrittenTables.weekly.get()
    let chart = try chart(.funnel)
    let dots = chart.series.filter { $0.mark == .dot }.flatMap(\.points)
    #expect(dots.compactMap(\.label).sorted() == ["A", "B"])
    for dot in dots {
      let path = "tasks.med.groups.\(dot.label ?? "").summary"
      #expect(isSame(dot.x, try tables.statistic("\(path).evaluable")))
      #expect(isSame(dot.y, try tables.statistic("\(path).adherentShare")))
    }
    let center = try tables.statistic("tasks.med.funnel.center")
    #expect(isSame(chart.references.first?.at, center))
    let groups = try tables.list("tasks.med.funnel.groups")
    #expect(groups.compactMap { $0["group"] as? String } == ["A", "B"])
  }

  @Test func groupsAreThoseOfTheStatistics() throws {
    let tables = try WrittenTables.weekly.get()
    let chart = try chart(.groups)
    let paths = ["all", "groups.A", "groups.B"].map { "tasks.med.\($0).summary" }
    for (row, path) in paths.enumerated() {
      let mean = try chart.points("Mean of the patients' ratios")[row]
      #expect(isSame(mean.x, try tables.statistic("\(path).meanRatio")))
      let pooled = try chart.points("All doses together")[row]
      #expect(isSame(pooled.x, try tables.statistic("\(path).pooledRatio")))
      let interval = try chart.points("95 % interval")[row]
      let limits = try tables.numbers("\(path).meanRatioInterval")
      #expect(isSame(interval.x, limits.first) && isSame(interval.xEnd, limits.last))
    }
  }

  /// A panel a group, on the same axes, each the chart that the group alone would have.
  @Test(arguments: ChartKind.allCases.filter(\.descriptor.hasPanels).sampled(1))
  func panelsAreThoseOfTheirGroups(_ kind: ChartKind) throws {
    var selection = ChartSelection(kind: kind, task: "med")
    selection.hasPanels = true
    var parameters = MeasureParameters()
    parameters.resamples = 0
    let query = try monitoringQuery(by: .week)
    let charts = try ChartRequest(query, selection, parameters).charts(of: monitoring()).charts
    let chart = try #require(charts.first).chart
    #expect(chart.panels.map(\.title) == ["A", "B"])
    #expect(chart.panels.allSatisfy { $0.subtitle == "100 patients" })
    #expect(try ChartData(json: chart.json()) == chart)
    #expect(try ChartData(vegaLite: chart.vegaLite()) == chart)
    for (panel, group) in zip(chart.panels, ["A", "B"]) {
      var options = ReportOptions()
      options.filter = try PatientFilter(["group:\(group)"])
      selection.hasPanels = false
      let own = try ChartRequest(query, selection, parameters).charts(of: monitoring(), options)
      let alone = try #require(own.charts.first).chart.of(group: group)
      #expect(panel.x == chart.x && panel.y == chart.y && panel.kind == kind)
      // Curves of one task are named by it, those of a cohort alone `all`.
      let marks = alone.series.filter { !$0.name.hasPrefix(group) }
      #expect(panel.series.count >= 1)
      for (one, other) in zip(panel.series, marks) where kind != .survival && kind != .covered {
        #expect(one == other, "\(kind) \(group)")
      }
      #expect(panel.pointCount > 0)
    }
    let lines = chart.csv().split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let places = ["part", "task", "group", "panel"].map { lines[0].firstIndex(of: $0[...]) }
    let (part, task, of, panel) = (
      try #require(places[0]), try #require(places[1]), try #require(places[2]),
      try #require(places[3])
    )
    let points = lines.filter { $0[part] == "point" }
    #expect(points.count == chart.pointCount)
    #expect(points.allSatisfy { $0[panel] == $0[of] && $0[task] == "med" })
    for format in ChartFormat.allCases where format != .png && format != .pdf {
      let writer = ChartWriter(format: format)
      if [.vegaLite, .csv, .metadata, .json, .svg].contains(format) {
        let text = String(decoding: try writer.bytes(of: chart), as: UTF8.self)
        let marks = [Character("\""), ">", ","].map(String.init)
        #expect(
          chart.panels.allSatisfy { panel in
            marks.contains { text.contains("\($0)\(panel.title)") }
          }, "\(format)")
      } else {
        #expect(throws: InputError.self) { try writer.bytes(of: chart) }
        #expect(writer.lacks(charts).count == 1)
      }
    }
    #expect(throws: InputError.self) { try chart.careKit() }
  }

  @Test func lanesAreRowsOfThePatients() throws {
    let table = try WrittenTables.weekly.get().patients
    let chart = try chart(.swimmer)
    #expect(chart.y.categories.count == 60)
    for (row, patient) in chart.y.categories.enumerated() {
      checkLane(row, of: chart, table, patient, "med", start: 0)
    }
  }
}

/// Whether a number is one that was read from JSON, whose last digit a reader may miss.
private func isSame(_ number: Double?, _ read: Double?) -> Bool {
  guard let number, let read else { return number == nil && read == nil }
  return abs(number - read) <= 1e-14
}

/// Whether a lane has the persistence and the drug holidays of a patient's row.
func checkLane(
  _ row: Int, of chart: ChartData, _ table: WrittenTable, _ patient: String, _ task: String,
  start: Double
) {
  func own(_ names: String...) -> [ChartPoint] {
    chart.series.filter { names.contains($0.name) }.flatMap(\.points)
      .filter { $0.y == Double(row) }
  }
  let end = own("Goes on", "Plan ended", "Stopped").first.map { $0.x - start }
  #expect(table.has(end, "persistenceDays", patient, task), "\(patient)")
  guard end != nil else { return }
  let holidays = own("Drug holiday")
  #expect(table.has(Double(holidays.count), "drugHolidays", patient, task), "\(patient)")
  let days = holidays.reduce(0) { $0 + ($1.xEnd ?? 0) - $1.x }
  #expect(table.has(days, "drugHolidayDays", patient, task), "\(patient)")
}

/// The name of the calendar week that begins with a point.
private func week(of point: ChartPoint) -> String { week(of: point.x) }

private func week(of day: Double) -> String {
  let day = CivilDate(dayNumber: Int(day))
  return CalendarPeriod.week.spans(of: day..<day.adding(days: 1))[0].name
}

extension ChartData {
  /// The points of the series of a name.
  func points(_ name: String) throws -> [ChartPoint] {
    try #require(series.first { $0.name == name }, "\(kind) has no series \(name)").points
  }
}
