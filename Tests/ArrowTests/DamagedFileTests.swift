import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import Arrow

/// Damaged, truncated and malicious files: each gives an error or a readable stream.
@Suite struct DamagedFileTests {
  /// Returns files of every layout, written by other programs and this one.
  private static func files() throws -> [[UInt8]] {
    let golden = try GoldenFile.all.filter { $0.size < 20_000 }.map { try $0.bytes() }
    let own = try FileCompression.allCases.map {
      try DrawnTable(seed: 11, rows: 40).table(rowsPerBatch: 15).fileBytes(compression: $0)
    }
    return golden + own
  }

  @Test func anyChangeGivesAnErrorOrAStream() throws {
    var random = Seeded(state: 1)
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).arrow").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var (streams, errors) = (0, 0)
    for file in try DamagedFileTests.files() {
      for _ in 0..<8 {
        var bytes = file
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          DamagedFileTests.damage(&bytes, &random)
        }
        try Data(bytes).write(to: URL(filePath: path))
        do {
          _ = try WalkedStream { try ArrowFile("file", path: path).export(to: $0) }
          streams += 1
        } catch { errors += 1 }
      }
    }
    #expect(streams > 0)
    #expect(errors > 0)
  }

  private static func damage(_ bytes: inout [UInt8], _ random: inout Seeded) {
    guard bytes.count > 16 else { return }
    // Metadata are at both ends, where changes matter most.
    let place =
      Bool.random(using: &random)
      ? Int.random(in: 0..<bytes.count, using: &random)
      : max(8, bytes.count - 10 - Int.random(in: 0..<700, using: &random))
    let values: [UInt8] = [0, 1, 2, 4, 8, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &random)]
    switch Int.random(in: 0..<12, using: &random) {
    case 0: bytes.removeLast(Int.random(in: 1..<bytes.count / 2, using: &random))
    case 1: bytes.remove(at: place)
    case 2:
      for next in place..<min(bytes.count, place + 8) { bytes[next] = 0xFF }
    default: bytes[min(place, bytes.count - 1)] = values.randomElement(using: &random) ?? 0
    }
  }

  @Test func anyPrefixGivesAnErrorOrAStream() throws {
    let bytes = try DrawnTable(seed: 12, rows: 20).table(rowsPerBatch: 9).fileBytes()
    for count in stride(from: 0, to: bytes.count, by: 61) {
      #expect(throws: (any Error).self) { try walked(Array(bytes[..<count])) }
    }
  }

  private struct Example: CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var text: String
  }

  private static let examples = [
    Example(
      testDescription: "nothing", bytes: [],
      text: "file: is not an Arrow file"
        + " (write it with write_feather of pyarrow or write_ipc of polars)"),
    Example(
      testDescription: "a text", bytes: Array("patient,time\n1,2025-01-01\n".utf8),
      text: "file: is not an Arrow file"
        + " (write it with write_feather of pyarrow or write_ipc of polars)"),
    Example(
      testDescription: "Parquet", bytes: Array("PAR1....PAR1".utf8),
      text: "file: is not an Arrow file (it is Parquet: read it with pyarrow or polars, and write"
        + " it with write_feather of pyarrow or write_ipc of polars)"),
    Example(
      testDescription: "the first Feather", bytes: Array("FEA1....FEA1".utf8),
      text: "file: is not an Arrow file (it is Feather version 1: write it with"
        + " write_feather of pyarrow or write_ipc of polars)"),
    Example(
      testDescription: "a beginning", bytes: Array("ARROW1\0\0 and no end".utf8),
      text: "file: ends in the middle of a record (the file was cut off)"),
    Example(
      testDescription: "an end that lies outside",
      bytes: Array("ARROW1\0\0".utf8) + [0xFF, 0xFF, 0xFF, 0x7F] + Array("ARROW1".utf8),
      text: "file: is a damaged Arrow file: a part lies outside of the file (write the file again)"),
  ]

  @Test(arguments: examples) private func reportsReason(example: Example) {
    #expect { try walked(example.bytes) } throws: { "\($0)" == example.text }
  }

  @Test func namesDamagedColumn() throws {
    let batch = ColumnBatch([ColumnField(name: "note", kind: .text)])
    for text in ["one", "two", "three"] { batch.columns[0].append(text) }
    var bytes = try ColumnTable(fields: batch.fields, batches: [batch]).fileBytes()
    let ends = Data([0, 0, 0, 0, 3, 0, 0, 0, 6, 0, 0, 0, 11, 0, 0, 0])
    let place = try #require(Data(bytes).range(of: ends)).lowerBound
    bytes[place + 8] = 2
    #expect { try walked(bytes) } throws: {
      ($0 as? WalkedStream.Failure)?.text
        == "file: 'note' is a damaged Arrow file: the offsets of texts or lists are not in order"
        + " (write the file again)"
    }
  }

  @Test func rejectsIndicesOutsideDictionaries() throws {
    let batch = ColumnBatch([ColumnField(name: "patient", kind: .name)])
    for text in ["one", "two", "one"] { batch.columns[0].append(text) }
    let bytes = try ColumnTable(fields: batch.fields, batches: [batch]).fileBytes()
    let places = Data([0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
    for damage: UInt8 in [2, 0x7F] {
      let place = try #require(Data(bytes).range(of: places)).lowerBound
      var damaged = bytes
      damaged[place + 4] = damage
      #expect { try walked(damaged) } throws: {
        ($0 as? WalkedStream.Failure)?.text.contains("a missing entry of its dictionary") == true
      }
    }
  }

  @Test func fileChangedDuringReadingIsAnError() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).arrow").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = try DrawnTable(seed: 13, rows: 40).table(rowsPerBatch: 10).fileBytes()
    try Data(bytes).write(to: URL(filePath: path))
    let file = try ArrowFile("file", path: path)
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.truncate(atOffset: 600)
    try handle.close()
    #expect(throws: WalkedStream.Failure.self) { try WalkedStream { file.export(to: $0) } }
  }

  /// Returns a stream of one message.
  private func stream(_ schema: FlatTable, version: Int16 = 4) -> [UInt8] {
    var message = FlatTable().with(0, version).with(1, MessageKind.schema.rawValue)
    message = message.with(2, .table(schema)).with(3, Int64(0))
    let head = message.bytes
    return FileMark.continuation + Int32(head.count).flatBytes + head
  }

  @Test func rejectsUnsupportedFormats() throws {
    let schema = FlatTable([ColumnField(name: "dose", kind: .number)])
    #expect(try walked(stream(schema)).columns.map(\.format) == ["g"])
    let other = FlatTable().with(0, Int16(1))
    for (bytes, text) in [
      (stream(other), "big-endian numbers"),
      (stream(schema, version: 0), "version 1 of Arrow files"),
      (stream(schema, version: .max), "version 32768 of Arrow files"),
      (stream(schema, version: .min), "version -32767 of Arrow files"),
      (stream(FlatTable().with(1, .tables([FlatTable().with(2, UInt8(99))]))), "type 99 of Arrow"),
    ] {
      #expect { try walked(bytes) } throws: {
        "\($0)".hasPrefix("file: ") && "\($0)".contains(text)
      }
    }
  }

  @Test func rejectsDeepNesting() {
    var field = FlatTable().with(2, UInt8(6))
    for _ in 0..<100 { field = FlatTable().with(2, UInt8(12)).with(5, .tables([field])) }
    #expect { try walked(stream(FlatTable().with(1, .tables([field])))) } throws: {
      "\($0)".contains("levels of nested types")
    }
  }

  /// A footer that refers to its batches repeatedly.
  @Test func rejectsPartsReferencedTwice() throws {
    let drawn = DrawnTable(seed: 14, rows: 40)
    let bytes = try drawn.table(rowsPerBatch: 50).fileBytes()
    let length = bytes.count - 10
    let start = length - Int(bytes[length]) - 256 * Int(bytes[length + 1])
    let footer = try FlatReader(Array(bytes[start..<length]))
    let places = try footer.numbers(3, perItem: 3, Int64.self).flatMap(\.flatBytes)
    let dictionaries = try footer.numbers(2, perItem: 3, Int64.self).flatMap(\.flatBytes)
    func file(times: Int) -> [UInt8] {
      let blocks = Array(repeating: places, count: times).flatMap(\.self)
      let footer = FlatTable().with(0, Int16(4)).with(1, .table(FlatTable(drawn.fields)))
        .with(2, .structs(dictionaries, count: dictionaries.count / 24))
        .with(3, .structs(blocks, count: times)).bytes
      return bytes[..<start] + footer + Int32(footer.count).flatBytes + FileMark.end
    }
    #expect(try walked(file(times: 1)).rows == drawn.texts)
    #expect(throws: WalkedStream.Failure.self) { try walked(file(times: 5)) }
  }

  /// A few bytes that claim to expand to a terabyte, and to a hundred megabytes.
  @Test(arguments: [(place: 3, byte: 1 as UInt8), (place: 5, byte: 6)])
  func rejectsDecompressionBombs(_ length: (place: Int, byte: UInt8)) throws {
    let batch = ColumnBatch([ColumnField(name: "dose", kind: .integer)])
    for _ in 0..<1_000 { batch.columns[0].append(Int64(1)) }
    var bytes = try ColumnTable(fields: batch.fields, batches: [batch])
      .fileBytes(compression: .zstd)
    // The length precedes the Zstandard frame, which starts with its magic number.
    let mark = try #require(Data(bytes).range(of: Data([0x28, 0xB5, 0x2F, 0xFD]))).lowerBound
    bytes[mark - length.place] = length.byte
    #expect { try walked(bytes) } throws: {
      ($0 as? WalkedStream.Failure)?.text.contains("a compressed buffer cannot be decompressed")
        == true
    }
  }
}
