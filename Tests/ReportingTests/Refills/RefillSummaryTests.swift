import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import Reporting

@Suite struct RefillSummaryTests {
  @Test func theThresholdIsReachedExactly() throws {
    var request = RefillRequest()
    request.threshold = Share(3, of: 5)
    var summary = RefillSummary(request)
    for value in [0.6, 0.1 * 6, 0.59, 1.2] { summary.add(.value(value), of: .cma7, .patient, nil) }
    summary.add(.missing(.noSupply), of: .cma7, .patient, nil)
    let line = summary.lines[1]
    #expect(line.reaching == 3)
    #expect(line.count == 4)
    #expect(line.missing == [.noSupply: 1])
    #expect(line.reachingShare == .value(0.75))
  }

  @Test func whereNothingIsThereIsNoMean() {
    var summary = RefillSummary(RefillRequest())
    summary.add(.missing(.noSupply), of: .pdc, .patient, nil)
    #expect(summary.lines[0].mean == .missing(.tooFew))
    #expect(summary.lines[0].median == .missing(.tooFew))
    #expect(summary.lines[0].reachingShare == .missing(.tooFew))
    #expect(summary.lines[0].adherentShare == .missing(.tooFew))
  }
}
