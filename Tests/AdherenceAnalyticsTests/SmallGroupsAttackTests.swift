import TestSupport
import Testing

@testable import AdherenceAnalytics

/// Solves the equations of all published rows for the withheld ones.
@Suite struct SmallGroupsAttackTests {
  /// Patients with tasks in periods, and the rows that aggregate them.
  private struct Cohort {
    static let (groups, tasks, periods) = (3, 3, 4)
    var rows: [SmallGroups.Row] = []
    /// For each row, the sums of group, task and period that it contains.
    var terms: [[Int: Int]] = []

    init(seed: UInt64) {
      var random = Seeded(state: seed)
      // Group 0 means no group, and has no rows of its own.
      var members = [Set<Int>](repeating: [], count: (Self.groups + 1) * Self.tasks * Self.periods)
      for patient in 0..<Int.random(in: 12...45, using: &random) {
        let group = Int.random(in: 0...Self.groups, using: &random)
        let share = Double.random(in: 0.1...0.9, using: &random)
        let isShown = Bool.random(using: &random) || group > 0
        for cell in 0..<Self.tasks * Self.periods
        where isShown && Double.random(in: 0..<1, using: &random) < share {
          members[group * Self.tasks * Self.periods + cell].insert(patient)
        }
      }
      for group in 0...Self.groups {
        for task in 0...Self.tasks {
          for period in 0...Self.periods { add(group, task, period, members) }
        }
      }
    }

    /// Adds the row of a group (0 for all), task and period.
    private mutating func add(_ group: Int, _ task: Int, _ period: Int, _ members: [Set<Int>]) {
      var (terms, patients) = ([Int: Int](), Set<Int>())
      for own in group == 0 ? Array(0...Self.groups) : [group] {
        for part in task == 0 ? Array(1...Self.tasks) : [task] {
          for position in period == 0 ? Array(1...Self.periods) : [period] {
            let cell = (own * Self.tasks + part - 1) * Self.periods + position - 1
            terms[cell] = 1
            patients.formUnion(members[cell])
          }
        }
      }
      rows.append(
        SmallGroups.Row(
          group: group == 0 ? nil : "\(group)", series: task, role: task == 0 ? .total : .task,
          period: period == 0 ? nil : .init(period), patients: [patients.count]))
      self.terms.append(terms.filter { !members[$0.key].isEmpty })
    }
  }

  @Test("No sum of few patients follows from the shown rows", arguments: [2, 3, 5, 8])
  func sums(_ smallest: Int) {
    var (shown, all) = (0, 0)
    for seed in 0..<60 {
      let cohort = Cohort(seed: UInt64(seed))
      let found = SmallGroups(cohort.rows, smallest: smallest)
      var equations = LinearEquations(
        unknowns: (Cohort.groups + 1) * Cohort.tasks * Cohort.periods)
      for row in cohort.rows.indices where !found.withheld.contains(row) {
        equations.know(cohort.terms[row])
        #expect(!found.isSmall(cohort.rows[row]), "\(seed): \(cohort.rows[row])")
        (shown, all) = (shown + 1, all + 1)
      }
      for row in found.withheld {
        all += 1
        guard found.isSmall(cohort.rows[row]) else { continue }
        #expect(!equations.determine(cohort.terms[row]), "\(seed): \(cohort.rows[row])")
      }
    }
    #expect(shown > all / 20, "\(shown) of \(all)")
  }

  @Test("The attack finds what is withheld alone", arguments: 0..<20)
  func primaryAlone(_ seed: UInt64) {
    let cohort = Cohort(seed: seed)
    let found = SmallGroups(cohort.rows, smallest: 3)
    var equations = LinearEquations(unknowns: (Cohort.groups + 1) * Cohort.tasks * Cohort.periods)
    for row in cohort.rows.indices where !found.primary.contains(row) {
      equations.know(cohort.terms[row])
    }
    let isFound = found.primary.contains { equations.determine(cohort.terms[$0]) }
    #expect(isFound || found.primary == found.withheld)
  }

  @Test("Counts are withheld until none follows from the others", arguments: [2, 5])
  func counts(_ smallest: Int) {
    var random = Seeded(state: 7)
    for _ in 0..<300 {
      let values = (0..<4).map { _ in Int.random(in: 0...12, using: &random) }
      let ungrouped = [0, 0, 3, 9].randomElement(using: &random) ?? 0
      let sizes = values.map { $0 + Int.random(in: 0...9, using: &random) }
      let parts =
        [(nil, values.reduce(ungrouped, +), sizes.reduce(ungrouped + 6, +))]
        + values.indices.map { ("\($0)", values[$0], sizes[$0]) }
      let found = SmallCounts(
        parts.map { part in
          SmallCounts.Part(group: part.0, counts: [.init("n", part.1, of: [part.2])])
        }, smallest: smallest)
      var equations = LinearEquations(unknowns: 5)
      for (position, part) in parts.enumerated() where found.withheld[position].isEmpty {
        let all = (0..<5).filter { $0 < 4 || ungrouped > 0 }.map { ($0, 1) }
        equations.know(position == 0 ? Dictionary(uniqueKeysWithValues: all) : [position - 1: 1])
        #expect(part.1 == 0 || part.1 >= smallest)
        #expect(part.1 == part.2 || part.2 - part.1 >= smallest)
      }
      // A count of zero may be published.
      for position in 1...4 where !found.withheld[position].isEmpty && parts[position].1 > 0 {
        #expect(!equations.determine([position - 1: 1]), "\(parts)")
      }
    }
  }
}
