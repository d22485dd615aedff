import Testing

@testable import Arrow

/// Tables built from batches.
@Suite struct ColumnTableTests {
  @Test(arguments: UInt64(0)..<40) func batchesEndAtSameRowsForAnyParts(
    seed: UInt64
  ) throws {
    let drawn = DrawnTable(seed: seed)
    let whole = drawn.table(rowsPerBatch: 50)
    let read = try walked(whole)
    #expect(read.rows == drawn.texts)
    #expect(read.batches.dropLast().allSatisfy { $0 == 50 })
    #expect(read.batches.reduce(0, +) == drawn.rows.count)
    #expect(whole.rowCount == drawn.rows.count)
    let bytes = try whole.fileBytes()
    for other in seed..<seed + 3 {
      #expect(try drawn.table(rowsPerBatch: 50, seed: other).fileBytes() == bytes)
    }
  }

  @Test func tableWithoutRowsHasNoBatches() throws {
    var builder = ColumnTableBuilder([ColumnField(name: "dose", kind: .number)])
    let table = builder.finish()
    #expect(table.rowCount == 0)
    #expect(table.batches.isEmpty)
    #expect(try walked(table).columns.map(\.name) == ["dose"])
  }

  @Test func isEmptyWhenFinished() {
    let drawn = DrawnTable(seed: 1, rows: 10)
    var builder = ColumnTableBuilder(drawn.fields)
    builder.append(drawn.batch())
    #expect(builder.finish().rowCount == 10)
    #expect(builder.finish().rowCount == 0)
    builder.append(drawn.batch())
    #expect(builder.finish().rowCount == 10)
  }
}
