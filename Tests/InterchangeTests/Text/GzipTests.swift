import Diagnostics
import Foundation
import Scheduling
import TestSupport
import Testing

@testable import Interchange

/// Streams compressed by gzip.
@Suite struct GzipTests {
  /// A table, and the file that Python's gzip module creates from it, with a name and a time.
  static let table =
    "patient,time,status\n"
    + (0..<12).map { day in
      let (date, minute) = (twoDigits(day + 1), twoDigits(day * 7 % 60))
      return "p\(twoDigits(day % 3)),2025-03-\(date) 08:\(minute),taken\n"
    }.joined()
  static let file = Array(
    Data(
      base64Encoded:
        "H4sICECNxWcC/2V2ZW50cy5jc3YAbdBNCoQwDIbhvaeYA1TIl7ZavU0XXcgwIpi5vybgzyLbPPBCvq3K0lYJsvxa2KXK"
        + "f+82osDEuafYEz5U5vMg9dvWk/AQG4038UNRCemmVzApMbxgNipecFCK2QuOSom9YDGavOCklAcnCLK/ohOErQFygrA1"
        + "cK1xAMZ6GRNYAQAA") ?? Data())

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  private func content(_ file: [UInt8], inBlocksOf size: Int = 65_536) throws -> [UInt8] {
    let source = try ByteSource.blocks(of: size, file).gunzipped()
    var bytes: [UInt8] = []
    while try source.appendBlock(&bytes) {}
    #expect(try !source.appendBlock(&bytes))
    return bytes
  }

  @Test(arguments: blockSizes)
  func `decompresses members and skips zero padding`(inBlocksOf size: Int) throws {
    let table = Array(GzipTests.table.utf8)
    #expect(try content(GzipTests.file, inBlocksOf: size) == table)
    let members =
      GzipTests.file + Gzip.stored([]) + Gzip.stored(table) + [UInt8](repeating: 0, count: 9)
    #expect(try content(members, inBlocksOf: size) == table + table)
    #expect(try content([], inBlocksOf: size).isEmpty)
  }

  @Test func `rejects a file that decompresses to too much for its size`() throws {
    let zeros = try Gzip.zeros()
    let bomb = Array((0..<40).map { _ in zeros }.joined())
    let budget = UnpackingBudget()
    let source = try ByteSource.blocks(of: 4096, bomb).gunzipped(within: budget)
    var (bytes, count) = ([UInt8](), 0)
    let error = #expect(throws: InputError.self) {
      while try source.appendBlock(&bytes) {
        count += bytes.count
        bytes.removeAll(keepingCapacity: true)
      }
    }
    #expect(count == budget.taken)
    #expect(count <= 4 << 20 + UnpackingBudget.gzip.perByte * bomb.count)
    #expect(
      error?.description
        == "log: has too many bytes for its size when it is unpacked: the limit is"
        + " \(budget.limit) (if this is intended, unpack it first with gunzip)")
  }

  @Test func `a larger file may decompress to more`() throws {
    let budget = UnpackingBudget((least: 1000, perByte: 10))
    #expect(budget.take(1000) && !budget.take(1))
    budget.add(packed: 50)
    #expect(budget.take(500) && !budget.take(1))
    budget.add(packed: .max)
    #expect(budget.take(.max - 1500))
  }

  @Test func `names the stream in errors`() throws {
    let error = #expect(throws: InputError.self) { try content(GzipTests.file.dropLast()) }
    #expect(
      error?.description == "log: ends in the middle of a record (the file was cut off)")
    let other = #expect(throws: InputError.self) { try content(bytes("no gzip")) }
    #expect(
      other?.description
        == "log: is not valid gzip data (download the file or compress it again)")
  }

  @Test(arguments: blockSizes)
  func `rejects a file that is cut off or continues with other data`(inBlocksOf size: Int) throws {
    for count in 1..<GzipTests.file.count {
      let error = #expect(throws: InputError.self) {
        try content(Array(GzipTests.file[..<count]), inBlocksOf: size)
      }
      #expect(error?.problem == .broken(.truncated), "\(count)")
    }
    for rest in [bytes("text"), [0, 0] + GzipTests.file, [0x1F, 0x8B]] {
      #expect(throws: InputError.self) { try content(GzipTests.file + rest, inBlocksOf: size) }
    }
  }

  @Test func `returns the whole content or an error for a file with a damaged byte`() throws {
    let table = Array(GzipTests.table.utf8)
    for offset in GzipTests.file.indices {
      for change: UInt8 in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
        var damaged = GzipTests.file
        damaged[offset] ^= change
        let content = try? content(damaged, inBlocksOf: 7)
        #expect(content == nil || content == table, "\(offset) ^ \(change)")
      }
    }
  }

  @Test func `decompresses in bounded memory`() throws {
    let source = try ByteSource.repeated(try Gzip.zeros(), times: 100, after: "", before: "")
      .gunzipped(within: UnpackingBudget((least: 1 << 30, perByte: 1)))
    var (count, largest, block) = (0, 0, [UInt8]())
    while try source.appendBlock(&block) {
      count += block.count
      largest = max(largest, block.count)
      block.removeAll(keepingCapacity: true)
    }
    #expect(count == 100 * Gzip.zeroCount)
    #expect(largest <= 1 << 16)
  }
}
