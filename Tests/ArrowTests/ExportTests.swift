import CArrow
import Diagnostics
import Foundation
import Scheduling
import Testing

@testable import Arrow

/// Exported streams: their content, and the release of their memory.
@Suite struct ExportTests {
  private static let kinds: [(ColumnKind, String)] = [
    (.integer, "l"), (.number, "g"), (.boolean, "b"), (.text, "u"), (.name, "i"), (.date, "tdD"),
    (.instant, "tsu:UTC"), (.localTime, "tsu:"), (.list, "+l"),
  ]

  @Test func exportsColumnMetadata() throws {
    let fields = ExportTests.kinds.map { kind, format in
      ColumnField(
        name: format, kind: kind, metadata: [.init("unit", "mg"), .init("meaning", "é")])
    }
    let columns = try walked(ColumnTable(fields: fields, batches: [])).columns
    #expect(columns.map(\.format) == ExportTests.kinds.map(\.1))
    #expect(columns.map(\.name) == ExportTests.kinds.map(\.1))
    #expect(columns.allSatisfy { $0.notes == ["unit", "mg", "meaning", "é"] })
    #expect(columns.allSatisfy { $0.flags == Int64(ARROW_FLAG_NULLABLE) })
    #expect(columns[4].dictionary.map(\.format) == ["u"])
    #expect(columns[8].children.map(\.format) == ["u"])
  }

  @Test func buffersAreAlignedTo64Bytes() {
    var stream = ArrowArrayStream()
    DrawnTable(seed: 3, rows: 20).table(rowsPerBatch: 7).export(to: &stream)
    var array = ArrowArray()
    #expect(stream.get_next(&stream, &array) == 0)
    for child in 0..<Int(array.n_children) {
      guard let column = array.children[child]?.pointee else { continue }
      for buffer in 0..<Int(column.n_buffers) {
        #expect(column.buffers[buffer].map { Int(bitPattern: $0) % 64 } ?? 0 == 0)
      }
    }
    array.release(&array)
    stream.release(&stream)
  }

  @Test func batchLivesUntilItsLastColumnIsReleased() throws {
    weak var batch: ColumnBatch?
    var stream = ArrowArrayStream()
    do {
      let table = DrawnTable(seed: 5, rows: 20).table(rowsPerBatch: 50)
      batch = table.batches.first
      table.export(to: &stream)
    }
    #expect(batch != nil)
    var array = ArrowArray()
    #expect(stream.get_next(&stream, &array) == 0)
    stream.release(&stream)
    #expect(stream.release == nil)
    // The consumer moves a column out.
    var column = try #require(array.children[0]).pointee
    array.children[0]?.pointee.release = nil
    array.release(&array)
    #expect(array.release == nil)
    #expect(batch != nil)
    column.release(&column)
    #expect(column.release == nil)
    #expect(batch == nil)
  }

  @Test func batchesAreReleasedOneByOne() {
    weak var first: ColumnBatch?
    weak var second: ColumnBatch?
    var stream = ArrowArrayStream()
    do {
      let table = DrawnTable(seed: 9, rows: 20).table(rowsPerBatch: 10)
      (first, second) = (table.batches.first, table.batches.last)
      table.export(to: &stream)
    }
    var array = ArrowArray()
    #expect(stream.get_next(&stream, &array) == 0)
    array.release(&array)
    #expect(first == nil)
    #expect(second != nil)
    stream.release(&stream)
    #expect(second == nil)
  }

  @Test func streamMayBeAbandonedOrUsedByAnotherThread() async {
    for abandoned in [true, false] {
      weak var batch: ColumnBatch?
      let stream = Handed(.allocate(capacity: 1))
      do {
        let table = DrawnTable(seed: 6, rows: 20).table(rowsPerBatch: 5)
        batch = table.batches.first
        table.export(to: stream.pointer)
      }
      await withCheckedContinuation { done in
        Thread.detachNewThread {
          var array = ArrowArray()
          while !abandoned, stream.pointer.pointee.get_next(stream.pointer, &array) == 0,
            array.release != nil
          {
            array.release(&array)
          }
          stream.pointer.pointee.release(stream.pointer)
          done.resume()
        }
      }
      #expect(batch == nil)
      stream.pointer.deallocate()
    }
  }

  private struct Handed: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<ArrowArrayStream>
    init(_ pointer: UnsafeMutablePointer<ArrowArrayStream>) { self.pointer = pointer }
  }

  @Test func streamStaysAtItsEnd() {
    var stream = ArrowArrayStream()
    ColumnTable(fields: [], batches: []).export(to: &stream)
    for _ in 0..<3 {
      var array = ArrowArray()
      array.release = { _ in }
      #expect(stream.get_next(&stream, &array) == 0)
      #expect(array.release == nil)
      #expect(stream.get_last_error(&stream) == nil)
    }
    stream.release(&stream)
  }

  @Test func errorEndsStreamWithItsMessage() throws {
    let drawn = DrawnTable(seed: 7, rows: 3)
    var count = 0
    var stream = ArrowArrayStream()
    ColumnTable.stream(drawn.fields, to: &stream) {
      count += 1
      if count == 2 { throw InputError(.missing, field: "patient", line: 3, source: "outcomes") }
      return drawn.batch()
    }
    var array = ArrowArray()
    #expect(stream.get_next(&stream, &array) == 0)
    array.release(&array)
    for _ in 0..<2 {
      #expect(stream.get_next(&stream, &array) == EINVAL)
      let text = try #require(stream.get_last_error(&stream))
      #expect(
        String(cString: text)
          == "\(InputError(.missing, field: "patient", line: 3, source: "outcomes"))")
    }
    #expect(count == 2)
    stream.release(&stream)
  }

  @Test func cancelledStreamReportsCancellation() {
    #expect(throws: WalkedStream.Failure(code: ECANCELED, text: "CancellationError()")) {
      try WalkedStream { ColumnTable.stream([], to: $0) { throw CancellationError() } }
    }
  }

  @Test func manyRunsLeakNothing() throws {
    let drawn = DrawnTable(seed: 8, rows: 9)
    var table: ColumnTable? = drawn.table(rowsPerBatch: 4)
    weak let batch = table?.batches.last
    for _ in 0..<1_000 {
      #expect(try WalkedStream { table?.export(to: $0) }.rows.count == 9)
    }
    #expect(batch != nil)
    table = nil
    #expect(batch == nil)
  }
}
