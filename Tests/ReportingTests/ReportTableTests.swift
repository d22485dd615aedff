import Foundation
import Reporting
import TestSupport
import Testing

/// The documentation of columns equals the descriptions of the columns in code.
@Suite struct ReportTableTests {
  private func text(_ path: String) throws -> String {
    let file = datasets.deletingLastPathComponent().appending(path: path)
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test func theArticleHasEveryTable() throws {
    let article = try text("Sources/Reporting/Reporting.docc/Columns.md")
    let lists = ReportTable.allCases.map(\.markdown).joined(separator: "\n")
    #expect(
      article.hasSuffix("\n\n" + lists),
      "put what `regimen columns` prints in the place of all from the first `## ` on")
  }
}
