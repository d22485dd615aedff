import Foundation
import Interchange
import Testing

@testable import Arrow

/// Files that are written and read back.
@Suite struct ColumnFileTests {
  @Test(arguments: FileCompression.allCases, UInt64(0)..<30) func containsAppendedRows(
    compression: FileCompression, seed: UInt64
  ) throws {
    let drawn = DrawnTable(seed: seed)
    let table = drawn.table(rowsPerBatch: 50)
    let read = try walked(table.fileBytes(compression: compression))
    #expect(read.rows == drawn.texts)
    #expect(read.columns == (try walked(table)).columns)
    #expect(read.batches == (drawn.rows.isEmpty ? [] : [drawn.rows.count]))
  }

  @Test func keepsColumnMetadata() throws {
    let notes = [
      ColumnField.Note("unit", "mg"), .init("meaning", "Dosis, täglich"), .init("type", ""),
    ]
    let fields = ColumnKind.allCases.map {
      ColumnField(name: "\($0)", kind: $0, metadata: notes)
    }
    let read = try walked(ColumnTable(fields: fields, batches: []).fileBytes())
    #expect(read.columns.map(\.name) == ColumnKind.allCases.map { "\($0)" })
    #expect(
      read.columns.allSatisfy {
        $0.notes == ["unit", "mg", "meaning", "Dosis, täglich", "type", ""]
      })
  }

  /// A writer that receives the rows in parts, and one that receives a whole table.
  @Test(arguments: UInt64(0)..<10) func bytesAreIndependentOfParts(seed: UInt64) throws {
    let drawn = DrawnTable(seed: seed, rows: 150)
    let expected = try written(drawn, parts: [0..<150])
    for other in seed..<seed + 3 {
      #expect(try written(drawn, parts: drawn.parts(seed: other)) == expected)
    }
    #expect(try walked(expected).batches == [50, 50, 50])
  }

  private func written(_ drawn: DrawnTable, parts: [Range<Int>]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let writer = try ColumnFileWriter(drawn.fields, compression: .zstd, rowsPerBatch: 50) {
      bytes += $0
    }
    let part = ColumnBatch(drawn.fields)
    for rows in parts {
      part.removeAll()
      part.append(rows, of: drawn.batch())
      try writer.append(part)
    }
    try writer.finish()
    return bytes
  }

  @Test func writesToAFile() throws {
    let table = DrawnTable(seed: 4, rows: 100).table(rowsPerBatch: 30)
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appending(path: "\(UUID()).arrow").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try OutputFile(path: path)
    try table.write(to: file, compression: .lz4)
    try file.finish()
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(try Array(bytes) == table.fileBytes(compression: .lz4))
  }

  /// Buffers that do not shrink are stored uncompressed.
  @Test(arguments: [FileCompression.lz4, .zstd]) func compressesIfSmaller(
    compression: FileCompression
  ) throws {
    let batch = ColumnBatch([
      ColumnField(name: "same", kind: .integer), ColumnField(name: "other", kind: .number),
    ])
    for row in 0..<1_000 {
      batch.columns[0].append(Int64(7))
      batch.columns[1].append(Double(row).squareRoot())
    }
    let table = ColumnTable(fields: batch.fields, batches: [batch])
    let (plain, small) = try (table.fileBytes(), table.fileBytes(compression: compression))
    #expect(small.count < plain.count - 7_000)
    #expect(try walked(small).rows == walked(plain).rows)
  }

  @Test func beginsAndEndsAsSpecified() throws {
    let bytes = try DrawnTable(seed: 2, rows: 9).table(rowsPerBatch: 5).fileBytes()
    #expect(bytes.starts(with: Array("ARROW1\0\0".utf8)))
    #expect(bytes.suffix(6).elementsEqual("ARROW1".utf8))
  }
}
