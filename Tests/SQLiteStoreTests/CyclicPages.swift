import Foundation
@testable import SQLiteStore
@testable import Storage

/// A table whose pages refer to each other: each page of a level refers to the next one many times.
struct CyclicPages {
  private let path: String
  private var bytes: [UInt8]
  private let root: Int
  private let hasRowids: Bool
  private static let pageSize = 8192
  private static let levels = 15

  init(_ file: StoreFile, _ table: String) throws {
    path = file.path
    let connection = try file.connect(for: .writing)
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    root =
      Int(
        try connection.integer("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'") ?? 0)
    hasRowids = table != "listed_values"
    bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
  }

  func write() throws {
    var maze = bytes
    let first = bytes.count / CyclicPages.pageSize + 1
    let leaf = Array(page(root))
    for level in 0..<CyclicPages.levels { maze += interior(leadingTo: first + level + 1) }
    maze += leaf
    let start = (root - 1) * CyclicPages.pageSize
    maze.replaceSubrange(start..<start + CyclicPages.pageSize, with: interior(leadingTo: first))
    let count = UInt32(maze.count / CyclicPages.pageSize)
    // The number of pages in the header.
    maze.replaceSubrange(28..<32, with: CyclicPages.bigEndian(count))
    try Data(maze).write(to: URL(filePath: path))
  }

  private func page(_ number: Int) -> ArraySlice<UInt8> {
    bytes[(number - 1) * CyclicPages.pageSize..<number * CyclicPages.pageSize]
  }

  /// Returns a page that refers to another one as often as possible.
  private func interior(leadingTo child: Int) -> [UInt8] {
    var page = [UInt8](repeating: 0, count: CyclicPages.pageSize)
    let pointer = CyclicPages.bigEndian(UInt32(child))
    // A child and a rowid of one byte, or a child and the shortest key.
    let cell = pointer + (hasRowids ? [100] : [3, 3, 1, 1, 0, 0])
    let count = 400
    page[0] = hasRowids ? 5 : 2
    let content = CyclicPages.pageSize - count * cell.count
    page.replaceSubrange(3..<5, with: [UInt8(count >> 8), UInt8(count & 255)])
    page.replaceSubrange(5..<7, with: [UInt8(content >> 8), UInt8(content & 255)])
    page.replaceSubrange(8..<12, with: pointer)
    for number in 0..<count {
      let place = content + number * cell.count
      page.replaceSubrange(place..<place + cell.count, with: cell)
      let slot = 12 + number * 2
      page.replaceSubrange(slot..<slot + 2, with: [UInt8(place >> 8), UInt8(place & 255)])
    }
    return page
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
