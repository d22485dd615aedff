import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@testable import FHIR

/// MeasureReports of patients and of cohorts.
@Suite struct MeasureReportWritingTests {
  private static let url = "http://example.org/Measure/adherence"

  private func reports(
    _ records: [CareRecord], _ days: Int = 5, by period: CalendarPeriod = .all,
    release: FHIRRelease = .r4, asOf: String? = nil
  ) throws -> WrittenResources {
    WrittenResources(
      records,
      as: try content(
        days, by: period, release: release, asOf: asOf, measure: MeasureReportWritingTests.url,
        hasRecords: false, hasAdherence: false))
  }

  @Test func isWrittenInFull() throws {
    var record = try tabletRecord([
      try event("2025-01-06T07:00:00Z"), try event("2025-01-07T07:00:00Z"),
    ])
    record.holds = [
      Hold(from: try moment("2025-01-09T00:00:00"), to: try moment("2025-01-10T00:00:00"))
    ]
    record.tasks[0].schedule = record.tasks[0].schedule.cancelled(
      try key("tablet/2025-01-10T08:00:00"))
    let written = try reports([record])
    let own = "MeasureReport/adherence..ann..2025-01-06..2025-01-10"
    #expect(written.names == [own, "MeasureReport/adherence..2025-01-06..2025-01-10"])
    #expect(
      written.json[own] == #"""
        {"resourceType":"MeasureReport","id":"adherence..ann..2025-01-06..2025-01-10","status":"complete",\#
        "type":"individual","measure":"http://example.org/Measure/adherence","subject":\#
        {"reference":"Patient/ann"},"date":"2025-01-10T23:00:00Z","period":{"start":"2025-01-06",\#
        "end":"2025-01-10"},"improvementNotation":{"coding":[{"system":\#
        "http://terminology.hl7.org/CodeSystem/measure-improvement-notation","code":"increase",\#
        "display":"Increased score indicates improvement"}]},"group":[{"population":[{"code":{"coding":[{"system":\#
        "http://terminology.hl7.org/CodeSystem/measure-population","code":"denominator"}]},"count":3},\#
        {"code":{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/measure-population",\#
        "code":"denominator-exclusion"}]},"count":2},{"code":{"coding":[{"system":\#
        "http://terminology.hl7.org/CodeSystem/measure-population","code":"numerator"}]},"count":2}],\#
        "measureScore":{"value":66.7,"unit":"%","system":"http://unitsofmeasure.org","code":"%"}}]}
        """#)
  }

  @Test func namesTheScoreAsTheReleaseDoes() throws {
    let own = "MeasureReport/adherence..ann..2025-01-06..2025-01-10"
    let written = try reports([try tabletRecord()], release: .r5)
    #expect(try written.value(own, "group.0.measureScoreQuantity.value") == "0")
    #expect(try written.value(own, "group.0.measureScore") == "")
  }

  /// Two a week, of which a plan that starts on Thursday requires 8/7: a population is a whole
  /// number.
  @Test(arguments: [
    ("2025-01-06", ["2", "0", "1"], "50"), ("2025-01-09", ["", "", ""], "87.5"),
  ]) func countsQuotasInWholeNumbers(start: String, counts: [String], score: String) throws {
    var record = try tabletRecord([try event("2025-01-06T07:00:00Z")])
    record.outcomes = OutcomeTable([try event("\(start)T07:00:00Z")])
    record.tasks[0].schedule.elements[0] = ScheduleElement("tablet", on: try day(start))
    record.tasks[0].schedule.elements[0].recurrence = .quota(Quota(2, per: try period("P1W")))
    let written = try reports([record], 7)
    let own = "MeasureReport/adherence..ann..2025-01-06..2025-01-12"
    #expect(
      try (0..<3).map { try written.value(own, "group.0.population.\($0).count") } == counts)
    #expect(try written.value(own, "group.0.measureScore.value") == score)
  }

  @Test func hasNoScoreIfNothingWasDue() throws {
    let record = try tabletRecord(
      holds: [Hold(from: try moment("2025-01-01T00:00:00"), to: nil)])
    let written = try reports([record])
    for (name, counts) in zip(written.names, [["0", "5", "0"], ["1", "0", "0"]]) {
      #expect(try written.value(name, "group.0.measureScore") == "")
      #expect(
        try (0..<3).map { try written.value(name, "group.0.population.\($0).count") } == counts)
    }
  }

  @Test func isPendingUntilAllIsOver() throws {
    let written = try reports([try tabletRecord()], asOf: "2025-01-08T23:00:00Z")
    #expect(try written.names.map { try written.value($0, "status") } == ["pending", "pending"])
    #expect(try written.value(written.names[1], "date") == "2025-01-08T23:00:00Z")
  }

  @Test func writesNothingForNoPatients() throws { #expect(try reports([]).names.isEmpty) }

  /// The summary of random records compared with the definition.
  @Test(arguments: [CalendarPeriod.week, .all, .month]) func countsPatients(
    by period: CalendarPeriod
  ) throws {
    for seed in 1...20 {
      var random = try RandomRecords(seed: UInt64(seed))
      let records = try (0..<random.number(1...12)).map { _ in try random.record() }
      var asked = FHIRContent(try random.query(by: period))
      (asked.hasRecords, asked.hasAdherence) = (false, false)
      (asked.measure, asked.threshold) = (MeasureReportWritingTests.url, Share(1, of: 2))
      let written = WrittenResources(records, as: asked)
      for (index, span) in asked.query.spans.enumerated() {
        let name =
          "MeasureReport/adherence..\(span.start)..\(span.end.adding(days: -1))"
        let counts = try (0..<3).map { try written.value(name, "group.0.population.\($0).count") }
        let answers = records.map { $0.adherence(asked.query).total.periods[index] }
        let rated = answers.filter { $0.ratio != nil }
        let adherent = rated.count { 2 * $0.done >= $0.due }
        #expect(counts == [answers.count, rated.count, adherent].map(String.init))
        let score = rated.isEmpty ? "" : tenths(adherent, of: rated.count)
        #expect(try written.value(name, "group.0.measureScore.value") == score)
      }
    }
  }

  /// A percentage to the nearest tenth, rounding halves up, in integer arithmetic.
  private func tenths(_ part: Int, of whole: Int) -> String {
    let tenths = (2000 * part + whole) / (2 * whole)
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
