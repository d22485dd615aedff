import AdherenceAnalytics
import Scheduling
import TestSampling
import TestSupport
import Testing

@testable import AdherenceStatistics

/// Where persistence ends, by gaps without an event.
@Suite struct GapTableTests {
  /// A plan by its intervals in days, and the status of each occurrence.
  struct Example: CustomTestStringConvertible {
    var name: String
    var doses: String
    var every: Int
    var gapDays = 30
    var daysAfterLast: Int
    var isDiscontinued: Bool
    var testDescription: String { name }
  }

  @Test(arguments: [
    Example(
      name: "a survey of every week, silent for eight weeks",
      doses: "xxxx........", every: 7, daysAfterLast: 56, isDiscontinued: true),
    Example(
      name: "five weeks are more than thirty days", doses: "x.....", every: 7,
      daysAfterLast: 35, isDiscontinued: true),
    Example(
      name: "four weeks are not", doses: "x....", every: 7, daysAfterLast: 28,
      isDiscontinued: false),
    Example(
      name: "one missed survey in forty days is no gap", doses: "xx.", every: 40,
      daysAfterLast: 40, isDiscontinued: false),
    Example(
      name: "two are", doses: "xx..", every: 40, daysAfterLast: 80, isDiscontinued: true),
    Example(
      name: "held surveys do not count", doses: "x..hhh..", every: 7, daysAfterLast: 46,
      isDiscontinued: true),
    Example(
      name: "two missed ones may have them between", doses: "x.hhhhh.", every: 7,
      daysAfterLast: 44, isDiscontinued: true),
    Example(
      name: "held ones alone make no gap", doses: "xhhhhhh.", every: 7, daysAfterLast: 43,
      isDiscontinued: false),
    Example(
      name: "thirty tablets", doses: "x" + String(repeating: ".", count: 30), every: 1,
      daysAfterLast: 30, isDiscontinued: true),
    Example(
      name: "twenty-nine", doses: "x" + String(repeating: ".", count: 29), every: 1,
      daysAfterLast: 29, isDiscontinued: false),
    Example(
      name: "a gap of one day is one tablet", doses: "x.", every: 1, gapDays: 1,
      daysAfterLast: 1, isDiscontinued: true),
  ])
  func byHand(_ example: Example) throws {
    var parameters = MeasureParameters()
    parameters.gapDays = example.gapDays
    let world = try DoseWorld(example.doses, every: example.every, parameters)
    let course = try #require(world.measures.phases?.course.value)
    #expect(course.daysAfterLast == example.daysAfterLast)
    #expect(course.isDiscontinued == example.isDiscontinued)
  }

  /// In a daily plan the gap is the number of evaluable days, for all drawn worlds.
  @Test func dailyPlansCountTheDaysThatCanBeJudged() throws {
    var random = Seeded(state: 61)
    for _ in 0..<(isExhaustive ? 300 : 75) {
      let doses = String(
        (0..<Int.random(in: 1...14, using: &random)).map { _ in
          "xx..h".randomElement(using: &random) ?? "x"
        })
      var parameters = MeasureParameters()
      parameters.gapDays = Int.random(in: 1...6, using: &random)
      let after = doses.drop { $0 != "x" }.reversed().prefix { $0 != "x" }.count { $0 == "." }
      let course = try DoseWorld(doses, parameters).measures.phases?.course.value
      #expect(course?.daysAfterLast ?? after == after, "\(doses)")
      #expect(
        course.map { $0.isDiscontinued == (after >= parameters.gapDays) } ?? true, "\(doses)")
    }
  }

  /// Every small plan of any distances against the definition.
  @Test func smallWorldsAgainstTheDefinition() {
    var random = Seeded(state: 62)
    for world in 0..<(isExhaustive ? 2_000 : 500) {
      let all = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        var day = DoseDays.Day()
        if Int.random(in: 0..<(world % 2 == 0 ? 3 : 14), using: &random) == 0 {
          day.expected = Int32.random(in: 0...2, using: &random)
          if day.expected == 0 { day.excused = 1 }
        }
        return day
      }
      let hold = Int.random(in: -3..<60, using: &random)
      let holds = [hold..<hold + Int.random(in: 0..<9, using: &random)]
      var table = GapTable()
      table.take(all, holds: holds)
      for start in [0, all.count / 3] {
        for end in [all.count / 2, all.count] where start <= end {
          let gap = table.gap(in: start..<end)
          #expect(gap.days == (start..<end).count { counts($0, all, holds) })
          #expect(
            gap.due == all[start..<end].reduce(0) { $0 + Int($1.isEvaluable ? $1.expected : 0) })
        }
      }
    }
  }

  /// Whether a day counts, by the words of the definition.
  private func counts(_ offset: Int, _ all: [DoseDays.Day], _ holds: [Range<Int>]) -> Bool {
    if all[offset].isPlanned { return all[offset].isEvaluable }
    if holds.contains(where: { $0.contains(offset) }) { return false }
    let planned = all.indices.filter { all[$0].isPlanned }
    guard let next = planned.firstIndex(where: { $0 > offset }), next > 0 else { return false }
    let distances = zip(planned, planned.dropFirst()).map { $1 - $0 }
    let own = distances[next - 1]
    let others = [next - 2, next].filter(distances.indices.contains).map { distances[$0] }
    let isPause = own > 14 && !others.isEmpty && others.allSatisfy { own > 2 * $0 }
    return !isPause
  }

  /// Tablets of a month, a pause of sixty days, and another month: who comes back a little late has
  /// not stopped.
  @Test func aPlannedPauseIsNotInThePlan() {
    var all = [DoseDays.Day](repeating: DoseDays.Day(), count: 120)
    for day in Array(0..<30) + Array(90..<120) { all[day].expected = 1 }
    var table = GapTable()
    table.take(all, holds: [])
    #expect(table.gap(after: 28, before: 92) == GapTable.Gap(days: 3, due: 3))
    // A free week, as of contraceptives, is of the plan.
    var cycle = [DoseDays.Day](repeating: DoseDays.Day(), count: 49)
    for day in Array(0..<21) + Array(28..<49) { cycle[day].expected = 1 }
    table.take(cycle, holds: [])
    #expect(table.gap(after: 20, before: 28) == GapTable.Gap(days: 7, due: 0))
  }

  /// Whether events after a gap are forgiven it: both rules by name.
  @Test(arguments: RestartRule.allCases)
  func restart(_ rule: RestartRule) throws {
    var parameters = MeasureParameters()
    parameters.restart = rule
    let course = try #require(
      DoseWorld("xx......xx", every: 7, parameters).measures.phases?.course.value)
    #expect(course.isDiscontinued == (rule == .ends))
    #expect(course.persistenceDays == (rule == .ends ? 8 : 64))
    #expect(MeasureParameters().restart == .allowed)
  }

  /// Holidays of plans that are not daily are counted in days on which something was due.
  @Test func holidaysOfOtherPlans() throws {
    let weekly = try DoseWorld("xx...x.xxhx..hx", every: 7).measures.holidays
    #expect(weekly?.holidays.map(\.days) == [3] && weekly?.days == 3 && weekly?.longest == 3)
    #expect(weekly?.holidays.map { $0.last - $0.first } == [14])
    // A hold parts them, and so does an event.
    let parted = try DoseWorld("x..h..x", every: 2).measures.holidays
    #expect(parted?.count == 0)
    let daily = try DoseWorld("x...x..x").measures.holidays
    #expect(daily?.holidays.map(\.days) == [3] && daily?.holidays.map { $0.last - $0.first } == [2])
  }
}
