@testable import Arrow
import CArrow
import Foundation
@testable import Interchange
@testable import Scheduling

/// Untrusted Arrow files and streams, and arrays of a valid or invalid producer.
///
/// A file gives the data that any receiver of its stream would see. Detectable violations of the
/// interface are errors; otherwise each cell is the exported one.
enum ArrowTarget: FuzzTarget {
  static let name = "arrow"

  static func run(_ input: [UInt8]) throws {
    // Files start with their magic bytes, streams with a length or FF FF FF FF.
    if input.first == UInt8(ascii: "p") { return try produced(input) }
    let folder = try ScratchFolder(["a.arrow": input])
    defer { withExtendedLifetime(folder) {} }
    let file = try ArrowFile("a", path: "\(folder.path)/a.arrow")
    let walked: WalkedStream
    do {
      walked = try WalkedStream(atMost: 100_000) { file.export(to: $0) }
    } catch is WalkedStream.Failure {
      return
    }
    var raw = ArrowArrayStream()
    file.export(to: &raw)
    let table = try ArrowTable(ArrowStream(taking: &raw), name: "a") { _ in true }
    try require(table.count, is: walked.rows.count, "rows")
    try compare(table, walked)
  }

  private static let plain: Set = ["u", "U", "vu", "c", "C", "s", "S", "i", "I", "l", "L", "b"]

  /// Compares cells of plain columns, which are the same texts in both.
  private static func compare(_ table: ArrowTable, _ walked: WalkedStream) throws {
    let names = walked.columns.map(\.name)
    for (place, column) in walked.columns.enumerated() {
      guard plain.contains(column.format), column.dictionary.isEmpty,
        names.count(where: { $0 == column.name }) == 1,
        let own = table.columns.firstIndex(where: { $0.name == column.name })
      else { continue }
      for row in walked.rows.indices {
        guard let cell = try? table.text(row, column: own) else { continue }
        try require(cell, is: walked.rows[row][place] ?? cell, "\(column.name), row \(row)")
      }
    }
  }

  /// Imports arrays described by the input, possibly damaged.
  private static func produced(_ input: [UInt8]) throws {
    var cursor = ByteCursor(Array(input.dropFirst()))
    let count = cursor.below(12)
    let columns = (0..<1 + cursor.below(3)).map { place in column("c\(place)", count, &cursor) }
    var sent = SentTable(columns)
    sent.chunks = [cursor.below(5), cursor.below(5)]
    let harm = Harm(&cursor)
    sent.harm = { array in
      guard array.n_children > 0, let child = array.children?[0] else { return }
      harm.harm(&child.pointee)
    }
    try read(sent, columns, harm)
    try require(sent.ledger.live, is: 0, "memory that was not given back")
  }

  private static func read(_ sent: SentTable, _ columns: [SentColumn], _ harm: Harm) throws {
    let table: ArrowTable
    do {
      table = try ArrowTable(sent.stream(), name: "t") { _ in true }
    } catch {
      return try require(harm.isHarm, "a producer that keeps its word: \(error)")
    }
    guard !harm.isHarm else { return }
    try require(table.count, is: columns[0].cells.count, "rows")
    for (place, column) in columns.enumerated() {
      for (row, cell) in column.cells.enumerated() {
        let text = try table.text(row, column: place)
        switch cell {
        case .null: try require(text, is: nil, "a null")
        case .text(let given): try require(text, is: given, "a text")
        case .int(let number): try require(text, is: "\(number)", "a number")
        case .bool(let truth): try require(text, is: "\(truth)", "a truth value")
        case .double, .list: break
        }
      }
    }
  }

  private static func column(_ name: String, _ count: Int, _ cursor: inout ByteCursor) -> SentColumn
  {
    let format = cursor.pick(["u", "U", "vu", "c", "s", "i", "l", "b", "g"])
    let cells = (0..<count).map { _ -> SentCell in
      if cursor.byte() % 5 == 0 { return .null }
      switch format {
      case "u", "U", "vu":
        return .text(cursor.pick(["", "a", "ßé", "more than twelve bytes", "\u{0}"]))
      case "b": return .bool(cursor.byte() & 1 == 1)
      case "g": return .double(Double(cursor.byte()))
      default: return .int(Int64(Int8(bitPattern: cursor.byte())))
      }
    }
    var column = SentColumn(name, format, cells)
    column.offset = cursor.below(4)
    column.hasValidity = cursor.byte() & 1 == 1
    column.countsNulls = cursor.byte() & 1 == 1
    return column
  }

  /// A detectable damage of an array.
  struct Harm: Sendable {
    private let kind: Int
    private let number: Int64

    init(_ cursor: inout ByteCursor) {
      kind = cursor.below(16)
      number = cursor.pick([-1, -2, .min, -1 << 40])
    }

    var isHarm: Bool { (1...7).contains(kind) }

    func harm(_ array: inout ArrowArray) {
      switch kind {
      case 1: array.length = number
      case 2: array.offset = number
      case 3: array.null_count = number &- 1
      case 4: array.n_buffers = 1
      case 5: array.n_buffers = number
      case 6: array.n_children = 3
      case 7: array.buffers = nil
      default: break
      }
    }
  }
}
