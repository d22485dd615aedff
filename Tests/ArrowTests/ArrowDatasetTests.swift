import AdherenceAnalytics
import Arrow
import Foundation
import Interchange
import Scheduling
import TestSampling
import TestSupport
import Testing

/// Tables of columns give the same records as the files of a folder.
@Suite struct ArrowDatasetTests {
  /// Returns the files of the cohort, in a sample run those of the patients P000 to P019.
  private static func files() throws -> [String: String] {
    let names = ["patients.csv", "outcomes.csv", "holds.csv", "tasks.ndjson"]
    return Dictionary(
      uniqueKeysWithValues: try names.map { name in
        let url = datasets.appending(path: "monitoring/\(name)")
        let text = try String(contentsOf: url, encoding: .utf8)
        if isExhaustive { return (name, text) }
        let starts = ["id,", "patient,", "P00", "P01", #"{"patient": "P00"#, #"{"patient": "P01"#]
        let lines = text.split(separator: "\n").filter { line in
          starts.contains { line.hasPrefix($0) }
        }
        return (name, lines.joined(separator: "\n") + "\n")
      })
  }

  @Test func cohortInColumnsEqualsCohortInFiles() throws {
    let folder = try TemporaryFolder(ArrowDatasetTests.files())
    let count = isExhaustive ? 60 : 15
    let sent = try SentFolder(folder.path)
    let expected = try ReadContents(DatasetFolder(folder.path), first: count)
    #expect(expected.records.count == count)
    #expect(try ReadContents(sent.dataset(), first: count) == expected)
    let typed = sent.typed
    #expect(typed.tables["outcomes"]?.columns.count { $0.format != "u" } ?? 0 >= 6)
    #expect(try ReadContents(typed.dataset(), first: count) == expected)
  }
}
