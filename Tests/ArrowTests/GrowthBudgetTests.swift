import Foundation
import Scheduling
import TestSampling
import TestSupport
import Testing

@testable import Arrow

/// Small files that expand to very many rows or bytes are rejected before memory is allocated.
@Suite struct GrowthBudgetTests {
  private static func numbers(_ rows: Int, _ compression: FileCompression) throws -> [UInt8] {
    let batch = ColumnBatch([ColumnField(name: "dose", kind: .integer)])
    for _ in 0..<rows { batch.columns[0].append(Int64(1)) }
    return try ColumnTable(fields: batch.fields, batches: [batch]).fileBytes(
      compression: compression)
  }

  /// Returns rows of one bit each, in batches like those of `regimen`.
  private static func truths(_ rows: Int, _ compression: FileCompression) throws -> [UInt8] {
    let batch = ColumnBatch([ColumnField(name: "taken", kind: .boolean)])
    for _ in 0..<rows { batch.columns[0].append(true) }
    return try ColumnTable(fields: batch.fields, batches: [batch]).fileBytes(
      compression: compression)
  }

  /// Returns batches of one long text each.
  private static func texts(_ batches: Int, _ compression: FileCompression) throws -> [UInt8] {
    let text = String(repeating: "dose ", count: 1 << 20)
    let field = ColumnField(name: "note", kind: .text)
    let all = (0..<batches).map { _ in
      let batch = ColumnBatch([field])
      batch.columns[0].append(text)
      return batch
    }
    return try ColumnTable(fields: [field], batches: all).fileBytes(compression: compression)
  }

  /// Reads a file and returns the error and the peak memory.
  private static func read(_ bytes: [UInt8]) throws -> (error: String?, peak: Int) {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).arrow").path
    try Data(bytes).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let counter = ByteCounter()
    return try ByteCounter.$current.withValue(counter) {
      do {
        _ = try WalkedStream { try ArrowFile("file", path: path).export(to: $0) }
        return (nil, counter.peak)
      } catch let failure as WalkedStream.Failure {
        return (failure.text, counter.peak)
      }
    }
  }

  @Test(arguments: [FileCompression.zstd, .lz4].sampled(1))
  func `rejects more rows than a file of its size can have`(_ compression: FileCompression) throws {
    let bytes = try GrowthBudgetTests.truths(
      isExhaustive ? 1_000_000 : 600_000, compression)
    let limit = 500_000 + 4 * bytes.count
    let (error, peak) = try GrowthBudgetTests.read(bytes)
    #expect(
      error == "file: has too many rows for its size: the limit is \(limit)"
        + " (write it without compression, or in several files)")
    // One batch of 65,536 bits at a time.
    #expect(peak <= 65_536 + bytes.count)
  }

  @Test(arguments: [FileCompression.zstd, .lz4].sampled(1))
  func `rejects more bytes than a file of its size can have`(_ compression: FileCompression) throws
  {
    let bytes = try GrowthBudgetTests.texts(isExhaustive ? 16 : 10, compression)
    let limit = 16 << 20 + 128 * bytes.count
    let (error, peak) = try GrowthBudgetTests.read(bytes)
    #expect(
      error == "file: 'note' has too many bytes for its size when it is decompressed: the limit is"
        + " \(limit) (write it without compression, or in several files)")
    // One batch at a time: earlier ones are released.
    #expect(peak <= 6 << 20 + bytes.count)
  }

  /// Returns rows that all refer to one dictionary entry.
  private static func sharedTexts(
    _ rows: Int, length: Int, _ compression: FileCompression
  ) throws -> [UInt8] {
    let text = String(repeating: "d", count: length)
    let batch = ColumnBatch([ColumnField(name: "drug", kind: .name)])
    for _ in 0..<rows { batch.columns[0].append(text) }
    return try ColumnTable(fields: batch.fields, batches: [batch]).fileBytes(
      compression: compression)
  }

  @Test(arguments: [FileCompression.zstd, .lz4].sampled(1))
  func `rejects texts shared by more rows than a file of its size can have`(
    _ compression: FileCompression
  ) throws {
    let bytes = try GrowthBudgetTests.sharedTexts(
      isExhaustive ? 40_000 : 10_000, length: 5_000, compression)
    let limit = 32 << 20 + 128 * bytes.count
    let (error, peak) = try GrowthBudgetTests.read(bytes)
    #expect(
      error == "file: 'drug' has too many bytes of text in its rows for its size: the limit is"
        + " \(limit) (write it without compression, or in several files)")
    #expect(peak <= 1 << 20)
  }

  /// 300 rows that refer to one text of 1,000,000 bytes, and 2,000 lists of the same 2,000
  /// elements.
  @Test(arguments: [
    ("views", "bytes of text in its rows", GrowthBudget.growth.text),
    ("lists", "bytes of text in its rows", GrowthBudget.growth.text),
    ("entries", "rows", GrowthBudget.growth.rows),
  ])
  func `rejects views and lists that share their contents`(
    _ name: String, _ what: String, _ growth: (least: Int, perByte: Int)
  ) throws {
    let file = datasets.appending(path: "golden/hostile/shared-texts/\(name).arrow")
    let bytes = try [UInt8](Data(contentsOf: file))
    let limit = growth.least + growth.perByte * bytes.count
    #expect(
      try GrowthBudgetTests.read(bytes).error
        == "file: 'patient' has too many \(what) for its size:"
        + " the limit is \(limit) (write it without compression, or in several files)")
  }

  /// A repetitive status and ids take a byte for many rows.
  @Test(arguments: [FileCompression.zstd, .lz4].sampled(1))
  func `reads ordinary rows encoded in few bytes`(
    _ compression: FileCompression
  ) throws {
    let bytes = try GrowthBudgetTests.sharedTexts(
      isExhaustive ? 200_000 : 70_000, length: 20, compression)
    let (error, peak) = try GrowthBudgetTests.read(bytes)
    #expect(error == nil)
    #expect(peak < 1 << 20)
  }

  @Test(arguments: [FileCompression.none, .zstd, .lz4])
  func `reads as many rows as a file of its size may have`(_ compression: FileCompression) throws {
    let (error, peak) = try GrowthBudgetTests.read(GrowthBudgetTests.numbers(50_000, compression))
    #expect(error == nil)
    #expect(peak < 1 << 20)
  }

  /// A stated length that the compressed buffer does not have causes no allocation.
  @Test(arguments: [FileCompression.zstd, .lz4])
  func `rejects wrong declared lengths`(_ compression: FileCompression) throws {
    var bytes = try GrowthBudgetTests.numbers(50_000, compression)
    let mark: [UInt8] = compression == .zstd ? [0x28, 0xB5, 0x2F, 0xFD] : [0x04, 0x22, 0x4D, 0x18]
    let place = try #require(Data(bytes).range(of: Data(mark))).lowerBound - 8
    bytes.replaceSubrange(place..<place + 8, with: Int64(12 << 20).flatBytes)
    let (error, peak) = try GrowthBudgetTests.read(bytes)
    #expect(
      error
        == "file: 'dose' is a damaged Arrow file: a compressed buffer cannot be decompressed (write"
        + " the file again)")
    #expect(peak <= bytes.count + 4096)
  }
}
