import AdherenceAnalytics
import AdherenceStatistics
import Diagnostics
import Foundation
import Scheduling
import Testing

@Suite struct ParameterGridTests {
  @Test("Combinations vary the last parameter fastest and keep parameters outside the grid")
  func combinations() throws {
    var base = MeasureParameters()
    base.holidayDays = 5
    let grid = try ParameterGrid(["gap-days=30,60", "threshold=0.8,0.9"])
    let all = grid.combinations(of: base)
    #expect(all.map(\.gapDays) == [30, 30, 60, 60])
    #expect(
      all.map(\.threshold) == [
        Share(4, of: 5), Share(9, of: 10), Share(4, of: 5), Share(9, of: 10),
      ])
    #expect(all.allSatisfy { $0.holidayDays == 5 })
  }

  @Test(
    "Each parameter changes the measures' parameters",
    arguments: [
      ("threshold=0.5", \MeasureParameters.threshold.part, 1),
      ("near-planned-minutes=30", \.nearPlannedSeconds, 1800), ("gap-days=7", \.gapDays, 7),
      ("grace-days=4", \.graceDays, 4), ("holiday-days=2", \.holidayDays, 2),
    ] as [(String, any KeyPath<MeasureParameters, Int> & Sendable, Int)])
  func parameters(
    _ text: String, _ path: any KeyPath<MeasureParameters, Int> & Sendable, _ value: Int
  ) throws {
    let all = try ParameterGrid([text]).combinations(of: MeasureParameters())
    #expect(all.map { $0[keyPath: path] } == [value])
  }

  @Test("Restart rules and tolerances are read")
  func otherParameters() throws {
    let grid = try ParameterGrid(["restart=ends", "interval-tolerance=0.1"])
    let only = try #require(grid.combinations(of: MeasureParameters()).first)
    #expect(only.restart == .ends && only.intervalTolerance == 0.1)
  }

  private static let names =
    "threshold, near-planned-minutes, interval-tolerance, gap-days, grace-days, restart, holiday-days"

  @Test(
    "What is no grid is one error that names the value",
    arguments: [
      (["gap=30"], "'grid' cannot be 'gap' (use \(names))"),
      (["clusters=3"], "'grid' cannot be 'clusters' (use \(names))"),
      (
        ["gap-days"],
        "'grid' must be a parameter and its values, as gap-days=30,60,90, not 'gap-days'"
      ),
      (["gap-days="], "'grid' must be a whole number, not 'gap-days='"),
      (["gap-days=30,"], "'grid' must be a whole number, not 'gap-days='"),
      (["gap-days=30.5"], "'grid' must be a whole number, not 'gap-days=30.5'"),
      (["gap-days=0"], "'grid' must be 1 to 36525, not 'gap-days=0'"),
      (["threshold=1.2"], "'grid' must be a share from 0 to 1, not 'threshold=1.2'"),
      (
        ["interval-tolerance=nan"],
        "'grid' must be a number from 0 to 1, not 'interval-tolerance=nan'"
      ),
      (
        ["near-planned-minutes=9223372036854775807"],
        "'grid' must be a whole number, not 'near-planned-minutes=9223372036854775807'"
      ),
      (["restart=never"], "'grid' must be allowed or ends, not 'restart=never'"),
      (
        ["gap-days=30,30"],
        "'grid' names a grid value a second time: 'gap-days=30' (keep one of them)"
      ),
      (
        ["threshold=0.8,80%"],
        "'grid' names a grid value a second time: 'threshold=80%' (keep one of them)"
      ),
      (
        ["gap-days=30", "gap-days=60"],
        "'grid' names a grid parameter a second time: 'gap-days' (keep one of them)"
      ),
    ])
  func errors(_ texts: [String], _ message: String) {
    let error = #expect(throws: InputError.self) { try ParameterGrid(texts) }
    #expect(error?.description == message)
  }

  @Test("64 combinations are the most")
  func limit() throws {
    func values(_ count: Int) -> String { (1...count).map(String.init).joined(separator: ",") }
    #expect(throws: Never.self) {
      try ParameterGrid(["gap-days=\(values(8))", "holiday-days=\(values(8))"])
    }
    let error = #expect(throws: InputError.self) {
      try ParameterGrid(["gap-days=\(values(13))", "holiday-days=\(values(5))"])
    }
    #expect(error?.description.contains("at most 64 combinations") == true)
  }

  @Test("A grid is the same after it was written and read, and a wrong one is refused")
  func coding() throws {
    let grid = try ParameterGrid(["gap-days=30,60", "restart=ends,allowed"])
    let data = try JSONEncoder().encode(grid)
    #expect(try JSONDecoder().decode(ParameterGrid.self, from: data) == grid)
    #expect(throws: InputError.self) {
      try JSONDecoder().decode(ParameterGrid.self, from: Data(#"["gap-days=0"]"#.utf8))
    }
  }
}
