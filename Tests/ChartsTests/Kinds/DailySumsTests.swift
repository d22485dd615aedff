import AdherenceAnalytics
import Charts
import Diagnostics
import Scheduling
import TestSupport
import Testing

@Suite struct DailySumsTests {
  private func query(_ from: String, _ to: String) throws -> AdherenceQuery {
    var query = AdherenceQuery(try days(from, to), by: .day)
    query.scoring = .summed
    return query
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
    let chart = try ChartData.dailySums(
      of: try record.tasks.map { try record.evaluate($0, query) }, title: "Week", mark: .line)
    #expect(chart.isSound && chart.series.map(\.name) == ["Tablet", "walk"])
    #expect(chart.series[0].points.map(\.y) == [2, nil, 0, nil, nil, nil, nil])
    #expect(chart.series[0].points[1].missing == "notRecorded")
    #expect(chart.series[1].points.map(\.y) == [nil, 2_500, nil, nil, nil, nil, nil])
    #expect(
      chart.series[1].points.map(\.missing) == [
        "noOccurrences", nil, "noOccurrences", "allOnHold", "noOccurrences", "allPending",
        "noOccurrences",
      ])
    #expect(chart.x.ticks.map(\.label) == ["M", "T", "W", "T", "F", "S", "S"])
    #expect(chart.series[0].points.map(\.day) == (try days("2025-01-06", "2025-01-13")).all)
    #expect(chart.summary == "7 days, in all: Tablet 2; walk 2500.")
  }

  @Test func barsOfADayShareItsPosition() throws {
    let tasks = try ["a", "b"].map { id in
      task(id, .keyed, try element(id, from: "2025-01-06T08:00", until: "2025-01-09"))
    }
    let record = CareRecord(patient: try patient(), tasks: tasks, outcomes: [])
    let query = try query("2025-01-06", "2025-01-09")
    let chart = try ChartData.dailySums(
      of: try record.tasks.map { try record.evaluate($0, query) }, title: "")
    let first = try day("2025-01-06").position
    for series in chart.series {
      #expect(series.points.map(\.x) == [first, first + 1, first + 2])
      #expect(series.points.map(\.xEnd) == [first + 1, first + 2, first + 3])
    }
    #expect(chart.y.range == 0...4)
    #expect(chart.series.flatMap(\.points).allSatisfy { $0.missing == "notRecorded" })
  }

  @Test func tasksWithOneTitleAreDistinguished() throws {
    var tasks = try ["a", "b"].map { task($0, .keyed, try element($0, from: "2025-01-06T08:00")) }
    for index in tasks.indices { tasks[index].title = "Tablet" }
    let record = CareRecord(patient: try patient(), tasks: tasks, outcomes: [])
    let query = try query("2025-01-06", "2025-01-09")
    let chart = try ChartData.dailySums(
      of: try tasks.map { try record.evaluate($0, query) }, title: "")
    #expect(chart.series.map(\.name) == ["Tablet (a)", "Tablet (b)"])
  }

  /// The sums of whole days, for cases in which CareKit's days are not civil days.
  static let sumsOfWholeDays: [String: [Double]] = ["ser-123-interval-from-noon": [1, 0]]

  /// The sums computed by CareKit.
  ///
  /// Where it has no event and shows 0, there is no sum here.
  @Test func careKitsSums() throws {
    var agreeing = 0
    for example in try CareKitProgressCase.all("adherenceSeries") {
      let (record, days) = (try example.record(), try example.days())
      var query = AdherenceQuery(days, by: .day)
      query.scoring = .summed
      let evaluations = try record.tasks.map { try record.evaluate($0, query) }
      let chart = try ChartData.dailySums(of: evaluations, title: "")
      #expect(chart.isSound, "\(example.id)")
      let sums = days.all.indices.map { index in
        chart.series.reduce(0) { $0 + ($1.points[index].y ?? 0) }
      }
      if sums == example.expected.chartSum {
        agreeing += 1
      } else {
        #expect(sums == Self.sumsOfWholeDays[example.name], "\(example.id)")
      }
      for (series, evaluation) in zip(chart.series, evaluations) {
        for (date, point) in zip(days.all, series.points) {
          let hasOutcome = evaluation.scored.contains { $0.day == date && $0.timing != nil }
          #expect((point.y != nil) == hasOutcome, "\(example.id) \(date)")
        }
      }
    }
    #expect(agreeing == 34)
  }

  /// Random values of every task, also with merged days: either all values have one kind and unit,
  /// or the chart is rejected with an error that names them.
  @Test func sumsAreThoseOfTheValues() throws {
    var random = try RandomRecords(seed: 317)
    var (drawn, refused) = (0, 0)
    for _ in 0..<120 {
      var (record, query) = (try random.record(), try random.query(by: .day))
      query.scoring = .summed
      for place in record.tasks.indices { record.tasks[place].scoring = nil }
      for evaluation in try record.tasks.map({ try record.evaluate($0, query) }) {
        let values = amounts(of: evaluation)
        let isOne =
          Set(values.map { $0.value.kind }).count < 2
          && Set(values.compactMap { $0.value.units }).count < 2
        do {
          let chart = try ChartData.dailySums(of: [evaluation], title: "", limit: 10_000)
          let short = try ChartData.dailySums(of: [evaluation], title: "", limit: 9)
          #expect(isOne && chart.isSound && short.isSound && short.pointCount <= 9)
          for (date, point) in zip(query.range.all, chart.series[0].points) {
            let own = values.filter { $0.day == date }
            #expect(point.y == (own.isEmpty ? nil : own.reduce(0) { $0 + $1.value.amount }))
          }
          let whole = values.reduce(0) { $0 + $1.value.amount }
          #expect(short.series[0].points.reduce(0) { $0 + ($1.y ?? 0) } == whole)
          drawn += 1
        } catch {
          #expect(!isOne || values.isEmpty)
          refused += 1
        }
      }
    }
    #expect(drawn > 20)
  }

  /// A naive restatement of the definition.
  private func amounts(of evaluation: TaskEvaluation) -> [(day: CivilDate, value: OutcomeValue)] {
    var amounts: [(day: CivilDate, value: OutcomeValue)] = []
    func add(_ outcome: Outcome, _ day: CivilDate, _ targets: [ScheduleElement.Target]) {
      guard outcome.status == .completed else { return }
      for value in outcome.values {
        let units = targets.map(\.units)
        let isCredited =
          value.units == nil || units.isEmpty || units.contains(nil) || units.contains(value.units)
        switch value.content {
        case .number, .boolean: if isCredited { amounts.append((day, value)) }
        case .text, .date, .data: break
        }
      }
    }
    for (outcome, occurrence) in zip(evaluation.outcomes, evaluation.occurrences) {
      guard let occurrence,
        let own = evaluation.scored.first(where: { $0.occurrence == occurrence }),
        own.state != .cancelled
      else { continue }
      add(outcome, own.day, evaluation.plan.targets(of: occurrence))
    }
    for use in evaluation.flexible?.uses ?? [] where evaluation.query.range.contains(use.day) {
      let element = evaluation.task.schedule.elements.first { $0.id == use.element }
      for index in use.outcomes { add(evaluation.outcomes[index], use.day, element?.targets ?? []) }
    }
    return amounts
  }

  // MARK: One kind and one unit

  private func pressure(_ values: [[OutcomeValue]], scoring: Scoring? = .summed) throws
    -> TaskEvaluation
  {
    var tablet = task("bp", .keyed, try element("bp", from: "2025-01-06T08:00"))
    tablet.scoring = scoring
    let outcomes = try values.enumerated().map { place, values in
      Outcome(task: "bp", key: try key("bp/2025-01-0\(6 + place)T08:00"), values: values)
    }
    let record = CareRecord(patient: try patient(), tasks: [tablet], outcomes: .init(outcomes))
    return try record.evaluate(
      tablet, AdherenceQuery(try days("2025-01-06", "2025-01-09"), by: .day))
  }

  private let reading = [
    OutcomeValue(.number(134), units: "mmHg", kind: "systolic"),
    OutcomeValue(.number(86), units: "mmHg", kind: "diastolic"),
  ]

  @Test func kindsAreNotAddedUp() throws {
    let evaluation = try pressure([reading, reading])
    let error = #expect(throws: InputError.self) {
      _ = try ChartData.dailySums(of: [evaluation], title: "")
    }
    #expect("\(try #require(error))".contains("use diastolic, systolic"))
    let chart = try ChartData.dailySums(
      of: [evaluation], SummedValues(kind: "systolic"), title: "")
    #expect(chart.series[0].points.map(\.y) == [134, 134, nil] && chart.y.unit == "mmHg")
    #expect(throws: InputError.self) {
      _ = try ChartData.dailySums(of: [evaluation], SummedValues(kind: "pulse"), title: "")
    }
  }

  @Test func unitsAreNotAddedUp() throws {
    let evaluation = try pressure([
      [OutcomeValue(.number(5), units: "mg")], [OutcomeValue(.number(1), units: "dose")],
    ])
    let error = #expect(throws: InputError.self) {
      _ = try ChartData.dailySums(of: [evaluation], title: "")
    }
    #expect("\(try #require(error))".contains("use dose, mg"))
    let chart = try ChartData.dailySums(of: [evaluation], SummedValues(units: "mg"), title: "")
    #expect(chart.series[0].points.map(\.y) == [5, nil, nil])
  }

  @Test func textIsNeverPlotted() throws {
    let mood = [OutcomeValue(.text("good"))]
    let error = #expect(throws: InputError.self) {
      _ = try ChartData.dailySums(of: [try pressure([mood, mood])], title: "")
    }
    #expect("\(try #require(error))".contains("'good'"))
    let mixed = try pressure([mood, [OutcomeValue(.number(3))]])
    let chart = try ChartData.dailySums(of: [mixed], title: "")
    #expect(chart.series[0].points.map(\.y) == [nil, 3, nil])
  }

  @Test(arguments: [Scoring.recorded, .reached, .fractionReached, .fractionRecorded])
  func onlyScoringThatSums(_ scoring: Scoring) throws {
    let evaluation = try pressure([[OutcomeValue(.number(3))]], scoring: scoring)
    let error = #expect(throws: InputError.self) {
      _ = try ChartData.dailySums(of: [evaluation], title: "")
    }
    #expect("\(try #require(error))".contains("use summed"))
  }
}

extension Range<CivilDate> {
  /// The days.
  var all: [CivilDate] { (0..<(upperBound - lowerBound)).map { lowerBound.adding(days: $0) } }
}
