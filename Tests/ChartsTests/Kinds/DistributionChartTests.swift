import AdherenceAnalytics
import AdherenceStatistics
import Charts
import TestSampling
import TestSupport
import Testing

@Suite struct DistributionChartTests {
  @Test func binsOfTheDatasetAreItsCounts() throws {
    let whole = try FinishedCohort.med().whole
    let chart = ChartData.distribution(of: whole.histogram, whole.summary, title: "Ratios")
    chart.checkLaws()
    let bars = try chart.points("Patients")
    #expect(bars.map(\.y) == whole.histogram.counts.map(Double.init))
    for (bin, bar) in bars.enumerated() {
      #expect(bar.x == whole.histogram.lowerBorder(of: bin))
      #expect(bar.xEnd == whole.histogram.lowerBorder(of: bin + 1))
    }
    let marks = [whole.summary.mean.value, whole.summary.quantile(0.5).value, 0.8]
    #expect(chart.references.map(\.at) == marks)
    #expect(chart.summary.hasPrefix("\(isExhaustive ? 200 : 38) patients, mean "))
  }

  @Test func noPatientsGiveNoBar() throws {
    let chart = ChartData.distribution(of: Histogram([]), CohortSummary([]), title: "Ratios")
    chart.checkLaws()
    #expect(chart.pointCount == 0 && chart.summary == "No patient has a ratio.")
    #expect(chart.references.map(\.label) == ["threshold 80 %"])
  }

  @Test func clippedContentIsReported() {
    let chart = ChartData.distribution(of: Histogram([0.5, 1.5], bins: 2), title: "Uncapped")
    chart.checkLaws()
    #expect(chart.summary == "1 patient; 1 outside of the bins." && chart.references.isEmpty)
  }
}
