import AdherenceAnalytics
import Charts
import Scheduling
import TestSupport
import Testing

/// The fields of points say what the tables of the same question say.
@Suite struct ChartFieldTests {
  /// The counts that charts have, by the names of the table's columns.
  private func counts(_ adherence: Adherence) -> [String: Int] {
    [
      "due": adherence.due, "completed": adherence.completed, "partial": adherence.partial,
      "missed": adherence.missed, "declined": adherence.declined, "excused": adherence.excused,
      "outstanding": adherence.outstanding, "suspended": adherence.suspended,
      "pending": adherence.pending, "late": adherence.timings.late,
      "outside": adherence.timings.outside, "uses": adherence.uses.count,
    ]
  }

  private func fields(_ point: ChartPoint, of chart: ChartData) -> [String: ChartValue] {
    Dictionary(
      uniqueKeysWithValues: chart.fields.compactMap { field in
        chart.value(field.name, of: point).map { (field.name, $0) }
      })
  }

  private func expect(_ chart: ChartData, _ point: ChartPoint, has adherence: Adherence) {
    for (name, count) in counts(adherence) {
      #expect(chart.value(name, of: point) == .number(Double(count)), "\(name)")
    }
  }

  private func randomRecords(seed: UInt64, by period: CalendarPeriod) throws
    -> [(CareRecord, AdherenceQuery)]
  {
    var random = try RandomRecords(seed: seed)
    return try (0..<40).map { _ in
      let record = try random.record()
      var query = try random.query(by: period)
      query.excusesDeclined = random.isTrue(oneIn: 2)
      return (record, query)
    }
  }

  @Test func barsHaveTheCountsOfTheirPeriods() throws {
    for (record, query) in try randomRecords(seed: 51, by: .week) {
      let adherence = record.adherence(query)
      for series in adherence.tasks + [adherence.total] {
        let chart = ChartData.bars(of: series, over: adherence.spans, title: "")
        #expect(chart.isSound)
        #expect(try ChartData(json: chart.json()) == chart)
        let points = try #require(chart.series.last).points
        #expect(points.count == series.periods.count)
        for (point, (period, span)) in zip(points, zip(series.periods, adherence.spans)) {
          expect(chart, point, has: period)
          #expect(chart.value("period", of: point) == .text(span.name))
          #expect(chart.value("ratio", of: point)?.number == period.ratio)
          #expect(chart.value("required", of: point) == .number(period.quota.required))
        }
        let before = chart.series.dropLast().flatMap(\.points)
        #expect(before.allSatisfy { $0.values.isEmpty })
      }
    }
  }

  @Test func calendarsHaveTheCountsOfTheirDays() throws {
    for (record, query) in try randomRecords(seed: 52, by: .day) {
      let adherence = record.adherence(query)
      for task in record.tasks {
        let chart = ChartData.calendar(of: try record.evaluate(task, query), title: "")
        let series = try #require(adherence.tasks.first { $0.task == task.id })
        var dates: [CivilDate] = []
        for point in chart.series.flatMap(\.points) {
          guard case .date(let date)? = chart.value("date", of: point) else {
            Issue.record("a day without a date")
            continue
          }
          dates.append(date)
          #expect(point.label?.hasPrefix("\(date)") == true)
          expect(chart, point, has: series.periods[date - query.range.lowerBound])
        }
        let days = series.periods.indices.map { query.range.lowerBound.adding(days: $0) }
        #expect(dates.sorted() == days)
      }
    }
  }

  /// Each dot is at the moment of an outcome, each miss at the start of an event that was missed.
  @Test func chronologiesHaveInstants() throws {
    for (record, query) in try randomRecords(seed: 53, by: .day) {
      let zone = record.patient.zone
      for task in record.tasks {
        let evaluation = try record.evaluate(task, query)
        let chart = ChartData.chronology(of: evaluation, title: "", limit: 100_000)
        let missed = evaluation.scored.filter { $0.state == .missed }.map(\.occurrence.start)
        let known = Set(record.outcomes.filter { $0.task == task.id }.compactMap(\.time))
        var marks: [Instant] = []
        let points = chart.series.flatMap { series in series.points.map { (series, $0) } }
        for (series, point) in points {
          let fields = fields(point, of: chart)
          guard case .instant(let instant, let offset)? = fields["instant"] else {
            #expect(series.name != "Missed")
            continue
          }
          #expect(offset == zone.offset(at: instant))
          if series.name == "Missed" {
            marks.append(instant)
            #expect(fields["planned"] == fields["instant"])
          } else {
            #expect(known.contains(instant))
            #expect(
              zone.civil(at: instant) == CivilDateTime(
                localSeconds: Int64(point.x) * 86_400 + Int64(point.y ?? 0)))
          }
        }
        #expect(marks.sorted() == missed.sorted())
      }
    }
  }

  /// What is due of all cells is what was due of all patients.
  @Test func lasagnasHaveTheirPatientsCounts() throws {
    let (query, patients) = try randomPatients(seed: 54, count: 30, by: .week, .completed)
    var grid = PatientGrid(spans: query.spans)
    for patient in patients { grid.add(patient) }
    let chart = ChartData.lasagna(of: grid, over: query.spans, title: "")
    #expect(chart.isSound)
    var sums: [String: [Double]] = [:]
    for point in chart.series.flatMap(\.points) {
      let fields = fields(point, of: chart)
      guard case .text(let name)? = fields["patient"] else { continue }
      sums[name, default: [0, 0]][0] += fields["due"]?.number ?? 0
      sums[name, default: [0, 0]][1] += fields["done"]?.number ?? 0
    }
    #expect(sums.count == 30)
    for patient in patients {
      let due = patient.total.periods.reduce(0) { $0 + $1.expected }
      let done = patient.total.periods.reduce(0) { $0 + $1.amount(.completed) }
      let found = sums[patient.patient.id] ?? []
      #expect(found.count == 2 && abs(found[0] - due) < 1e-9 && abs(found[1] - done) < 1e-9)
    }
  }
}
