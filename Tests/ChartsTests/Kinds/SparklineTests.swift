import AdherenceAnalytics
import Charts
import Scheduling
import TestSupport
import Testing

@Suite struct SparklineTests {
  @Test func ratiosAreThoseOfThePeriods() throws {
    for record in try monitoredRecords().prefix(60) {
      let adherence = record.adherence(try monitoringQuery(by: .week))
      for series in adherence.series {
        let chart = ChartData.sparkline(of: series, over: adherence.spans, title: "")
        #expect(chart.isSound && chart.reduction == nil && chart.series.count == 1)
        #expect(chart.series[0].points.map(\.y) == series.periods.map { $0.ratio })
        #expect(chart.series[0].points.map(\.day) == adherence.spans.map(\.start))
        let line = Sparkline(series, over: adherence.spans, .done)
        #expect(line.svg() == chart.sparklineSVG())
      }
    }
  }

  @Test(arguments: Numerator.allCases) func longOnesAreRatiosOfCounts(_ numerator: Numerator) throws
  {
    let (_, patients) = try randomPatients(seed: 312, count: 40, by: .day, numerator)
    for patient in patients {
      let chart = ChartData.sparkline(
        of: patient.total, over: patient.spans, numerator, title: "", limit: 4)
      let points = chart.series[0].points
      #expect(points.count <= 4 && chart.isSound)
      let size = (patient.spans.count + 3) / 4
      let sums = stride(from: 0, to: patient.spans.count, by: size).map { first in
        patient.total.periods.dropFirst(first).prefix(size).reduce(into: Adherence()) {
          $0.merge($1)
        }
      }
      let whole = sums.filter { sum in
        let open = Double(sum.pending + sum.quota.pending) + sum.outstandingWithQuotas
        return sum.dueWithQuotas == 0 || open == 0
      }
      #expect(points.map(\.y) == (whole.isEmpty ? sums : whole).map { $0.ratio(numerator) })
    }
  }

  @Test func tenYearsOfDaysStayWithinSixtyPoints() throws {
    let tablet = try element(from: "2015-01-01T08:00")
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .nearest, tablet)], outcomes: [])
    let adherence = record.adherence(AdherenceQuery(try days("2015-01-01", "2025-01-01"), by: .day))
    let chart = ChartData.sparkline(of: adherence.total, over: adherence.spans, title: "")
    #expect(chart.series[0].points.count <= 60)
    #expect(chart.reduction == ChartReduction(.bins, points: 3_653, limit: 60))
  }
}
