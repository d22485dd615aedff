import CLZ4
import CZstd
import Scheduling

/// A compressor of buffers into one body.
///
/// Each buffer starts with its decompressed length, or with -1 if it is stored uncompressed because
/// it does not shrink.
///
/// Safe: before a codec is called there is room for the most that it may write.
final class BufferCompressor {
  private let compression: FileCompression
  private let context: OpaquePointer?
  private var body = AlignedBytes(capacity: 1 << 16)
  private(set) var count = 0

  /// The level of Zstandard: higher levels take twice the time and save a few percent.
  private static let level: Int32 = 1

  init(_ compression: FileCompression) {
    self.compression = compression
    context = compression == .zstd ? ZSTD_createCCtx() : nil
    if let context {
      ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, BufferCompressor.level)
    }
  }

  deinit {
    ZSTD_freeCCtx(context)
    body.free()
  }

  /// The bytes of all buffers of the current body.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: body.start, count: count) }

  /// Starts a body.
  func removeAll() { count = 0 }

  /// Appends a buffer and returns its range; the next one is aligned to 64 bytes.
  func append(_ buffer: UnsafeRawBufferPointer) -> Range<Int> {
    let start = count
    guard let source = buffer.baseAddress, buffer.count > 0 else { return start..<start }
    let room = bound(buffer.count)
    body.grow(to: max(start + 8 + room + 64, min(2 * body.capacity, 1 << 30)), keeping: start)
    var length = compress(source, buffer.count, to: body.start + start + 8, room)
    let shrinks = length > 0 && length < buffer.count
    if !shrinks {
      body.start.advanced(by: start + 8).copyMemory(from: source, byteCount: buffer.count)
      length = buffer.count
    }
    let stated = Int64(shrinks ? buffer.count : -1).littleEndian
    body.start.storeBytes(of: stated, toByteOffset: start, as: Int64.self)
    let end = start + 8 + length
    count = AlignedBytes.padded(end)
    body.start.advanced(by: end).initializeMemory(as: UInt8.self, repeating: 0, count: count - end)
    return start..<end
  }

  /// Returns the maximum compressed size of a buffer.
  private func bound(_ count: Int) -> Int {
    compression == .zstd ? ZSTD_compressBound(count) : LZ4F_compressFrameBound(count, nil)
  }

  /// Compresses bytes and returns the compressed size; 0 on failure.
  private func compress(
    _ source: UnsafeRawPointer, _ count: Int, to target: UnsafeMutableRawPointer, _ room: Int
  ) -> Int {
    if compression == .zstd {
      let length = ZSTD_compress2(context, target, room, source, count)
      return ZSTD_isError(length) == 0 ? length : 0
    }
    let length = LZ4F_compressFrame(target, room, source, count, nil)
    return LZ4F_isError(length) == 0 ? length : 0
  }
}
