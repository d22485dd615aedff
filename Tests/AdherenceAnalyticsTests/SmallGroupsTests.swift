import TestSupport
import Testing

@testable import AdherenceAnalytics

@Suite struct SmallGroupsTests {
  private typealias Row = SmallGroups.Row

  /// All cohorts of up to three groups of up to six patients each, with some in no group.
  @Test(arguments: 2...5) func noDifferenceIsBelowTheMinimum(_ smallest: Int) {
    for a in 0...6 {
      for b in 0...6 {
        for c in 0...6 {
          for none in 0...3 {
            let sizes = [a + b + c + none, a, b, c]
            let rows = zip([nil, "A", "B", "C"], sizes).map { Row(group: $0, patients: [$1]) }
            let withheld = SmallGroups(rows, smallest: smallest).withheld
            let shown = rows.indices.filter { !withheld.contains($0) }
            for position in shown { #expect(sizes[position] == 0 || sizes[position] >= smallest) }
            guard shown.contains(0) else { continue }
            let rest = sizes[0] - shown.dropFirst().reduce(0) { $0 + sizes[$1] }
            #expect(rest == 0 || rest >= smallest, "\(sizes) \(withheld)")
          }
        }
      }
    }
  }

  /// Groups that are all large enough are all published if no patient is outside of them.
  @Test func withholdsNothingUnnecessarily() {
    let rows = zip([nil, "A", "B"], [12, 5, 7]).map { Row(group: $0, patients: [$1]) }
    #expect(SmallGroups(rows, smallest: 5).withheld.isEmpty)
    #expect(SmallGroups([], smallest: 5).withheld.isEmpty)
    #expect(SmallGroups(rows, smallest: 13).withheld == [0, 1, 2])
  }

  /// Beside a total two tasks are withheld, one of them large enough, or else the total.
  @Test func tasksBesideTheirTotal() {
    func withheld(_ tasks: [Int]) -> Set<Int> {
      let total = Row(group: nil, role: .total, patients: [20])
      return SmallGroups(
        [total]
          + tasks.enumerated().map {
            Row(group: nil, series: $0.offset + 1, role: .task, patients: [$0.element])
          }, smallest: 5
      ).withheld
    }
    #expect(withheld([20, 10]) == [])
    #expect(withheld([20, 10, 3]) == [2, 3])
    #expect(withheld([20, 4, 3]) == [1, 2, 3])
    #expect(withheld([3]) == [0, 1])
  }

  /// Tasks that are not all in the total are withheld with it.
  @Test func tasksBesideAnotherTotal() {
    let rows = [
      Row(group: nil, role: .total, patients: [20]),
      Row(group: nil, series: 1, role: .task, patients: [20]),
      Row(group: nil, series: 2, role: .task, patients: [3]),
    ]
    #expect(SmallGroups(rows, smallest: 5, totalHasAllTasks: false).withheld == [0, 2])
  }

  /// A single withheld week would follow from the whole range.
  @Test func periodsBesideTheRange() {
    let weeks = [10, 3, 8, 9].enumerated().map {
      Row(group: nil, period: .init($0.offset), patients: [$0.element])
    }
    let whole = Row(group: nil, patients: [10])
    #expect(SmallGroups(weeks + [whole], smallest: 5).withheld == [1, 2])
    #expect(SmallGroups(weeks, smallest: 5).withheld == [1])
  }

  /// Groups that share patients do not add up.
  @Test func groupsThatOverlap() {
    let rows = zip([nil, "A", "B", "C"], [20, 15, 15, 3]).map { Row(group: $0, patients: [$1]) }
    #expect(SmallGroups(rows, smallest: 5, areApart: false).withheld == [3])
  }

  /// Patients with a value count like patients who are present.
  @Test func patientsWithoutANumber() {
    let rows = [Row(group: nil, patients: [20, 20]), Row(group: "A", patients: [10, 2])]
    #expect(SmallGroups(rows, smallest: 5).withheld == [1])
  }
}
