import Foundation
import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct ControlChartTests {
  /// Who takes every dose of four weeks and then stops: the mean of the baseline is 1, there is no limit to
  /// fall below, which is said, and the cumulative sum raises its alarm.
  @Test func aPerfectBaselineHasNoLimitsAndSaysSo() throws {
    let doses = String(repeating: "x", count: 28) + String(repeating: ".", count: 14)
    let measures = try DoseWorld(doses).measures
    func value(_ name: String) -> MeasureColumn.Value? {
      MeasureColumn.all.first { $0.name == name }?.value(of: measures)
    }
    #expect(value("ewmaMean") == .number(1) && value("ewmaSd") == .number(0))
    #expect(value("ewmaFirstLowSignal") == .missing(.noVariation))
    #expect(value("cusumFirstAlarm") == .text("2025-04-03"))
    let varies = try DoseWorld("x.x" + doses).measures
    let low = MeasureColumn.all.first { $0.name == "ewmaFirstLowSignal" }?.value(of: varies)
    #expect(low == .text("2025-04-03"))
  }

  @Test func impossibleParametersMakeNoChart() {
    for weight in [0, -0.1, 1.1, .nan] { #expect(ExponentialAverage(weight: weight) == nil) }
    #expect(ExponentialAverage(limit: 0) == nil)
    #expect(ExponentialAverage(baselineDays: 1) == nil)
    for p in [0, 1, -0.5, .nan, 0.7] { #expect(BernoulliCUSUM(acceptable: p) == nil) }
    #expect(BernoulliCUSUM(limit: 0) == nil)
  }
}
