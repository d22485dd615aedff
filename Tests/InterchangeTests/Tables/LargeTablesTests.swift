import AdherenceAnalytics
import Scheduling
import TestSampling
import Testing

@testable import Interchange

@Suite struct LargeTablesTests {
  /// Returns unordered rows of a few patients, with duplicates, similar ids, several tasks and a
  /// date of 1900.
  private func table(_ random: inout SeededGenerator) -> String {
    var lines = ["id,when,what"]
    for _ in 0..<Int.random(in: 1...80, using: &random) {
      let id = ["ann", "bob", "Bob", "cy", "7", "07"].randomElement(using: &random) ?? ""
      let day = Int.random(in: 10...28, using: &random)
      let year = Int.random(in: 0..<60, using: &random) == 0 ? 1900 : 2025
      let task = Bool.random(using: &random) ? "tablet" : "walk"
      lines.append("\(id),\(year)-03-\(day) 08:0\(day % 10):00,\(task)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func entries(_ files: EventFiles) throws -> [CohortEntry] {
    var entries: [CohortEntry] = []
    var reader = files.makeReader()
    try reader.read(files.patientIDs.indices) { entries.append($0) }
    return entries
  }

  @Test(arguments: [nil, false, true])
  func readsRowsInFileLikeRowsInMemory(_ foldsIDs: Bool?) throws {
    var random = SeededGenerator(state: 42)
    for _ in (0..<200).sampled(6) {
      let input = try EventFilesTests.input(table(&random))
      var columns = EventColumns(patient: "id", time: "when")
      (columns.task, columns.rules.foldsIDs) = ("what", foldsIDs)
      let plan = EventPlan("every day at 08:00")
      let whole = try EventFiles([input], columns, plan)
      let expected = try entries(whole)
      for capacity in [1, 2, 7, 30].sampled(2) {
        let files = try EventFiles([input], columns, plan, capacity: capacity)
        let found = try entries(files)
        #expect(files.assumptions == whole.assumptions && files.problems == whole.problems)
        #expect(files.firstDay == whole.firstDay && files.patientIDs == whole.patientIDs)
        #expect(found.map(\.record) == expected.map(\.record))
        #expect(found.map(\.problems) == expected.map(\.problems))
        #expect(found.map(\.counts) == expected.map(\.counts))
      }
    }
  }

  /// Counting runs of equal cells gives the same result as counting each cell.
  @Test(arguments: [3, 399, 400, 401, 2_000])
  func cellsAreCountedOnce(_ variety: Int) {
    var random = SeededGenerator(state: UInt64(variety))
    let texts: [String?] =
      [nil, "0", "x", "3.5", "1.000", "2,5 mg", "2025-03-03 08:00"] + (0..<variety).map { "\($0)" }
    for _ in (0..<20).sampled(1) {
      let cells = (0..<3_000).map { _ in texts.randomElement(using: &random) ?? nil }
      let profile = ColumnProfile(name: "x", cells)
      let single = cells.map { ColumnProfile(name: "x", [$0]) }
      func sum(_ count: (ColumnProfile) -> Int) -> Int { single.map(count).reduce(0, +) }
      let kinds = Set(cells.compactMap(\.self))
      let counts: [KeyPath<ColumnProfile, Int>] = [
        \.present, \.absent, \.numbers.count, \.numbers.withUnit, \.numbers.zero,
        \.numbers.eitherPoints, \.numbers.decimalPoints, \.moments.count, \.moments.withTime,
        \.moments.local,
      ]
      for count in counts {
        #expect(profile[keyPath: count] == sum { $0[keyPath: count] }, "\(count)")
      }
      #expect(profile.hasMoreDistinct == (kinds.count > ColumnProfile.distinctLimit))
      if !profile.hasMoreDistinct { #expect(Set(profile.distinct.keys) == kinds) }
      #expect(profile.isUnique == (kinds.count == profile.present && kinds.count > 3))
      #expect(profile.example == cells.lazy.compactMap(\.self).first)
    }
  }
}
