import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// The end of a plan, whichever part of it a query covers.
@Suite struct TaskPlanEndTests {
  private func end(
    _ elements: ScheduleElement..., from: String = "2025-01-01", to: String = "2026-01-01",
    asOf: String? = nil
  ) throws -> String? {
    var plan = task("tablet")
    plan.schedule = Schedule(elements)
    let record = CareRecord(patient: try patient(), tasks: [plan])
    var query = AdherenceQuery(try days(from, to))
    query.asOf = try asOf.map(at)
    var ends: [String?] = []
    let summary = record.summary(query, ends: &ends)
    #expect(summary == ends)
    return try record.evaluate(plan, query).planEnd?.description
  }

  @Test func plansEndWithTheirLastOccurrence() throws {
    let daily = try element(from: "2025-01-06T08:00", until: "2025-07-07")
    #expect(try end(daily) == "2025-07-06")
    #expect(try end(daily, asOf: "2025-07-06T12:00:00Z") == nil)
    #expect(try end(daily, asOf: "2025-07-07T00:00:00Z") == "2025-07-06")
    #expect(try end(daily, to: "2025-03-01") == nil)
    // It ended before the query begins.
    #expect(try end(daily, from: "2025-10-01") == "2025-07-06")
    #expect(try end(element(from: "2025-03-03T10:00", every: nil)) == "2025-03-03")
    #expect(try end(element(from: "2025-01-06T08:00")) == nil)
    let weekly = try element("weekly", from: "2025-01-05T08:00", every: "P7D", until: "2025-08-01")
    #expect(try end(daily, weekly) == "2025-07-27")
  }

  @Test func quotasEndWithTheirLastDay() throws {
    var quota = try element(from: "2025-01-06T00:00", until: "2025-07-07")
    quota.recurrence = .quota(Quota(3, per: ISODuration(days: 7)))
    #expect(try end(quota) == "2025-07-06")
    quota.end = nil
    #expect(try end(quota) == nil)
  }
}

extension CareRecord {
  /// The ends reported by summaries and courses.
  fileprivate func summary(_ query: AdherenceQuery, ends: inout [String?]) -> [String?] {
    var evaluator = AdherenceEvaluator(query)
    var courses: [String?] = []
    let summary = evaluator.evaluate(CompiledRecord(self, query), options: .course) { course, _ in
      courses.append(course.planEnd.map { CivilDate(dayNumber: $0).description })
    }.summary
    ends = courses
    return summary.tasks.map { $0.planEnd?.description }
  }
}
