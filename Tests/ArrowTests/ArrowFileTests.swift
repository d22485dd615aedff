import Foundation
import TestSupport
import Testing

@testable import Arrow

/// A file written by another program, with its expected cells in a text file.
struct GoldenFile: CustomTestStringConvertible {
  let url: URL

  private static let folder = datasets.appending(path: "golden/arrow")

  /// All files, ordered by name.
  static let all: [GoldenFile] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasSuffix(".csv") }.sorted().map {
      GoldenFile(url: folder.appending(path: $0))
    }
  }()

  var testDescription: String { url.lastPathComponent }
  var size: Int { (try? bytes().count) ?? 0 }

  func bytes() throws -> [UInt8] { try Array(Data(contentsOf: url)) }

  /// Returns the expected lines: formats and names, and the cells of each row.
  func expected() throws -> [String] {
    let kind = url.lastPathComponent.split(separator: "-")[1].split(separator: ".")[0]
    let table = GoldenFile.folder.appending(path: "\(kind).csv")
    return try String(contentsOf: table, encoding: .utf8).split(separator: "\n").map(String.init)
  }
}

/// Files of pyarrow and polars.
@Suite struct ArrowFileTests {
  @Test func thereAreFiles() { #expect(GoldenFile.all.count >= 12) }

  @Test(arguments: GoldenFile.all) func readsFilesOfOtherWriters(file: GoldenFile) throws {
    let read = try WalkedStream { try ArrowFile("file", path: file.url.path).export(to: $0) }
    #expect(try [ArrowFileTests.line(read.columns.map(\.name))] + lines(read) == file.expected())
  }

  private func lines(_ read: WalkedStream) -> [String] { read.rows.map(ArrowFileTests.line) }

  /// Returns a row of CSV: texts are quoted, and an empty field is a null.
  private static func line(_ cells: [String?]) -> String {
    cells.map { cell in
      cell.map { "\"\($0.replacing("\"", with: "\"\""))\"" } ?? ""
    }.joined(separator: ",")
  }

  @Test func mayBeReadRepeatedly() throws {
    let file = try #require(GoldenFile.all.first)
    let arrow = try ArrowFile("file", path: file.url.path)
    let first = try WalkedStream { arrow.export(to: $0) }
    #expect(try WalkedStream { arrow.export(to: $0) }.rows == first.rows)
  }
}
