import AdherenceAnalytics
import Arrow
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

/// Tables of columns say what the files of a folder say.
@Suite struct ArrowDatasetTests {
  private static let monitoring = datasets.appending(path: "monitoring").path()

  @Test func aCohortInTextIsThatOfItsFiles() throws {
    let sent = try SentFolder(ArrowDatasetTests.monitoring)
    #expect(try Said(sent.dataset()) == Said(DatasetFolder(ArrowDatasetTests.monitoring)))
  }

  @Test func aCohortInTypedColumnsIsThatOfItsFiles() throws {
    let sent = try SentFolder(ArrowDatasetTests.monitoring).typed
    let formats = sent.tables["outcomes"]?.columns.map(\.format)
    #expect(formats?.filter { $0 != "u" }.count ?? 0 >= 6)
    #expect(try Said(sent.dataset()) == Said(DatasetFolder(ArrowDatasetTests.monitoring)))
  }
}
