import AdherenceAnalytics
import Charts
import Scheduling
import TestSupport
import TestSampling
import Testing

@Suite struct ChronologyTests {
  private func dots(_ chart: ChartData, _ name: String) -> [String] {
    (chart.series(name)?.points ?? []).map { point in
      let second = Int(point.y ?? 0)
      let minute = second / 60 % 60
      return "\(point.day) \(second / 3600):\(minute < 10 ? "0" : "")\(minute)"
    }
  }

  /// A dose in the night of the spring clock change, and days that start at 03:00.
  @Test func nightDosesAndSpring() throws {
    let tablet = try element(from: "2025-03-07T23:30", until: "2025-03-12")
    let events = ["07T23:20", "09T00:10", "10T04:30", "10T23:30"].map { "2025-03-\($0)" }
    let record = CareRecord(
      patient: try patient(in: "America/New_York"), tasks: [task("tablet", .nearest, tablet)],
      outcomes: try events.map { try event($0, in: "America/New_York") })
    let chart = ChartData.chronology(
      of: try evaluation(
        record, "2025-03-07", "2025-03-12", asOf: "2025-03-11T12:00:00Z", boundary: "03:00"),
      title: "Tablet")
    #expect(chart.isSound && chart.y.range == 10_800...93_600)
    #expect(
      dots(chart, "In the window") == [
        "2025-03-07 23:20", "2025-03-08 24:10", "2025-03-10 4:30", "2025-03-10 23:30",
      ])
    let minutes = try #require(chart.fields.firstIndex { $0.name == "minutesFromPlanned" })
    let inWindow = try #require(chart.series("In the window")).points
    #expect(
      inWindow.map { $0.values[minutes] } == [.number(-10), .number(40), .number(300), .number(0)])
    // The window of the dose of the 11th is still open, so it is not missed.
    #expect(chart.series("Missed") == nil)
    #expect(
      chart.references == [
        ReferenceLine(
          .x, at: try day("2025-03-09").position, "clocks +1 h", statistic: "clockChange"),
        ReferenceLine(.y, at: 84_600, "planned 23:30", statistic: "plannedTime"),
      ])
    #expect(chart.y.ticks.map(\.label).first == "03:00" && chart.y.ticks.map(\.at).last == 86_400)
    #expect(chart.summary == "4 events: 4 in the window; 0 missed.")
  }

  @Test func autumnMissesAndHolds() throws {
    let tablet = try element(
      from: "2025-10-30T01:30", at: ["01:30", "20:00"], until: "2025-11-06",
      window: try window(opens: "PT1H", closes: "PT1H", late: "PT3H"))
    let events = ["10-30T01:10", "10-30T22:00", "11-01T14:00", "11-04T20:00", "11-05T20:30"].map {
      "2025-\($0)"
    }
    var record = CareRecord(
      patient: try patient(in: "America/New_York"), tasks: [task("tablet", .window, tablet)],
      outcomes: try events.map { try event($0, in: "America/New_York") })
    record.holds = [
      Hold(
        from: try moment("2025-11-03T12:00"), to: try moment("2025-11-05T12:00"), reason: "Surgery")
    ]
    let chart = ChartData.chronology(
      of: try evaluation(record, "2025-10-30", "2025-11-06"), title: "Tablet")
    #expect(dots(chart, "In the window") == ["2025-10-30 1:10", "2025-11-05 20:30"])
    #expect(dots(chart, "Late") == ["2025-10-30 22:00"])
    #expect(dots(chart, "Unscheduled") == ["2025-11-01 14:00"])
    #expect(dots(chart, "In a hold") == ["2025-11-04 20:00"])
    #expect(
      dots(chart, "Missed") == [
        "2025-10-31 1:30", "2025-10-31 20:00", "2025-11-01 1:30", "2025-11-01 20:00",
        "2025-11-02 1:30", "2025-11-02 20:00", "2025-11-03 1:30",
      ])
    #expect(chart.series("Missed")?.mark == .tick)
    #expect(
      chart.bands == [
        ChartBand(
          .x, from: try day("2025-11-03").position, to: try day("2025-11-06").position, "Surgery",
          .onHold)
      ])
    #expect(
      chart.references.map(\.label) == ["clocks −1 h", "planned 01:30", "planned 20:00"])
    #expect(chart.references[0].at == (try day("2025-11-02")).position)
  }

  @Test func journeysAreNamed() throws {
    let home = try zone("America/New_York")
    let landing = try at("2025-06-10T22:00:00Z")
    let travelling = Zone(
      home: home, arrivals: [Zone.Arrival(from: landing, zone: try zone("Europe/Dublin"))])
    let tablet = try element(from: "2025-06-08T09:00", until: "2025-06-14")
    let record = CareRecord(
      patient: Patient(id: "P1", zone: travelling), tasks: [task("tablet", .nearest, tablet)],
      outcomes: [])
    let chart = ChartData.chronology(
      of: try evaluation(record, "2025-06-08", "2025-06-14"), title: "")
    #expect(chart.references.map(\.label) == ["journey +5 h", "planned 09:00"])
    #expect(chart.series("Missed")?.points.map(\.y) == Array(repeating: 32_400, count: 6))
  }

  /// A plan in another zone is drawn at the patient's local time.
  @Test func plansOfOtherZones() throws {
    var call = try element(from: "2025-06-08T23:00", until: "2025-06-10T12:00")
    call.clockBinding = .fixed(try zone("America/New_York"))
    let record = CareRecord(
      patient: try patient(in: "Europe/Berlin"), tasks: [task("tablet", .nearest, call)],
      outcomes: [])
    let chart = ChartData.chronology(
      of: try evaluation(record, "2025-06-08", "2025-06-10", asOf: "2025-06-12T00:00:00Z"),
      title: "")
    #expect(chart.series("Missed")?.points.count == 2)
    #expect(chart.references.isEmpty)
  }

  /// Every dot of a cohort: at its local time, and as many as counted.
  @Test func everyPatientsEvents() throws {
    for record in try monitoredRecords().sampled(60) {
      for task in record.tasks {
        try expectDots(try record.evaluate(task, try monitoringQuery(by: .day)))
      }
    }
  }

  @Test func everyEventByChance() throws {
    for evaluation in try randomEvaluations(seed: 314) { try expectDots(evaluation) }
  }

  private func expectDots(_ evaluation: TaskEvaluation) throws {
    let chart = ChartData.chronology(of: evaluation, title: "", limit: 100_000)
    #expect(chart.isSound && chart.reduction == nil)
    let boundary = Double(evaluation.query.dayBoundary.secondOfDay)
    for point in chart.series.flatMap(\.points) {
      let second = try #require(point.y)
      #expect(boundary <= second && second < boundary + 86_400)
      #expect(chart.x.range?.contains(point.x) == true)
    }
    for (name, moments) in try moments(evaluation) {
      let found = (chart.series(name)?.points ?? []).map { point in
        Int64(point.x) * 86_400 + Int64(point.y ?? 0)
      }
      #expect(found == moments.sorted(), "\(name)")
    }
    let missed = evaluation.scored.filter { $0.state == .missed }
    #expect((chart.series("Missed")?.points ?? []).map(\.day) == missed.map(\.day).sorted())
  }

  /// The local seconds of the events by kind, by definition.
  private func moments(_ evaluation: TaskEvaluation) throws -> [String: [Int64]] {
    let zone = evaluation.plan.zone
    let boundary = Int64(evaluation.query.dayBoundary.secondOfDay)
    var moments = Dictionary(
      uniqueKeysWithValues: [
        "In the window", "Early", "Late", "After its time", "Time not known", "Unscheduled",
        "In a hold",
        "Too soon", "Declined",
      ].map { ($0, [Int64]()) })
    let windows = Dictionary(
      evaluation.scored.map { ($0.occurrence, $0.window) }, uniquingKeysWith: { $1 })
    for (index, outcome) in evaluation.outcomes.enumerated() {
      let local =
        outcome.time.map { zone.civil(at: $0).localSeconds } ?? outcome.key?.nominal.localSeconds
      let own = outcome.key?.nominal.localSeconds ?? local
      let day = CivilDateTime(localSeconds: try #require(own) - boundary).date
      var name: String
      switch evaluation.dispositions[index] {
      case .notYetKnown, .elsewhere: continue
      case .matched, .joined:
        guard let occurrence = evaluation.occurrences[index], let window = windows[occurrence]
        else { continue }
        switch window.timing(of: outcome.time) {
        case .early: name = "Early"
        case .inWindow: name = "In the window"
        case .late: name = "Late"
        case .expired: name = "After its time"
        case .untimed: name = "Time not known"
        }
      case let other:
        guard evaluation.query.range.contains(day) else { continue }
        name = other == .held ? "In a hold" : other == .tooSoon ? "Too soon" : "Unscheduled"
      }
      if outcome.status != .completed { name = "Declined" }
      moments[name]?.append(try #require(local))
    }
    return moments
  }

  /// Ten years of two doses a day with every tenth day missed, a regular pattern as in real
  /// courses.
  @Test func longCoursesKeepTheirShareOfMisses() throws {
    let tablet = try element(from: "2015-01-01T08:00", at: ["08:00", "20:00"])
    let first = try day("2015-01-01")
    let events = try (0..<3_653).filter { $0 % 10 != 3 }.flatMap { number in
      try ["08:03", "20:10"].map { try event("\(first.adding(days: number))T\($0)") }
    }
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .nearest, tablet)],
      outcomes: events)
    let chart = ChartData.chronology(
      of: try evaluation(record, "2015-01-01", "2025-01-01"), title: "")
    #expect(chart.pointCount <= 2_000 && chart.pointCount > 1_500)
    #expect(chart.reduction == ChartReduction(.sample, points: 7_306, limit: 2_000))
    let points = try #require(chart.series("In the window")).points
    let missed = try #require(chart.series("Missed")).points
    let share = Double(missed.count) / Double(chart.pointCount)
    #expect(abs(share - 0.1) < 0.002)
    #expect(Set(points.map(\.day.weekday)).count == 7)
    let mornings = points.count { $0.y == 28_980 }
    #expect(mornings * 2 == points.count)
    #expect(chart.summary == "6,576 events: 6,576 in the window; 730 missed.")
  }

  /// An event before the start of the first day counts on it, as the calendar has no earlier day.
  @Test func theFirstMomentOfTheCalendar() throws {
    let tablet = try element(from: "0001-01-01T00:00:00")
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .keyed, tablet)],
      outcomes: [
        try outcome("tablet/0001-01-01T00:00:00"), try event("0001-01-01T00:00:00"),
      ])
    let evaluation = try evaluation(
      record, "0001-01-01", "0001-01-03", asOf: "0001-01-05T00:00:00Z", boundary: "03:00")
    #expect(!ChartData.chronology(of: evaluation, title: "").series.isEmpty)
  }

  /// The limit holds even if all events are on one day.
  @Test func aDayOfTooManyEvents() throws {
    let tablet = try element(from: "2025-01-01T08:00")
    let events = try (0..<500).map { number in
      Outcome(
        task: "tablet", time: try at("2025-01-05T00:00:00Z").adding(seconds: Int64(number) * 60))
    }
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .nearest, tablet)],
      outcomes: events)
    let evaluation = try evaluation(record, "2025-01-01", "2025-03-01")
    for limit in [1, 10, 100, 400] {
      let chart = ChartData.chronology(of: evaluation, title: "", limit: limit)
      #expect(chart.pointCount <= limit)
    }
  }
}
