import AdherenceAnalytics
import Foundation
import Interchange
import Reporting
import Scheduling
import TestSupport
import Testing

@Suite struct CohortGroupingTests {
  @Test func filtersAndGroups() throws {
    let source = try someRecords(20)
    var options = ReportOptions()
    options.filter = try PatientFilter("tag:odd")
    options.grouping = .tag
    let report = try CohortReport(of: source, try someQuery(), options)
    #expect(report.patients == 10)
    let totals = report.whole.rows.filter { $0.scope == .total }
    #expect(totals.map(\.group) == [nil, "odd", "third"])
    #expect(totals.map(\.patients) == [10, 10, 10])
    options.filter = nil
    options.grouping = .sex
    let bySex = try CohortReport(of: source, try someQuery(), options).whole.rows
      .filter { $0.scope == .total }
    #expect(bySex.map(\.group) == [nil, "female"])
    #expect(bySex.map(\.patients) == [20, 7])
  }

  @Test(arguments: ["group", "sex", "tag", "zone", "none", "userInfo.site"]) func groupingsReadBack(
    _ text: String
  ) throws {
    #expect(try #require(CohortGrouping(text)).description == text)
    #expect(CohortGrouping("userInfo.") == nil)
  }
}
