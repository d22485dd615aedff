import Foundation
import Testing

/// `regimen due`: work lists of many patients.
@Suite struct DueCommandTests {
  private static let question = ["--at", "2025-03-10T13:00:00Z", "--within", "2h"]

  private func rows(_ arguments: [String]) throws -> [[Substring]] {
    let result = try Tool.run(["due"] + arguments)
    #expect(result.status == 0, "\(result.errors)")
    return result.lines.dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
  }

  @Test func aFolderAStoreAndAnyNumberOfThreadsGiveTheSameList() throws {
    let scratch = try Scratch()
    let store = scratch["due.sqlite"]
    #expect(try Tool.run("import", "Datasets/monitoring", store).status == 0)
    let list = try Tool.run(
      ["due", "Datasets/monitoring", "--jobs", "1"] + DueCommandTests.question)
    #expect(list.lines.count > 100)
    for arguments in [["Datasets/monitoring", "--jobs", "3"], [store]] {
      #expect(try Tool.run(["due"] + arguments + DueCommandTests.question).output == list.output)
    }
    let file = scratch["list.csv"]
    let saved = try Tool.run(["due", store, "--out", file] + DueCommandTests.question)
    #expect(saved.status == 0 && saved.output.isEmpty)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == list.output)
  }

  @Test func quotasUsesAndWhatComesNext() throws {
    let rows = try rows(["Tests/ChartChecks/plans", "--at", "2025-03-10T12:00:00Z"])
    let states = rows.map { "\($0[0]) \($0[2]) \($0[4])" }
    #expect(
      states == [
        "flexible yoga quota", "flexible relief asNeeded", "flexible weigh next",
        "never tablet open", "never tablet next", "rtl bp open", "rtl bp next", "rtl pill next",
      ])
    #expect(rows[0][16...18] == ["3", "0", "3"])
    #expect(rows[1][19...20] == ["2025-03-09T15:28:00Z", "2025-03-10T12:00:00Z"])
  }

  @Test func rowsAreChosen() throws {
    let next = try rows(
      ["Datasets/monitoring", "--state", "next", "--only-task", "survey"] + DueCommandTests.question
    )
    #expect(!next.isEmpty && next.allSatisfy { $0[2] == "survey" && $0[4] == "next" })
    let one = try rows(["Datasets/monitoring", "--only", "P004"] + DueCommandTests.question)
    #expect(!one.isEmpty && one.allSatisfy { $0[0] == "P004" })
  }

  @Test(arguments: [
    (["--only-task", "tabelt"], "tabelt"), (["--only", "nobody"], "nobody"),
    (["--within", "soon"], "soon"),
    (["--state", "late"], "late"), (["--at", "noon"], "noon"),
  ]) func unknownSelectionsAreRejected(_ arguments: [String], _ named: String) throws {
    let result = try Tool.run(
      ["due", "Datasets/monitoring"] + DueCommandTests.question + arguments)
    #expect(result.status == 2 && result.errors.contains(named), "\(result.errors)")
  }

  /// A patient whose outcomes were all rejected is not listed as having missed everything.
  @Test func aPatientWithRejectedDataHasNothingDue() throws {
    let scratch = try Scratch()
    let folder = scratch["folder"]
    #expect(try Tool.run("init", folder).status == 0)
    let path = "\(folder)/outcomes.csv"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let first = try #require(text.split(separator: "\n").first { !$0.hasPrefix("#") })
    let columns = first.split(separator: ",").count
    let patients = try String(contentsOfFile: "\(folder)/patients.csv", encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst().map {
        $0.split(separator: ",")[0]
      }
    let broken = patients.map { id in
      "\(id)" + String(repeating: ",x", count: columns - 1)
    }
    try ([String(first)] + broken).joined(separator: "\n").write(
      toFile: path, atomically: true, encoding: .utf8)
    let result = try Tool.run("due", folder, "--at", "2025-01-08T12:00:00Z")
    #expect(result.status == 1 && result.lines.count == 1, "\(result.output)")
    #expect(result.errors.contains("rejected"))
  }
}
