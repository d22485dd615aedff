import CArrow
import Diagnostics
import Scheduling
import Testing

@testable import Arrow

/// A producer that violates the interface gets an error, and its memory is released.
@Suite struct HostileProducerTests {
  struct Example: CustomTestStringConvertible {
    var what: String
    var column: SentColumn
    var text: String
    var harm: @Sendable (inout ArrowArray) -> Void

    init(
      _ what: String, _ column: SentColumn, _ text: String,
      _ harm: @escaping @Sendable (inout ArrowArray) -> Void
    ) {
      (self.what, self.column, self.text, self.harm) = (what, column, text, harm)
    }

    var testDescription: String { what }
  }

  private static let texts = SentColumn("x", ["a", "b", nil])
  private static let views = SentColumn("x", ["a", "more than twelve bytes"], format: "vu")
  private static let numbers = SentColumn("x", "l", [.int(1), .int(2)])
  private static let fault = "(the producer of the table is faulty)"

  private static func set<Value>(
    _ array: ArrowArray, _ buffer: Int, _ place: Int, _ value: Value
  ) {
    guard let start = array.buffers?[buffer] else { return }
    UnsafeMutableRawPointer(mutating: start).storeBytes(
      of: value, toByteOffset: place, as: Value.self)
  }

  static let examples: [Example] = [
    Example("rows below none", numbers, "cannot have -1 rows \(fault)") { $0.length = -1 },
    Example("too few rows", numbers, "cannot have 1 rows where 2 belong \(fault)") {
      $0.length = 1
    },
    Example("an offset below none", numbers, "cannot have -1 rows before the first \(fault)") {
      $0.offset = -1
    },
    Example(
      "an offset beyond all", numbers,
      "cannot have 9223372036854775807 rows before"
        + " the first \(fault)"
    ) { $0.offset = .max },
    Example("nulls below none", numbers, "cannot have -2 nulls \(fault)") { $0.null_count = -2 },
    Example("nulls without bits", numbers, "lacks a bitmap of its nulls \(fault)") {
      $0.null_count = 1
    },
    Example("too few buffers", numbers, "cannot have 1 buffers \(fault)") { $0.n_buffers = 1 },
    Example("too many buffers", texts, "cannot have 4 buffers \(fault)") { $0.n_buffers = 4 },
    Example("views without buffers", views, "cannot have 2 buffers \(fault)") { $0.n_buffers = 2 },
    Example("no buffers", numbers, "lacks a buffer \(fault)") { $0.buffers = nil },
    Example("no values", numbers, "lacks a buffer \(fault)") { $0.buffers?[1] = nil },
    Example("no offsets", texts, "lacks a buffer \(fault)") { $0.buffers?[1] = nil },
    Example("no bytes", texts, "lacks a buffer \(fault)") { $0.buffers?[2] = nil },
    Example("children", numbers, "cannot have 3 columns within it \(fault)") { $0.n_children = 3 },
    Example("offsets that fall", texts, "has descending offsets \(fault)") {
      set($0, 1, 4, Int32(-5))
    },
    Example("a first offset below 0", texts, "has descending offsets \(fault)") {
      set($0, 1, 0, Int32(-5))
    },
    Example(
      "a view of a buffer that is not there", views,
      "refers to data outside its buffers \(fault)"
    ) { set($0, 1, 24, Int32(7)) },
    Example("a view beyond its buffer", views, "refers to data outside its buffers \(fault)") {
      set($0, 1, 16, Int32(1_000))
    },
    Example("a view of less than nothing", views, "refers to data outside its buffers \(fault)") {
      set($0, 1, 0, Int32(-1))
    },
    Example("a view from below its buffer", views, "refers to data outside its buffers \(fault)") {
      set($0, 1, 28, Int32(-9))
    },
  ]

  @Test(arguments: examples) func invalidArrayIsAnError(_ example: Example) throws {
    var table = SentTable([example.column])
    table.harm = { array in
      // The number of children is needed to release the array.
      guard let child = array.children?[0] else { return }
      example.harm(&child.pointee)
    }
    let error = #expect(throws: InputError.self) {
      try ArrowTable(table.stream(), name: "t") { _ in true }
    }
    #expect(error?.description == "t: 'x' " + example.text)
  }

  @Test func doesNotReadUnusedColumns() throws {
    var table = SentTable([SentColumn("x", ["a"]), SentColumn("y", "+r", [.null])])
    table.harm = { $0.children?[1]?.pointee.n_buffers = 9 }
    let read = try ArrowTable(table.stream(), name: "t") { $0 == "x" }
    #expect(try read.text(0, column: 0) == "a")
  }

  @Test func dictionaryIndexOutOfRange() throws {
    var column = SentColumn("x", "c", [.int(0), .int(2), .int(-1)])
    column.dictionary = [.text("a"), .text("b")]
    let read = try ArrowTable(SentTable([column]).stream(), name: "t") { _ in true }
    #expect(try read.text(0, column: 0) == "a")
    for (row, index) in [(1, 2), (2, -1)] {
      let error = #expect(throws: InputError.self) { try read.text(row, column: 0) }
      #expect(
        error?.description == "t:\(row + 1): 'x' has the index \(index), which its dictionary"
          + " lacks \(HostileProducerTests.fault)")
    }
  }

  @Test func invalidUTF8() throws {
    var table = SentTable([SentColumn("x", ["ab"])])
    table.harm = { array in
      guard let child = array.children?[0] else { return }
      HostileProducerTests.set(child.pointee, 2, 0, UInt8(0xFF))
    }
    let read = try ArrowTable(table.stream(), name: "t") { _ in true }
    let error = #expect(throws: InputError.self) { try read.text(0, column: 0) }
    #expect(
      error?.description == "t:1: 'x' is not valid UTF-8 (save the file as UTF-8)")
  }

  @Test(arguments: [
    ("q", "t: 'x' has an unknown type: 'q' (cast the column to another)")
  ])
  func unknownFormatIsAnError(_ format: String, _ text: String) {
    let table = SentTable([SentColumn("x", format, [.null])])
    let error = #expect(throws: InputError.self) {
      try ArrowTable(table.stream(), name: "t") { _ in true }
    }
    #expect(error?.description == text)
    #expect(table.ledger.live == 0)
  }
}
