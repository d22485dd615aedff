import AdherenceAnalytics
import PlainWords
import Scheduling
import TestSupport
import Testing

/// The assignment of values and gaps to series.
@Suite struct ValueSeriesTests {
  private func query(_ from: String = "2025-01-06", _ to: String = "2025-01-09") throws
    -> AdherenceQuery
  {
    AdherenceQuery(try days(from, to))
  }

  private func reading(_ time: String, _ values: [OutcomeValue], of task: String = "pressure")
    throws
    -> Outcome
  {
    Outcome(task: task, time: try at(time), values: values)
  }

  private func pressure(_ systolic: Double, _ diastolic: Double) -> [OutcomeValue] {
    [
      OutcomeValue(.number(systolic), units: "mmHg", kind: "systolic"),
      OutcomeValue(.number(diastolic), units: "mmHg", kind: "diastolic"),
    ]
  }

  /// Blood pressure in the morning, on Monday and Wednesday.
  private func record() throws -> CareRecord {
    let targets = [
      ScheduleElement.Target(.within(90...140), units: "mmHg", kind: "systolic"),
      ScheduleElement.Target(.atMost(.number(90)), units: "mmHg", kind: "diastolic"),
    ]
    let element = try element("morning", from: "2025-01-06T08:00", targets: targets)
    return CareRecord(
      patient: try patient(), tasks: [task("pressure", .window, element)],
      outcomes: [
        try reading("2025-01-06T08:05:00Z", pressure(150, 95)),
        try reading("2025-01-08T08:10:00Z", pressure(130, 85)),
      ])
  }

  /// A series as text: its identity, values and gaps.
  private func words(_ series: [ValueSeries]) -> [String] {
    series.map { series in
      let values = series.values.map { value in
        value.gap?.rawValue ?? value.amount?.description ?? value.content.map { "\($0)" } ?? ""
      }
      let scope = [
        series.scope.element, series.scope.kind, series.scope.units, series.scope.type.rawValue,
      ]
      return scope.map { $0 ?? "-" }.joined(separator: " ") + ": " + values.joined(separator: " ")
    }
  }

  @Test func kindsAreSeparateSeries() throws {
    let series = try record().values(query())
    #expect(
      words(series) == [
        "- diastolic mmHg number: 95.0 missed 85.0", "- systolic mmHg number: 150.0 missed 130.0",
      ])
    #expect(
      series.map { $0.values.map(\.isInRange) } == [[false, nil, true], [false, nil, true]])
    #expect(series.map(\.summary.shareInRange) == [0.5, 0.5])
  }

  /// A table with one value per row has two outcomes for one occurrence, the second of them additional.
  @Test func additionalRowsAreNotGaps() throws {
    var record = try record()
    record.tasks[0].schedule.elements[0].targets = []
    record.outcomes = OutcomeTable(
      try [(6, 150.0, 95.0), (8, 130, 85)].flatMap { day, systolic, diastolic in
        try pressure(systolic, diastolic).map { try reading("2025-01-0\(day)T08:05:00Z", [$0]) }
      })
    #expect(
      words(try record.values(query())) == [
        "- diastolic mmHg number: 95.0 missed 85.0", "- systolic mmHg number: 150.0 missed 130.0",
      ])
  }

  @Test func unitsAndTypesAreSeparateSeries() throws {
    var record = try record()
    record.tasks[0].schedule.elements[0].targets = []
    record.outcomes = [
      try reading("2025-01-06T08:00:00Z", [OutcomeValue(.number(80), units: "kg")]),
      try reading("2025-01-07T08:00:00Z", [OutcomeValue(.number(176), units: "lb")]),
      try reading(
        "2025-01-08T08:00:00Z", [OutcomeValue(.boolean(true)), OutcomeValue(.text("well"))]),
    ]
    #expect(
      words(try record.values(query())) == [
        "- - - boolean: boolean(true)", "- - - text: text(\"well\")", "- - kg number: 80.0",
        "- - lb number: 176.0",
      ])
  }

  @Test func nonnumericValuesAreCounted() throws {
    var record = try record()
    record.tasks[0].schedule.elements[0].targets = []
    let answers: [OutcomeValue.Content] = [
      .boolean(true), .boolean(false), .boolean(true), .date(try moment("2025-01-01")), .data([1]),
    ]
    record.outcomes = OutcomeTable(
      try answers.enumerated().map {
        try reading("2025-01-\($0 < 4 ? "0" : "")\(6 + $0)T08:00:00Z", [OutcomeValue($1)])
      })
    let series = try record.values(query("2025-01-06", "2025-01-12"))
    #expect(series.map(\.scope.type) == [.boolean, .data, .date])
    #expect(series[0].summary.counts == [.boolean(true): 2, .boolean(false): 1])
    #expect(series[0].summary.count == 3)
    for series in series {
      #expect(series.summary.sum == nil && series.summary.mean == nil && series.summary.max == nil)
      #expect(series.values.allSatisfy { $0.amount == nil })
    }
  }

  @Test func everyGapHasItsReason() throws {
    var record = try record()
    record.outcomes = [
      try reading("2025-01-06T08:00:00Z", pressure(120, 80)),
      Outcome(task: "pressure", time: try at("2025-01-08T08:00:00Z"), status: .declined),
      Outcome(task: "pressure", time: try at("2025-01-09T08:00:00Z")),
      try reading("2025-01-10T08:00:00Z", [pressure(120, 80)[0]]),
    ]
    record.holds = [Hold(from: try moment("2025-01-11"), to: try moment("2025-01-12"))]
    var query = try query("2025-01-06", "2025-01-15")
    query.asOf = try at("2025-01-13T12:00:00Z")
    let series = try record.values(query)
    #expect(
      words(series) == [
        "- diastolic mmHg number: 80.0 missed declined unrecorded unrecorded onHold missed "
          + "pending pending",
        "- systolic mmHg number: 120.0 missed declined unrecorded 120.0 onHold missed "
          + "pending pending",
      ])
  }

  @Test func severalElementsAreSeparateSeries() throws {
    var record = try record()
    record.tasks[0].schedule.elements.append(try element("evening", from: "2025-01-06T20:00"))
    record.tasks[0].schedule.elements[1].targets = record.tasks[0].schedule.elements[0].targets
    record.outcomes = [
      Outcome(
        task: "pressure", key: try key("morning/2025-01-06T08:00"), values: [pressure(1, 2)[0]]),
      Outcome(
        task: "pressure", key: try key("evening/2025-01-06T20:00"), values: [pressure(3, 4)[0]]),
      Outcome(
        task: "pressure", key: try key("gone/2025-01-06T21:00"), values: [pressure(5, 6)[0]]),
    ]
    #expect(
      words(try record.values(query("2025-01-06", "2025-01-07"))) == [
        "- systolic mmHg number: 1.0 3.0 5.0", "evening systolic mmHg number: 3.0",
        "morning systolic mmHg number: 1.0",
      ])
    #expect(
      words(try record.values(query("2025-01-06", "2025-01-08"))).first
        == "- systolic mmHg number: 1.0 3.0 5.0 missed missed")
  }

  @Test func usesAndExtraReadingsCount() throws {
    let asNeeded = try Schedule(words: "as needed", from: day("2025-01-06"))
    var record = CareRecord(
      patient: try patient(), tasks: [CareTask(id: "pressure", schedule: asNeeded)],
      outcomes: [try reading("2025-01-06T10:00:00Z", pressure(140, 90))])
    #expect(words(try record.values(query())).count == 2)
    record = try self.record()
    record.outcomes.append(try reading("2025-01-06T09:00:00Z", [pressure(141, 90)[0]]))
    #expect(
      words(try record.values(query()))[1]
        == "- systolic mmHg number: 150.0 141.0 missed 130.0")
    record.tasks[0].minWait = 7200
    #expect(
      words(try record.values(query()))[1] == "- systolic mmHg number: 150.0 missed 130.0")
  }

  @Test func aTargetOfASumIsOfNoSingleValue() throws {
    var record = try record()
    record.tasks[0].scoring = .summed
    let series = try record.values(query())
    #expect(series.map(\.isSummed) == [true, true])
    #expect(series.allSatisfy { $0.summary.shareInRange == nil && $0.summary.timeInRange == nil })
    #expect(series.map(\.summary.sum) == [180, 280])
  }

  @Test func aDeletedPatientAndAWeeklyTask() throws {
    var record = try record()
    record.patient.deletedAt = try moment("2025-01-07")
    #expect(words(try record.values(query()))[1] == "- systolic mmHg number: 150.0 130.0")
    record = try self.record()
    record.tasks[0].schedule.elements[0].recurrence = .every(try period("P1W"))
    #expect(
      words(try record.values(query("2025-01-06", "2025-01-21")))[1]
        == "- systolic mmHg number: 150.0 130.0 missed missed")
  }

  @Test func nonnumericValuesAreExcluded() throws {
    var record = try record()
    record.outcomes = [
      try reading("2025-01-06T08:00:00Z", [OutcomeValue(.number(.nan), units: "mmHg")]),
      try reading("2025-01-07T08:00:00Z", [OutcomeValue(.number(.infinity), units: "mmHg")]),
    ]
    let series = try record.values(query())
    #expect(series.allSatisfy { $0.summary.count == 0 && $0.summary.reason == .notRecorded })
  }

  /// For random records: a series has exactly the values of a naive implementation, and each occurrence of an
  /// element with that kind has either a value or a gap.
  @Test func agreesWithANaiveImplementation() throws {
    var worlds = try RandomRecords(seed: 171)
    for _ in 0..<300 {
      var record = try worlds.record()
      for index in record.outcomes.indices {
        for position in record.outcomes[index].values.indices {
          record.outcomes[index].values[position].kind = try worlds.any([nil, "a", "b"])
          record.outcomes[index].values[position].units = try worlds.any([nil, "mg", "g"])
        }
      }
      let query = try worlds.query()
      for task in record.tasks {
        let evaluation = try record.evaluate(task, query)
        var naive: [[String?]: [Double]] = [:]
        for (position, outcome) in evaluation.outcomes.enumerated()
        where isTaken(position, of: evaluation) && outcome.status == .completed {
          for value in outcome.values {
            naive[[value.kind, value.units], default: []].append(value.amount)
          }
        }
        let whole = evaluation.values.filter { $0.scope.element == nil }
        let found = whole.filter { $0.summary.count > 0 }
        #expect(found.count == naive.count)
        for series in found {
          let amounts = series.values.compactMap(\.amount).sorted()
          #expect(amounts == naive[[series.scope.kind, series.scope.units]]?.sorted())
          #expect(series.summary.sum == amounts.reduce(0, +))
        }
        checkGaps(evaluation)
      }
    }
  }

  /// Whether an outcome is known, not a duplicate, and within the query's days.
  private func isTaken(_ position: Int, of evaluation: TaskEvaluation) -> Bool {
    if [.notYetKnown, .elsewhere, .tooSoon].contains(evaluation.dispositions[position]) {
      return false
    }
    if let occurrence = evaluation.occurrences[position] {
      return evaluation.scored.contains { $0.occurrence == occurrence }
    }
    let day = evaluation.moments.dayNumber(of: evaluation.outcomes.rows[position])
    return evaluation.query.range.contains(CivilDate(dayNumber: day))
  }

  private func checkGaps(_ evaluation: TaskEvaluation) {
    let kept = evaluation.scored.filter { $0.state != .cancelled }.count
    for series in evaluation.values {
      let gaps = series.values.count { $0.gap != nil }
      #expect(gaps <= kept)
      #expect(series.values.allSatisfy { ($0.gap == nil) != ($0.content == nil) })
      #expect(series.summary.gaps.values.reduce(0, +) == gaps)
    }
  }
}
