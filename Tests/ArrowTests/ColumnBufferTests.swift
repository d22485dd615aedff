import Testing

@testable import Arrow

/// Columns compared with lists of cells.
@Suite struct ColumnBufferTests {
  /// The capacity is not checked again while text fits, so it must never exceed the range of
  /// offsets.
  @Test func capacityStaysWithinOffsetRange() {
    let most = ColumnCells.mostText
    #expect(most <= Int(Int32.max) && most > Int(Int32.max) - AlignedBytes.alignment)
    for capacity in [64, 1 << 20, most / 2, most / 2 + 32, 3 << 29, most - 64] {
      for needed in [capacity + 1, 2 * capacity, 2 * capacity + 1, most - 1, most]
      where capacity < needed && needed <= most {
        let room = ColumnCells.textRoom(for: needed, beyond: capacity)
        #expect(room >= needed && AlignedBytes.padded(room) <= most)
        #expect(room >= min(2 * capacity, most), "\(needed) beyond \(capacity)")
      }
    }
  }

  @Test(arguments: UInt64(0)..<60) func containsAppendedRows(seed: UInt64) throws {
    let drawn = DrawnTable(seed: seed)
    let table = ColumnTable(fields: drawn.fields, batches: [drawn.batch()])
    #expect(try walked(table).rows == drawn.texts)
  }

  @Test(arguments: UInt64(0)..<40) func copiesAnyRows(seed: UInt64) throws {
    let drawn = DrawnTable(seed: seed, rows: 90)
    let (source, copy) = (drawn.batch(), ColumnBatch(drawn.fields))
    var expected: [[String?]] = []
    for (lower, count) in [(0, 3), (5, 0), (7, 30), (13, 1), (1, 89), (64, 26), (0, 90)] {
      copy.append(lower..<lower + count, of: source)
      expected += drawn.texts[lower..<lower + count]
    }
    #expect(try walked(ColumnTable(fields: drawn.fields, batches: [copy])).rows == expected)
  }

  @Test(arguments: UInt64(0)..<40) func repeatsRows(seed: UInt64) throws {
    let drawn = DrawnTable(seed: seed, rows: 20)
    let batch = drawn.batch()
    var expected = drawn.texts
    for (row, times) in [(0, 1), (19, 3), (7, 0), (8, 100), (20, 1), (119, 2)] {
      for column in batch.columns { column.repeatRow(row, times: times) }
      expected += Array(repeating: expected[row], count: times)
    }
    #expect(try walked(ColumnTable(fields: drawn.fields, batches: [batch])).rows == expected)
  }

  @Test func countsAndMarksNulls() {
    let batch = ColumnBatch([ColumnField(name: "dose", kind: .number)])
    let column = batch.columns[0]
    for row in 0..<20 { row % 3 == 1 ? column.appendNull() : column.append(Double(row)) }
    #expect(column.nullCount == 7)
    #expect((0..<20).filter(column.isNull) == [1, 4, 7, 10, 13, 16, 19])
  }

  @Test func timesBeyondMicrosecondsAreNull() {
    let batch = ColumnBatch([ColumnField(name: "time", kind: .instant)])
    let last = Int64.max / 1_000_000
    for seconds in [0, last, last + 1, -last, .min, .max] {
      batch.columns[0].append(seconds: seconds)
    }
    #expect((0..<6).map(batch.columns[0].isNull) == [false, false, true, false, true, true])
  }

  @Test func hasEachNameOnceInRowOrder() throws {
    let batch = ColumnBatch([ColumnField(name: "patient", kind: .name)])
    let names = (0..<3_000).map { "\($0 % 1_000)" + String(repeating: "x", count: $0 % 1_000 % 40) }
    for name in names + [""] + names { batch.columns[0].append(name) }
    let texts = try #require(batch.columns[0].cells.pointee.names?.texts)
    #expect(
      (0..<texts.count).map { String(decoding: texts.utf8(of: $0), as: UTF8.self) } == names[
        ..<1_000] + [""])
    let table = ColumnTable(fields: batch.fields, batches: [batch])
    #expect(try walked(table).rows.map(\.first) == (names + [""] + names).map { $0 })
  }

  @Test func emptyNamesAreOneName() throws {
    let batch = ColumnBatch([ColumnField(name: "patient", kind: .name)])
    batch.columns[0].append("")
    for _ in 0..<3 {
      batch.columns[0].append(utf8: UnsafeBufferPointer(start: nil, count: 0))
      batch.columns[0].append("p1")
    }
    #expect(batch.columns[0].cells.pointee.names?.texts.count == 2)
    let table = ColumnTable(fields: batch.fields, batches: [batch])
    #expect(try walked(table).rows == ["", "", "p1", "", "p1", "", "p1"].map { [$0] })
  }

  @Test(arguments: UInt64(0)..<20) func isReusableAfterEmptying(seed: UInt64) throws {
    let (first, second) = (DrawnTable(seed: seed), DrawnTable(seed: seed, rows: 30))
    let batch = first.batch()
    batch.removeAll()
    #expect(batch.rowCount == 0)
    batch.append(0..<30, of: second.batch())
    #expect(try walked(ColumnTable(fields: second.fields, batches: [batch])).rows == second.texts)
    #expect(batch.byteCount == second.batch().byteCount)
  }

  @Test func growsWithContent() {
    let batch = ColumnBatch(ColumnKind.allCases.map { ColumnField(name: "\($0)", kind: $0) })
    let empty = batch.byteCount
    batch.columns[3].append(String(repeating: "x", count: 1_000))
    #expect(1_000...1_010 ~= batch.byteCount - empty)
  }

  @Test func missingRowIsAPreconditionFailure() async {
    await #expect(processExitsWith: .failure) {
      ColumnBatch([ColumnField(name: "dose", kind: .number)]).columns[0].repeatRow(0)
    }
  }
}
