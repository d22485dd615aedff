import AdherenceAnalytics
import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct NominalIntervalTests {
  /// Tablets once or twice a day, walks on Monday, Wednesday and Friday, a survey on Sundays.
  @Test func plansOfTheCohort() throws {
    var tablets: Set<Int64> = []
    for patient in try MonitoringCohort.shared(asOf: "2025-12-31T22:00:00Z").patients {
      for (task, course) in patient.courses {
        let seconds = NominalInterval.seconds(of: course.occurrences)
        switch task {
        case "walk": #expect(seconds == 2 * 86_400)
        case "survey": #expect(seconds == 7 * 86_400)
        default: tablets.insert(seconds)
        }
      }
    }
    #expect(tablets == [43_200, 86_400])
  }

  @Test func aDayWithoutOccurrences() {
    #expect(NominalInterval.seconds(of: []) == 86_400)
  }
}
