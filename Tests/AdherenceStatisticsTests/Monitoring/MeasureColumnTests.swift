import AdherenceStatistics
import Foundation
import TestSupport
import Testing

/// The article that defines every measure names every column.
@Suite struct MeasureColumnTests {
  private static let text = Result {
    let sources = datasets.deletingLastPathComponent().appending(path: "Sources")
    return try String(
      contentsOf: sources.appending(
        path: "AdherenceStatistics/AdherenceStatistics.docc/Measures.md"), encoding: .utf8)
  }

  @Test(arguments: MeasureColumn.all.map(\.name))
  func namesTheColumn(_ name: String) throws {
    #expect(try Self.text.get().contains("`\(name)`"))
  }

  @Test(arguments: RefillMeasure.allCases.map(\.rawValue))
  func namesTheMeasureOfRefills(_ name: String) throws {
    #expect(try Self.text.get().contains("`\(name)`"))
  }

  @Test func noColumnIsThereTwice() {
    let names = MeasureColumn.all.map(\.name)
    #expect(Set(names).count == names.count)
  }
}
