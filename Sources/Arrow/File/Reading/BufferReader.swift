import CLZ4
import CZstd
import Diagnostics
import Scheduling

/// A reader of the buffers of a body, which may be compressed individually.
///
/// Safe: places are compared with the body, and both codecs write no further than the count that
/// they are given.
final class BufferReader {
  private let body: UnsafeRawBufferPointer
  private let compression: FileCompression
  private let memory: BatchMemory
  private let budget: GrowthBudget

  /// Creates a reader of a body with the batch's compression header.
  init(
    _ body: UnsafeRawBufferPointer, compression: FlatReader?, _ memory: BatchMemory,
    _ budget: GrowthBudget
  ) throws(InputError) {
    (self.body, self.memory, self.budget) = (body, memory, budget)
    guard let compression else {
      self.compression = .none
      return
    }
    let codec = try compression.number(0, or: UInt8(0))
    guard codec <= 1, try compression.number(1, or: UInt8(0)) == 0 else {
      throw InputError(.unsupported(part: "compression \(codec) of Arrow"))
    }
    self.compression = codec == 0 ? .lz4 : .zstd
  }

  /// Returns a buffer of at least `least` bytes.
  ///
  /// Its address is a multiple of eight, or `nil` if it is empty.
  func buffer(
    _ start: Int64, _ count: Int64, least: Int
  ) throws(InputError) -> UnsafeRawBufferPointer {
    guard start >= 0, count >= 0, start <= Int64(body.count), count <= Int64(body.count) - start
    else { throw .damaged(.place) }
    let stored = UnsafeRawBufferPointer(
      rebasing: body[Int(start)..<Int(start) + Int(count)])
    let buffer =
      stored.isEmpty ? stored : try compression == .none ? aligned(stored) : grown(stored)
    guard buffer.count >= least else { throw .damaged(.short) }
    return buffer.isEmpty ? UnsafeRawBufferPointer(start: nil, count: 0) : buffer
  }

  /// Returns the bytes themselves, or an aligned copy.
  private func aligned(_ stored: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard let start = stored.baseAddress, Int(bitPattern: start) & 7 != 0 else { return stored }
    return copy(stored)
  }

  private func copy(_ stored: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let block = UnsafeMutableRawBufferPointer(
      start: memory.block(stored.count), count: stored.count)
    block.copyMemory(from: stored)
    return UnsafeRawBufferPointer(block)
  }

  /// Decompresses a buffer, which starts with the decompressed length, or -1 if it is stored
  /// uncompressed.
  private func grown(_ stored: UnsafeRawBufferPointer) throws(InputError) -> UnsafeRawBufferPointer
  {
    guard stored.count >= 8 else { throw .damaged(.compressed) }
    let length = Int(Int64(littleEndian: stored.loadUnaligned(as: Int64.self)))
    let source = UnsafeRawBufferPointer(rebasing: stored[8...])
    if length == -1 { return copy(source) }
    guard length >= 0, isPossible(length, of: source) else { throw .damaged(.compressed) }
    try budget.take(bytes: length)
    let block = UnsafeMutableRawBufferPointer(start: memory.block(length), count: length)
    let isWhole = compression == .zstd ? zstd(source, block) : lz4(source, block)
    guard isWhole else { throw .damaged(.compressed) }
    return UnsafeRawBufferPointer(block)
  }

  /// Returns whether the stated length is plausible, before memory is allocated for it.
  private func isPossible(_ length: Int, of source: UnsafeRawBufferPointer) -> Bool {
    // LZ4 expands a byte to at most 255, and a Zstandard frame usually states its length.
    if compression == .lz4 { return length / 256 <= source.count }
    let stated = ZSTD_getFrameContentSize(source.baseAddress, source.count)
    return stated == UInt64(length) || stated == BufferReader.unknownSize
  }

  /// `ZSTD_CONTENTSIZE_UNKNOWN`, a macro that Swift does not import.
  private static let unknownSize = UInt64.max

  private func zstd(
    _ source: UnsafeRawBufferPointer, _ target: UnsafeMutableRawBufferPointer
  ) -> Bool {
    ZSTD_decompress(target.baseAddress, target.count, source.baseAddress, source.count)
      == target.count
  }

  private func lz4(
    _ source: UnsafeRawBufferPointer, _ target: UnsafeMutableRawBufferPointer
  ) -> Bool {
    var context: OpaquePointer?
    guard LZ4F_isError(LZ4F_createDecompressionContext(&context, UInt32(LZ4F_VERSION))) == 0 else {
      return false
    }
    defer { LZ4F_freeDecompressionContext(context) }
    var (read, written) = (0, 0)
    while read < source.count {
      var (sourceCount, targetCount) = (source.count - read, target.count - written)
      let hint = LZ4F_decompress(
        context, target.baseAddress.map { $0 + written }, &targetCount,
        source.baseAddress.map { $0 + read }, &sourceCount, nil)
      (read, written) = (read + sourceCount, written + targetCount)
      if hint == 0 { return written == target.count }
      if LZ4F_isError(hint) != 0 || sourceCount + targetCount == 0 { return false }
    }
    return false
  }
}
