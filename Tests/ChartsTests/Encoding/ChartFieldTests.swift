import AdherenceAnalytics
import Charts
import Foundation
import Scheduling
import TestSupport
import Testing

/// The fields of points match the tables of the same query.
@Suite struct ChartFieldTests {
  /// The counts in charts, by column name of the table.
  private func counts(_ adherence: Adherence) -> [String: Int] {
    [
      "due": adherence.due, "done": adherence.done, "partial": adherence.partial,
      "missed": adherence.missed, "declined": adherence.declined, "excused": adherence.excused,
      "outstanding": adherence.outstanding, "onHold": adherence.onHold,
      "pending": adherence.pending, "late": adherence.timings.late,
      "doneAfterExpiry": adherence.timings.doneAfterExpiry, "uses": adherence.uses.count,
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
          #expect(chart.value("quotaDue", of: point) == .number(period.quota.required))
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
          guard case .date(let date)? = chart.value("periodStart", of: point) else {
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
              zone.civil(at: instant)
                == CivilDateTime(
                  localSeconds: Int64(point.x) * 86_400 + Int64(point.y ?? 0)))
          }
        }
        #expect(marks.sorted() == missed.sorted())
      }
    }
  }

  /// The due counts of all cells add up to that of all patients.
  @Test func lasagnasHaveTheirPatientsCounts() throws {
    let (query, patients) = try randomPatients(seed: 54, count: 30, by: .week, .done)
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
      let due = patient.total.periods.reduce(0) { $0 + $1.dueWithQuotas }
      let done = patient.total.periods.reduce(0) { $0 + $1.amount(.done) }
      let found = sums[patient.patient.id] ?? []
      #expect(found.count == 2 && abs(found[0] - due) < 1e-9 && abs(found[1] - done) < 1e-9)
    }
  }

  /// The objects of JSON below a name, each as one text.
  private func objects(_ name: String, in json: Any) -> Set<String> {
    if let list = json as? [Any] {
      return list.reduce(into: []) { $0.formUnion(objects(name, in: $1)) }
    }
    guard let object = json as? [String: Any] else { return [] }
    return object.reduce(into: []) { texts, property in
      texts.formUnion(objects(name, in: property.value))
      guard property.key == name else { return }
      // The list of the header's fields has the same name.
      let values = name == "fields" ? [property.value] : property.value as? [Any] ?? []
      for value in values where value is [String: Any] {
        texts.insert(text(value))
      }
    }
  }

  private func text(_ object: Any) -> String {
    let data = try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  /// The fields of the rows of points, those with a height or all.
  private func rows(_ chart: ChartData, withHeight: Bool) throws -> Set<String> {
    let json = try JSONSerialization.jsonObject(with: Data(chart.json().utf8))
    let rows = (json as? [String: Any])?["rows"] as? [[String: Any]] ?? []
    let names = Set(chart.fields.map(\.name))
    let meant = rows.filter { !withHeight || $0["y"] is NSNumber || $0["y"] is String }
    return Set(
      meant.map { $0.filter { names.contains($0.key) } }.filter { !$0.isEmpty }.map(text))
  }

  /// Expects the fields in each format that can represent them.
  private func expectFieldsInForms(_ chart: ChartData) throws {
    let forms = [
      ("fields", chart.chartJS()), ("customdata", chart.plotly()), ("fields", chart.eCharts()),
    ]
    let (drawn, all) = (
      try rows(chart, withHeight: true), try rows(chart, withHeight: false)
    )
    for (name, form) in forms {
      let json = try JSONSerialization.jsonObject(with: Data(form.utf8))
      let found = objects(name, in: json)
      #expect(found.isSuperset(of: drawn) && found.isSubset(of: all), "\(chart.kind) \(name)")
    }
  }

  @Test func formsOfObjectsHaveTheFields() throws {
    for (record, query) in try randomRecords(seed: 55, by: .week).prefix(12) {
      let adherence = record.adherence(query)
      try expectFieldsInForms(.bars(of: adherence.total, over: adherence.spans, title: ""))
      for task in record.tasks {
        let evaluation = try record.evaluate(task, query)
        try expectFieldsInForms(.calendar(of: evaluation, title: ""))
        try expectFieldsInForms(.chronology(of: evaluation, title: ""))
        try expectFieldsInForms(.streaks(of: evaluation, title: ""))
      }
    }
    let (query, patients) = try randomPatients(seed: 56, count: 30, by: .week, .done)
    var grid = PatientGrid(spans: query.spans)
    for patient in patients { grid.add(patient) }
    try expectFieldsInForms(.lasagna(of: grid, over: query.spans, title: ""))
  }
}
