import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import TestSupport
import Testing

@testable import Interchange

/// Reversals, duplicates and claims without dispensing.
@Suite struct ClaimReversalTests {
  private func read(
    _ rows: [String], header: String = "member,filled,supply,q,atc,state",
    _ change: (inout ClaimColumns) -> Void = { _ in }
  ) throws -> RefillDataset {
    let text = ([header] + rows).joined(separator: "\n") + "\n"
    let folder = try Folder(["claims.csv": Data(text.utf8)])
    var columns = ClaimColumns(patient: "member", date: "filled")
    (columns.days, columns.quantity, columns.drugClass) = ("supply", "q", "atc")
    columns.type = "state"
    change(&columns)
    return try RefillDataset(table: folder.path + "/claims.csv", columns)
  }

  private func fills(_ rows: [String], _ change: (inout ClaimColumns) -> Void = { _ in }) throws
    -> [String]
  {
    try read(rows, change).record(at: 0).fills.map { "\($0.date) \(Int($0.days))" }
  }

  /// Each list has the rows of one patient and the remaining fills.
  @Test(arguments: [
    (["2024-01-01,30,30,a,paid", "2024-01-05,-30,-30,a,paid"], []),
    (["2024-01-01,30,30,a,paid", "2024-01-01,30,30,a,Reversed"], []),
    (["2024-01-01,30,30,a,paid", "2024-01-05,30,-30,a,R"], []),
    (
      ["2024-01-01,30,30,a,P", "2024-02-01,30,30,a,P", "2024-02-03,30,30,a,X"],
      ["2024-01-01 30"]
    ),
    // A fill with another class, days or quantity does not match.
    (
      ["2024-01-01,30,30,a,P", "2024-01-02,30,30,b,P", "2024-01-03,30,30,a,void"],
      ["2024-01-02 30"]
    ),
    (
      ["2024-01-01,90,90,a,P", "2024-01-02,30,60,a,P", "2024-01-03,90,90,a,storniert"],
      ["2024-01-02 30"]
    ),
    (["2024-01-01,30,30,a,Return-to-stock", "2024-01-01,30,30,a,P"], []),
    (["2024-01-01,30,30,a,P", "2024-01-01,30,30,a,denied"], ["2024-01-01 30"]),
    // Billed, reversed and billed again.
    (
      ["2024-01-01,30,30,a,P", "2024-01-01,-30,-30,a,P", "2024-01-01,30,30,a,P"],
      ["2024-01-01 30"]
    ),
    // A duplicate reversal cancels one fill, unless the fill is duplicated as well.
    (
      [
        "2024-01-01,30,30,a,P", "2024-02-01,30,30,a,P", "2024-02-02,-30,-30,a,P",
        "2024-02-02,-30,-30,a,P",
      ], ["2024-01-01 30"]
    ),
    (
      [
        "2024-01-01,30,30,a,P", "2024-02-01,30,30,a,P", "2024-02-01,30,30,a,P",
        "2024-02-02,-30,-30,a,P", "2024-02-02,-30,-30,a,P",
      ], ["2024-01-01 30"]
    ),
  ])
  func reversalsCancelFills(_ rows: [String], _ left: [String]) throws {
    #expect(try fills(rows.map { "m1,\($0)" }) == left)
  }

  @Test(arguments: [
    ("m1,2024-01-05,-30,-30,a,P", "'supply'", "'-30'"),
    ("m1,2024-02-05,-60,-60,a,P", "'supply'", "'-60'"),
    ("m1,2024-02-05,30,-30,b,P", "'q'", "'-30'"),
    ("m2,2024-02-05,30,30,a,reversed", "'state'", "'reversed'"),
  ])
  func rejectsReversalWithoutFill(_ row: String, _ column: String, _ text: String) throws {
    let dataset = try read(["m1,2024-01-10,30,30,a,P", row])
    let problem = try #require(dataset.problems.first?.description)
    #expect(dataset.problems.count == 1)
    #expect(problem.contains("claims.csv:3: \(column) reverses no fill of the patient"))
    #expect(problem.hasSuffix(": \(text)"))
    #expect(dataset.counts.fills == ReadCount(read: 2, rejected: 1))
    #expect(dataset.record(at: 0).fills.count == 1)
  }

  @Test func dropsDuplicatesWithWarning() throws {
    let rows = [
      "m1,2024-01-01,30,30,a,P", "m1,2024-01-01,30,30,a,P", "m1,2024-01-01,30,31,a,P",
      "m1,2024-01-01,30,30,a,P",
    ]
    let told = try read(rows)
    #expect(told.record(at: 0).fills.count == 2)
    #expect(told.counts.claims.duplicates == 2)
    #expect(told.problems.map(\.line) == [3, 5])
    #expect(
      told.problems.allSatisfy { $0.description.contains("repeats an earlier row in every field") })
    let confirmed = try read(rows) { $0.duplicates = .drop }
    #expect(confirmed.problems.isEmpty && confirmed.counts.claims.duplicates == 2)
    let kept = try read(rows) { $0.duplicates = .keep }
    #expect(kept.problems.isEmpty && kept.record(at: 0).fills.count == 4)
  }

  /// Rows that differ in an unused column are not duplicates, but may be repeated claims.
  @Test func rowsWithAnyDifferenceAreNotDuplicates() throws {
    let rows = ["m1,2024-01-01,30,30,a,P,1", "m1,2024-01-01,30,30,a,P,2"]
    let dataset = try read(rows, header: "member,filled,supply,q,atc,state,claim")
    #expect(dataset.record(at: 0).fills.count == 2)
    #expect(dataset.problems.map(\.problem.kind) == ["fillsAlike"])
  }

  @Test func asksAboutUnknownWords() throws {
    let rows = ["m1,2024-01-01,30,30,a,P", "m1,2024-02-01,30,30,a,R", "m1,2024-03-01,30,30,a,tbd"]
    let error = try #require(throws: InputError.self) { try read(rows) }
    #expect(error.field == "state")
    #expect(error.description.contains("has unknown words: 'R', 'tbd'"))
    #expect(error.description.contains("--status-words 'R=fill'"))
    #expect(try fills(rows) { $0.statusWords = ["r": .reversal, "TBD": .ignore] } == [])
    #expect(
      try fills(rows) { $0.statusWords = ["r": .ignore, "tbd": .fill] }
        == ["2024-01-01 30", "2024-03-01 30"])
  }

  /// Single letters are codes only in a column named like a status.
  @Test func lettersAreStatusCodes() {
    #expect(ClaimWords(column: "claim_status").status("x") == .reversal)
    #expect(ClaimWords(column: "Trx Type").status("P") == .fill)
    #expect(ClaimWords(column: "drug").status("P") == nil)
    #expect(ClaimWords(column: "claim_status").status("R") == nil)
  }

  @Test func rejectsEmptyStatus() throws {
    let rows = ["m1,2024-01-01,30,30,a,P", "m1,2024-02-01,30,30,a,"]
    let dataset = try read(rows)
    #expect(dataset.counts.fills.rejected == 1)
    #expect(
      dataset.problems.first?.description.hasSuffix("'state' is missing (it is required)") == true)
    #expect(try fills(rows) { $0.statusWords = ["": .fill] }.count == 2)
  }

  /// A placeholder or mistyped year affects no observation period.
  @Test func rejectsOutlyingDates() throws {
    let rows = (1...9).map { "m1,2024-0\($0)-01,30,30,a,P" }
    let dataset = try read(rows + ["m1,2204-01-01,30,30,a,P", "m2,1900-01-01,30,30,a,P"])
    #expect(dataset.problems.map(\.line) == [11, 12])
    #expect(
      dataset.problems.allSatisfy {
        $0.field == "filled" && $0.description.contains("is years away")
      })
    #expect(dataset.counts.fills == ReadCount(read: 11, rejected: 2))
    #expect(dataset.lastDay == CivilDate("2024-09-01"))
  }

  /// A patient whose claims were all reversed or rejected remains in the cohort.
  @Test func keepsPatientsWithoutFill() throws {
    let rows = [
      "m1,2024-01-01,30,30,a,P", "m1,2024-01-02,-30,-30,a,P", "m2,2024-01-01,30,30,a,denied",
      "m3,2024-01-01,x,30,a,P",
    ]
    let dataset = try read(rows)
    #expect(dataset.patientIDs == ["m1", "m2", "m3"])
    #expect(dataset.lostPatients == 1)
  }
}
