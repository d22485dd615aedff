import AdherenceAnalytics
import Foundation
import Interchange
import PlainWords
import Scheduling
import TestSupport
import Testing

/// A study with a burst of seven days every 13 weeks after enrolment, counted by an independent program.
@Suite struct BurstStudyTests {
  private static let study = datasets.appending(path: "bursts").path()

  /// The counts of one patient up to a moment.
  private struct Row: Hashable {
    var from, to, asOf, patient: String
    var due, done, missed, onHold: Int
    var ratioMissing: String
  }

  private static func rows() throws -> [Row] {
    let file = datasets.appending(path: "golden/bursts/counts.csv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map {
      let cells = $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let numbers = try cells[4..<8].map { try #require(Int($0)) }
      return Row(
        from: cells[0], to: cells[1], asOf: cells[2], patient: cells[3], due: numbers[0],
        done: numbers[1], missed: numbers[2], onHold: numbers[3], ratioMissing: cells[8])
    }
  }

  private func row(_ record: CareRecord, like golden: Row) throws -> Row {
    var query = AdherenceQuery(try days(golden.from, golden.to), by: .all)
    query.asOf = try at(golden.asOf)
    let total = record.adherence(query).total
    let (counts, reason) = (total.periods[0], total.ratioMissing(at: 0))
    var row = golden
    (row.due, row.done, row.missed) = (counts.due, counts.done, counts.missed)
    (row.onHold, row.ratioMissing) = (counts.onHold, reason == .eventMissing ? "eventMissing" : "")
    return row
  }

  @Test func countsAreThoseOfAnIndependentProgram() throws {
    let dataset = try Dataset(folder: BurstStudyTests.study)
    #expect(dataset.problems.isEmpty && dataset.records.count == 40)
    let golden = try BurstStudyTests.rows()
    #expect(golden.count == 80)
    for row in golden {
      let record = try #require(dataset.records.first { $0.patient.id == row.patient })
      #expect(try self.row(record, like: row) == row)
    }
  }

  /// The schedule in words is that of the study.
  @Test func theScheduleCanBeSaidInWords() throws {
    let dataset = try Dataset(folder: BurstStudyTests.study)
    var element = try #require(dataset.records.first?.tasks.first?.schedule.elements.first)
    let words =
      "7 days on, 84 days off, at 09:00, 14:00 and 20:00 from 1 day after the first enrolment until withdrawal"
    var said = try #require(try Schedule(plan: words).elements.first)
    (element.window, said.id) = (nil, element.id)
    #expect(said == element)
  }
}
