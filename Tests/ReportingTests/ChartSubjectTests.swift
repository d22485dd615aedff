import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling
import TestSupport
import Testing

@testable import Reporting

/// What the charts of the tool say they show, of which tasks, and over which windows.
@Suite struct ChartSubjectTests {
  private func charts(_ selection: ChartSelection) throws -> [NamedChart] {
    var parameters = MeasureParameters()
    parameters.resamples = 0
    return try ChartRequest(monitoringQuery(by: .week), selection, parameters)
      .charts(of: monitoring()).charts
  }

  @Test("Titles name the task and the kind, each kind by words of its own")
  func titles() throws {
    let titles = ChartKind.allCases.map { $0.title("Tablet") }
    #expect(titles.allSatisfy { $0.hasPrefix("Tablet, ") } && Set(titles).count == titles.count)
    #expect(ChartKind.swimmer.title("P009: Treatment") == "P009: Treatment")
    let all = try charts(ChartSelection(patient: "P000", task: "med"))
    #expect(all.map(\.chart.title).contains("P000: Tablet, intervals between doses"))
  }

  @Test("A cohort has a swimmer plot per task, named by its title")
  func swimmers() throws {
    let swimmers = try charts(ChartSelection()).filter { $0.chart.kind == .swimmer }
    #expect(
      swimmers.map(\.chart.title).sorted() == [
        "Survey, treatment", "Tablet, treatment", "Walk, treatment",
      ])
    #expect(swimmers.allSatisfy { !$0.chart.y.categories[0].contains(",") })
  }

  @Test("Two arms have no funnel among all charts")
  func funnels() throws {
    #expect(try charts(ChartSelection()).allSatisfy { $0.chart.kind != .funnel })
  }

  @Test(
    "The window of a rare task holds several occurrences",
    arguments: [
      ("med", 7), ("walk", 14), ("survey", 56),
    ])
  func windows(_ task: String, _ days: Int) throws {
    let chart = try #require(
      charts(ChartSelection(kind: .rolling, patient: "P009", task: task)).first?.chart)
    #expect(chart.y.title == "Share done of the last \(days) days")
  }

  @Test("Charts of days end with the plan")
  func ends() throws {
    let all = try charts(ChartSelection(patient: "P000", task: "med"))
    for chart in all.map(\.chart) where [.chronology, .streaks, .calendar].contains(chart.kind) {
      let end = try #require(chart.x.range?.upperBound)
      #expect(end < Double(try monitoringQuery(by: .week).range.upperBound.dayNumber) - 90)
    }
  }
}
