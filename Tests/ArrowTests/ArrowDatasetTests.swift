import AdherenceAnalytics
import Arrow
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

/// Tables of columns give the same records as the files of a folder.
@Suite struct ArrowDatasetTests {
  private static let monitoring = datasets.appending(path: "monitoring").path()

  @Test func cohortInColumnsEqualsCohortInFiles() throws {
    let sent = try SentFolder(ArrowDatasetTests.monitoring)
    let expected = try ReadContents(DatasetFolder(ArrowDatasetTests.monitoring), first: 60)
    #expect(try ReadContents(sent.dataset(), first: 60) == expected)
    let typed = sent.typed
    #expect(typed.tables["outcomes"]?.columns.count { $0.format != "u" } ?? 0 >= 6)
    #expect(try ReadContents(typed.dataset(), first: 60) == expected)
  }
}
