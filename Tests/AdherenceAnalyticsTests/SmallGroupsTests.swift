import TestSupport
import Testing

@testable import AdherenceAnalytics

@Suite struct SmallGroupsTests {
  private typealias Row = SmallGroups.Row

  /// All cohorts of up to three groups of up to six patients each, and some of none.
  @Test(arguments: 2...5) func noDifferenceIsSmall(_ smallest: Int) {
    for a in 0...6 {
      for b in 0...6 {
        for c in 0...6 {
          for none in 0...3 {
            let sizes = [a + b + c + none, a, b, c]
            let rows = zip([nil, "A", "B", "C"], sizes).map { Row(group: $0, patients: [$1]) }
            let withheld = SmallGroups(rows, smallest: smallest).withheld
            let shown = rows.indices.filter { !withheld.contains($0) }
            for place in shown { #expect(sizes[place] == 0 || sizes[place] >= smallest) }
            guard shown.contains(0) else { continue }
            let rest = sizes[0] - shown.dropFirst().reduce(0) { $0 + sizes[$1] }
            #expect(rest == 0 || rest >= smallest, "\(sizes) \(withheld)")
          }
        }
      }
    }
  }

  /// Groups that are all large enough, with nobody beside them, are all shown.
  @Test func nothingIsWithheldWithoutNeed() {
    let rows = zip([nil, "A", "B"], [12, 5, 7]).map { Row(group: $0, patients: [$1]) }
    #expect(SmallGroups(rows, smallest: 5).withheld.isEmpty)
    #expect(SmallGroups([], smallest: 5).withheld.isEmpty)
    #expect(SmallGroups(rows, smallest: 13).withheld == [0, 1, 2])
  }

  /// Of tasks beside their total two at least are withheld, or the total.
  @Test func tasksBesideTheirTotal() {
    func withheld(_ tasks: [Int]) -> Set<Int> {
      let total = Row(group: nil, isTotal: true, patients: [20])
      return SmallGroups(
        [total]
          + tasks.enumerated().map {
            Row(group: nil, series: $0.offset + 1, isOfTask: true, patients: [$0.element])
          }, smallest: 5
      ).withheld
    }
    #expect(withheld([20, 10]) == [])
    #expect(withheld([20, 10, 3]) == [2, 3])
    #expect(withheld([20, 4, 3]) == [2, 3])
    #expect(withheld([3]) == [0, 1])
  }

  /// One week alone would be what is left of the whole range.
  @Test func periodsBesideTheRange() {
    let weeks = [10, 3, 8, 9].enumerated().map {
      Row(group: nil, period: $0.offset, patients: [$0.element])
    }
    #expect(SmallGroups(weeks, smallest: 5).withheld == [1, 2])
  }

  /// Who has a number counts as much as who is there.
  @Test func patientsWithoutANumber() {
    let rows = [Row(group: nil, patients: [20, 20]), Row(group: "A", patients: [10, 2])]
    #expect(SmallGroups(rows, smallest: 5).withheld == [1])
  }
}
