import AdherenceStatistics
import TestSupport
import Testing

@Suite struct ProportionCoveredTests {
  @Test func countsAndIntervals() {
    var proportion = ProportionCovered()
    for patient in 0..<10 {
      proportion.add(day: 0, isCovered: true)
      if patient < 8 { proportion.add(day: 2, isCovered: patient < 6) }
    }
    #expect(proportion.observed == [10, 0, 8] && proportion.covered == [10, 0, 6])
    #expect(proportion.share(on: 2) == .value(0.75))
    #expect(proportion.share(on: 1) == .missing(.nothingDue))
    #expect(proportion.share(on: 3) == .missing(.nothingDue))
    let intervals = ProportionIntervals()
    #expect(proportion.interval(on: 2, intervals) == intervals.wilson(6, of: 8))
    #expect(
      proportion.interval(on: 2, intervals, by: .jeffreys) == intervals.jeffreys(6, of: 8))
    #expect(proportion.interval(on: -1, intervals) == .missing(.nothingDue))
  }

  @Test func partsMergeToTheSame() {
    var random = Seeded(state: 35)
    var (whole, parts) = (ProportionCovered(), [ProportionCovered(), ProportionCovered()])
    for index in 0..<300 {
      let (day, isCovered) = (Int.random(in: 0..<20, using: &random), Bool.random(using: &random))
      whole.add(day: day, isCovered: isCovered)
      parts[index % 2].add(day: day, isCovered: isCovered)
    }
    parts[0].merge(parts[1])
    #expect(parts[0] == whole)
    #expect(ProportionCovered(observed: whole.observed, covered: whole.covered) == whole)
  }
}
