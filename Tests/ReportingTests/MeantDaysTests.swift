import AdherenceAnalytics
import Diagnostics
import Scheduling
import TestSupport
import Testing

@testable import Reporting

/// Which days a report is about: those that were given, and of a table none beyond its data.
@Suite struct MeantDaysTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var from: String?
    var to: String?
    var asOf: String?
    /// Whether the source ends with its data.
    var ends = true
    var patient: String?
    var range: (String, String)
    var clippedEnd: String?
  }

  static let examples = [
    Example(testDescription: "all days of the data", range: ("2025-03-03", "2025-03-17")),
    Example(
      testDescription: "an end behind the data is clipped", to: "2025-04-01",
      range: ("2025-03-03", "2025-03-17"), clippedEnd: "2025-04-01"),
    Example(
      testDescription: "the first day stays", from: "2025-02-01", to: "2025-03-18",
      range: ("2025-02-01", "2025-03-17"), clippedEnd: "2025-03-18"),
    Example(
      testDescription: "the day behind the last one is none beyond it", to: "2025-03-17",
      range: ("2025-03-03", "2025-03-17")),
    Example(
      testDescription: "an end within the data stays", to: "2025-03-10",
      range: ("2025-03-03", "2025-03-10")),
    Example(
      testDescription: "a moment of the report confirms the days", to: "2025-04-01",
      asOf: "2025-04-01T00:00Z", range: ("2025-03-03", "2025-04-01")),
    Example(
      testDescription: "a folder is complete until now", to: "2025-04-01", ends: false,
      range: ("2025-03-03", "2025-04-01")),
    Example(
      testDescription: "one who stopped early is judged up to the end of all data",
      from: "2025-03-03", to: "2025-04-01", patient: "ann",
      range: ("2025-03-03", "2025-03-17"), clippedEnd: "2025-04-01"),
  ]

  /// Ann recorded for four days, Bob for fourteen.
  private func source(ends: Bool) throws -> ListedRecords {
    let records = try [("ann", 4), ("bob", 14)].map { id, count in
      CareRecord(
        patient: try patient(id),
        tasks: [task("tablet", .window, try element(from: "2025-03-03T08:00"))],
        outcomes: try (0..<count).map { number in
          Outcome(
            task: "tablet",
            time: try at("2025-03-03T08:00:00Z").adding(seconds: Int64(number) * 86_400))
        })
    }
    var source = ListedRecords(records)
    source.endsWithItsData = ends
    return source
  }

  @Test(arguments: examples) func daysAreMeant(_ example: Example) throws {
    var options = ReportOptions()
    options.filter = try example.patient.map { try PatientFilter($0) }
    let meant = try DataDays.meant(
      from: example.from.map(day), to: example.to.map(day), asOf: example.asOf.map(at),
      of: source(ends: example.ends), dayBoundary: .midnight, options)
    #expect(meant.range == (try days(example.range.0, example.range.1)))
    #expect(meant.clippedEnd == (try example.clippedEnd.map(day)))
    #expect(meant.warnings.isEmpty == (example.clippedEnd == nil))
  }

  @Test func `days beyond the data are reported as a problem`() throws {
    let source = try source(ends: true)
    let to = try day("2025-04-01")
    let meant = try DataDays.meant(
      from: nil, to: to, asOf: nil, of: source, dayBoundary: .midnight, ReportOptions())
    var options = ReportOptions()
    options.warnings = meant.warnings
    let report = try CohortReport(of: source, AdherenceQuery(meant.range), options)
    #expect(
      report.problems.texts == [
        "'to' lies beyond the data: the range ends on 2025-03-16 with them "
          + "(--as-of counts later days): '2025-04-01'"
      ])
    #expect(report.problems.kinds == ["beyondData": 1])
    #expect(report.whole.rows[0].pooled.due == 28)
  }

  @Test func `days that are all beyond the data are an error`() throws {
    let source = try source(ends: true)
    #expect(throws: InputError.self) {
      try DataDays.meant(
        from: try day("2025-03-17"), to: try day("2025-04-01"), asOf: nil, of: source,
        dayBoundary: .midnight, ReportOptions())
    }
  }

  @Test func `where nothing was recorded the days that are given count`() throws {
    var source = ListedRecords([CareRecord(patient: try patient("ann"))])
    source.endsWithItsData = true
    let meant = try DataDays.meant(
      from: try day("2025-03-03"), to: try day("2025-04-01"), asOf: nil, of: source,
      dayBoundary: .midnight, ReportOptions())
    #expect(meant == MeantDays(range: try days("2025-03-03", "2025-04-01")))
  }

  @Test func `some patients of a source end as it does`() throws {
    let source = try source(ends: true)
    #expect(CohortSubset(source, filter: try PatientFilter("ann")).endsWithItsData)
    #expect(!CohortSubset(try self.source(ends: false), ids: ["ann"]).endsWithItsData)
  }
}
