import AdherenceAnalytics
import Scheduling
import Testing

@Suite struct DailySumsTests {
  private func query(_ from: String, _ to: String) throws -> AdherenceQuery {
    AdherenceQuery(try days(from, to), by: .day)
  }

  @Test func aWeekOfTwoTasks() throws {
    let tablet = try element(from: "2025-01-06T08:00", at: ["08:00", "20:00"], until: "2025-01-09")
    let walk = try element("walk", from: "2025-01-07T00:00", every: "P2D", until: "2025-01-12")
    var record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .keyed, tablet), task("walk", .keyed, walk)],
      outcomes: [])
    record.outcomes = [
      Outcome(
        task: "tablet", key: try key("tablet/2025-01-06T08:00"),
        values: [OutcomeValue(.boolean(true))]),
      Outcome(
        task: "tablet", key: try key("tablet/2025-01-06T20:00"),
        values: [OutcomeValue(.boolean(true))]),
      try outcome("tablet/2025-01-08T08:00", value: 0),
      try outcome("walk/2025-01-07T00:00", of: "walk", value: 2_500),
    ]
    record.tasks[0].title = "Tablet"
    record.holds = [
      Hold(task: "walk", from: try moment("2025-01-09"), to: try moment("2025-01-10"))
    ]
    var query = try query("2025-01-06", "2025-01-13")
    query.asOf = try at("2025-01-10T12:00:00Z")
    let chart = ChartData.dailySums(
      of: try record.tasks.map { try record.evaluate($0, query) }, title: "Week", mark: .line)
    #expect(chart.isSound && chart.series.map(\.name) == ["Tablet", "walk"])
    #expect(chart.series[0].points.map(\.y) == [2, 0, 0, nil, nil, nil, nil])
    #expect(chart.series[1].points.map(\.y) == [nil, 2_500, nil, nil, nil, nil, nil])
    #expect(
      chart.series[1].points.map(\.missing) == [
        "noOccurrences", nil, "noOccurrences", "allSuspended", "noOccurrences", "allPending",
        "noOccurrences",
      ])
    #expect(chart.x.ticks.map(\.label) == ["M", "T", "W", "T", "F", "S", "S"])
    #expect(chart.series[0].points.map(\.day) == (try days("2025-01-06", "2025-01-13")).all)
    #expect(chart.summary == "7 days, in all: Tablet 2; walk 2500.")
  }

  @Test func barsOfADayShareItsPlace() throws {
    let tasks = try ["a", "b"].map { id in
      task(id, .keyed, try element(id, from: "2025-01-06T08:00", until: "2025-01-09"))
    }
    let record = CareRecord(patient: try patient(), tasks: tasks, outcomes: [])
    let query = try query("2025-01-06", "2025-01-09")
    let chart = ChartData.dailySums(
      of: try record.tasks.map { try record.evaluate($0, query) }, title: "")
    let first = try day("2025-01-06").position
    for series in chart.series {
      #expect(series.points.map(\.x) == [first, first + 1, first + 2])
      #expect(series.points.map(\.xEnd) == [first + 1, first + 2, first + 3])
    }
    #expect(chart.y.range == 0...4)
    #expect(chart.series.flatMap(\.points).allSatisfy { $0.y == 0 })
  }

  @Test func tasksOfOneTitleAreToldApart() throws {
    var tasks = try ["a", "b"].map { task($0, .keyed, try element($0, from: "2025-01-06T08:00")) }
    for index in tasks.indices { tasks[index].title = "Tablet" }
    let record = CareRecord(patient: try patient(), tasks: tasks, outcomes: [])
    let query = try query("2025-01-06", "2025-01-09")
    let chart = ChartData.dailySums(of: try tasks.map { try record.evaluate($0, query) }, title: "")
    #expect(chart.series.map(\.name) == ["Tablet (a)", "Tablet (b)"])
  }

  /// The sums of whole days, where CareKit's days are not civil days.
  static let sumsOfWholeDays: [String: [Double]] = ["ser-123-interval-from-noon": [1, 0]]

  /// CareKit's own sums.
  ///
  /// Where it has no event and shows 0, there is no sum here.
  @Test func careKitsSums() throws {
    var agreeing = 0
    for example in try CareKitProgressCase.all("adherenceSeries") {
      let (record, days) = (try example.record(), try example.days())
      let query = AdherenceQuery(days, by: .day)
      let evaluations = try record.tasks.map { try record.evaluate($0, query) }
      let chart = ChartData.dailySums(of: evaluations, title: "")
      #expect(chart.isSound, "\(example.id)")
      let sums = days.all.indices.map { index in
        chart.series.reduce(0) { $0 + ($1.points[index].y ?? 0) }
      }
      if sums == example.expected.chartSum {
        agreeing += 1
      } else {
        #expect(CareKitProgressTests.wholeDays[example.name] != nil, "\(example.id)")
        #expect(sums == Self.sumsOfWholeDays[example.name], "\(example.id)")
      }
      for (series, evaluation) in zip(chart.series, evaluations) {
        for (date, point) in zip(days.all, series.points) {
          let hasOccurrence = evaluation.scored.contains { $0.day == date }
          #expect((point.y != nil) == hasOccurrence, "\(example.id) \(date)")
        }
      }
    }
    #expect(agreeing == 34)
  }

  /// Values of every task of records by chance, also where neighbours become one sum.
  @Test func sumsAreThoseOfTheOccurrences() throws {
    var random = try RandomRecords(seed: 317)
    for _ in 0..<60 {
      let (record, query) = (try random.record(), try random.query(by: .day))
      let evaluations = try record.tasks.map { try record.evaluate($0, query) }
      let chart = ChartData.dailySums(of: evaluations, title: "", limit: 10_000)
      let short = ChartData.dailySums(of: evaluations, title: "", limit: 9)
      #expect(chart.isSound && short.isSound && short.pointCount <= 9)
      for (place, evaluation) in evaluations.enumerated() {
        for (date, point) in zip(query.range.all, chart.series[place].points) {
          let own = evaluation.scored.filter { $0.day == date && $0.state != .cancelled }
          #expect(point.y ?? 0 == own.reduce(0) { $0 + $1.sums.value })
          if own.isEmpty { #expect(point.missing == "noOccurrences") }
        }
        let whole = evaluation.scored.reduce(0) { $0 + $1.sums.value }
        #expect(short.series[place].points.reduce(0) { $0 + ($1.y ?? 0) } == whole)
      }
    }
  }
}

extension Range<CivilDate> {
  /// The days, one by one.
  var all: [CivilDate] { (0..<(upperBound - lowerBound)).map { lowerBound.adding(days: $0) } }
}
