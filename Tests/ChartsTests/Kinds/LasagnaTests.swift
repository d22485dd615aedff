import AdherenceAnalytics
import Charts
import Scheduling
import TestSupport
import Testing

@Suite struct LasagnaTests {
  /// Three patients over two weeks: all done, half done, nothing due in the second week.
  @Test func theBestIsOnTop() throws {
    let query = AdherenceQuery(try days("2025-01-06", "2025-01-20"), by: .week)
    var grid = PatientGrid(spans: query.spans)
    for (id, taken, end) in [("A", 7, "20"), ("B", 14, "20"), ("C", 0, "")] {
      let from = end.isEmpty ? "2025-02-01T08:00" : "2025-01-06T08:00"
      let tablet = try element(from: from, until: end.isEmpty ? nil : "2025-01-\(end)")
      let first = try day("2025-01-06")
      let events = try (0..<taken).map { try event("\(first.adding(days: $0))T08:00") }
      let record = CareRecord(
        patient: try patient(id), tasks: [task("tablet", .nearest, tablet)],
        outcomes: events)
      grid.add(record.adherence(query))
    }
    let chart = ChartData.lasagna(of: grid, over: query.spans, title: "Patients")
    let cells = chart.series[0].points
    #expect(chart.isSound)
    #expect(cells.map(\.label) == ["B", "B", "A", "A", "C", "C"])
    #expect(cells.map(\.y) == [2, 2, 1, 1, 0, 0] && cells.map(\.yEnd) == [3, 3, 2, 2, 1, 1])
    #expect(cells.map(\.value) == [1, 1, 1, 0, nil, nil])
    #expect(cells.map(\.missing) == [nil, nil, nil, nil, "noOccurrences", "noOccurrences"])
    #expect(chart.summary == "3 patients by 2 weeks, overall from 100 % to 50 %.")
    #expect(chart.reduction == nil && chart.color?.scale == .share)
  }

  @Test func everyPatientsWeeks() throws {
    let query = try monitoringQuery(by: .week)
    var grid = PatientGrid(spans: query.spans)
    var patients: [String: PatientAdherence] = [:]
    for record in try monitoredRecords() {
      let adherence = record.adherence(query)
      patients[record.patient.id] = adherence
      grid.add(adherence)
    }
    let chart = ChartData.lasagna(of: grid, over: query.spans, title: "", limit: 20_000)
    // The patients start in different weeks, so each row starts with the patient's first one.
    let weeks = chart.pointCount / 200
    #expect(chart.isSound && weeks < query.spans.count && chart.x.scale == .number)
    #expect(chart.note?.contains("first week with anything due") == true)
    for point in chart.series[0].points {
      let patient = try #require(point.label.flatMap { patients[$0] })
      guard case .date(let first)? = chart.value("periodStart", of: point) else { continue }
      let week = try #require(query.spans.position(of: first))
      if point.x == 0 { #expect(patient.total.periods[..<week].allSatisfy { $0.ratio == nil }) }
      #expect(point.value == patient.total.periods[week].ratio)
      #expect(point.missing == patient.total.ratioMissing(at: week)?.rawValue)
    }
    let order = stride(from: 0, to: chart.pointCount, by: weeks).map { place in
      chart.series[0].points[place].label.flatMap { patients[$0]?.merged.total.periods[0].ratio }
        ?? -1
    }
    #expect(order == order.sorted(by: >))
    let small = ChartData.lasagna(of: grid, over: query.spans, title: "")
    #expect(small.pointCount <= 6_000)
  }

  /// Many periods are merged with their neighbours, and many patients with those of the same ratio.
  @Test func manyPatientsOfManyDays() throws {
    let query = AdherenceQuery(try days("2025-01-01", "2026-01-01"), by: .day)
    var grid = PatientGrid(spans: query.spans)
    var own: [Int?: [PatientAdherence]] = [:]
    var random = try RandomRecords(seed: 319)
    for _ in 0..<210 {
      let patient = try random.record().adherence(query)
      own[patient.merged.total.periods[0].percent().map { Int($0) }, default: []].append(patient)
      grid.add(patient)
    }
    let chart = ChartData.lasagna(of: grid, over: query.spans, title: "", limit: 100_000)
    #expect(chart.isSound && grid.isBinned)
    let columns = Set(chart.series[0].points.map(\.x))
    #expect(20...92 ~= columns.count && chart.pointCount == columns.count * own.count)
    let end = try #require(chart.series[0].points.last?.xEnd)
    #expect(end == chart.x.range?.upperBound && end <= query.range.upperBound.position)
    // Each row has the patients with its ratio, and their pooled ratio.
    for cell in chart.series[0].points {
      let name = try #require(cell.label)
      let patients = try #require(own[Int(name.prefix { $0.isNumber })])
      #expect(cell.yEnd.map { $0 - (cell.y ?? 0) } == Double(patients.count), "\(name)")
      let first = Int(cell.x - query.range.lowerBound.position)
      var pooled = Adherence()
      for patient in patients {
        for day in patient.total.periods[first...].prefix(4) { pooled.merge(day) }
      }
      #expect(cell.value == pooled.ratio, "\(name)")
    }
  }

  @Test func fewRowsHaveNames() throws {
    let (query, patients) = try randomPatients(seed: 321, count: 5, by: .week, .done)
    var grid = PatientGrid(spans: query.spans)
    for (place, patient) in patients.enumerated() { grid.add(patient, named: "Ann \(place)") }
    let chart = ChartData.lasagna(of: grid, over: query.spans, title: "")
    #expect(chart.y.ticks.map(\.at) == [4.5, 3.5, 2.5, 1.5, 0.5])
    #expect(Set(chart.y.ticks.map(\.label)) == Set((0..<5).map { "Ann \($0)" }))
  }

  @Test func relativeWeeksAreCounted() throws {
    let (query, patients) = try randomPatients(
      seed: 320, count: 20, by: .relativeWeek, .done)
    var grid = PatientGrid(spans: query.spans)
    for patient in patients { grid.add(patient) }
    let chart = ChartData.lasagna(of: grid, over: query.spans, title: "")
    #expect(chart.isSound && chart.x.scale == .number)
    for point in chart.series[0].points {
      let patient = try #require(patients.first { $0.patient.id == point.label })
      let week = patient.spans.firstIndex { $0.number == Int(point.x) }
      #expect(point.value == week.flatMap { patient.total.periods[$0].ratio })
    }
  }
}
