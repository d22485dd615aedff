import CLZ4
import CZstd
package import Diagnostics
package import Interchange
import Scheduling

/// A writer of Arrow IPC files (Feather version 2).
///
/// Batches are written as they arrive and end at the same rows regardless of the input batches, so
/// that the same rows give the same bytes. Memory holds one batch and the distinct names, which are
/// written at the end of the file.
///
/// Safe: bytes are lent to the output for the call.
package final class ColumnFileWriter {
  /// Receives consecutive bytes of the file.
  package typealias Output = (UnsafeRawBufferPointer) throws(InputError) -> Void

  private let fields: [ColumnField]
  private let output: Output
  private let compressor: BufferCompressor?
  private let codec: FlatTable?
  private var cutter: BatchCutter
  /// The names of each dictionary-encoded column.
  private let names: [FileNames?]
  private var position = 0
  private var batches: [FileBlock] = []

  /// Starts a file.
  package init(
    _ fields: [ColumnField], compression: FileCompression = .none, rowsPerBatch: Int = 65_536,
    to output: @escaping Output
  ) throws(InputError) {
    (self.fields, self.output) = (fields, output)
    compressor = compression == .none ? nil : BufferCompressor(compression)
    codec = compressor.map { _ in FlatTable().with(0, UInt8(compression == .zstd ? 1 : 0)) }
    cutter = BatchCutter(fields, rowsPerBatch: rowsPerBatch)
    names = fields.map { $0.kind == .name ? FileNames() : nil }
    try put(FileMark.start)
    try put(.schema, FlatTable(fields), [])
  }

  /// Starts a file whose output the caller finishes.
  package convenience init(
    _ fields: [ColumnField], compression: FileCompression = .none, to file: OutputFile
  ) throws(InputError) {
    try self.init(fields, compression: compression) { bytes throws(InputError) in
      try file.write(bytes)
    }
  }

  /// Appends the rows of a batch, which may be reused afterwards.
  package func append(_ part: ColumnBatch) throws(InputError) {
    var row = 0
    while let batch = cutter.take(part, from: &row) { try write(batch) }
  }

  /// Writes the remaining rows, the dictionaries and the footer.
  package func finish() throws(InputError) {
    if let batch = cutter.takeRest() { try write(batch) }
    var dictionaries: [FileBlock] = []
    for (place, names) in names.enumerated() {
      guard let names else { continue }
      let content = BatchContent(names.texts)
      dictionaries.append(try put(content, dictionary: place))
    }
    try put(FileMark.continuation + [0, 0, 0, 0])
    let footer = FlatTable()
      .with(0, FlatTable.version)
      .with(1, .table(FlatTable(fields)))
      .with(2, FileBlock.list(dictionaries))
      .with(3, FileBlock.list(batches))
      .bytes
    try put(footer + Int32(footer.count).flatBytes + FileMark.end)
  }

  private func write(_ batch: ColumnBatch) throws(InputError) {
    batches.append(try put(BatchContent(batch, names)))
  }

  /// Writes a batch or a dictionary.
  private func put(_ content: BatchContent, dictionary: Int? = nil) throws(InputError) -> FileBlock
  {
    compressor?.removeAll()
    var (places, end) = ([UInt8](), 0)
    for buffer in content.buffers {
      let place = compressor?.append(buffer) ?? end..<end + buffer.count
      places += Int64(place.lowerBound).flatBytes + Int64(place.count).flatBytes
      end = compressor?.count ?? AlignedBytes.padded(place.upperBound)
    }
    let table = FlatTable()
      .with(0, Int64(content.rowCount))
      .with(1, .structs(content.nodes, count: content.nodes.count / 16))
      .with(2, .structs(places, count: places.count / 16))
      .with(3, codec.map { .table($0) })
    let body = compressor.map { [$0.bytes] } ?? content.buffers
    guard let dictionary else { return try put(.batch, table, body) }
    let names = FlatTable().with(0, Int64(dictionary)).with(1, .table(table))
    return try put(.dictionary, names, body)
  }

  /// Writes a message, with its body aligned to 64 bytes.
  @discardableResult private func put(
    _ kind: MessageKind, _ header: FlatTable, _ body: [UnsafeRawBufferPointer]
  ) throws(InputError) -> FileBlock {
    let start = position
    let bodyLength = body.reduce(0) { $0 + AlignedBytes.padded($1.count) }
    var head = FlatTable(kind, header, bodyLength: bodyLength).bytes
    let length = AlignedBytes.padded(start + 8 + head.count) - start - 8
    head += [UInt8](repeating: 0, count: length - head.count)
    try put(FileMark.continuation + Int32(length).flatBytes + head)
    for buffer in body {
      try put(buffer)
      let padding = AlignedBytes.padded(buffer.count) - buffer.count
      if padding > 0 { try put([UInt8](repeating: 0, count: padding)) }
    }
    return FileBlock(start: start, headLength: length + 8, bodyLength: bodyLength)
  }

  private func put(_ bytes: [UInt8]) throws(InputError) {
    // The closure of `withUnsafeBytes` cannot throw a typed error.
    let failure = bytes.withUnsafeBytes { bytes -> InputError? in
      do throws(InputError) { try put(bytes) } catch { return error }
      return nil
    }
    if let failure { throw failure }
  }

  private func put(_ bytes: UnsafeRawBufferPointer) throws(InputError) {
    position += bytes.count
    try output(bytes)
  }
}

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

/// The compression of the buffers of an Arrow file.
public enum FileCompression: String, CaseIterable, Sendable {
  /// No compression, so that readers can memory-map the file.
  case none
  /// LZ4 frames: fast, about half the size.
  case lz4
  /// Zstandard.
  case zstd
}

/// The magic bytes of Arrow files and messages.
enum FileMark {
  static let start: [UInt8] = Array("ARROW1\0\0".utf8)
  static let end: [UInt8] = Array("ARROW1".utf8)
  /// The continuation marker before the length of a message.
  static let continuation: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
}

/// The location of a message in a file.
struct FileBlock: Hashable {
  var start: Int
  /// The length of the metadata, including its length prefix.
  var headLength: Int
  var bodyLength: Int

  /// Returns the blocks of a footer.
  static func list(_ blocks: [FileBlock]) -> FlatTable.Value {
    let bytes = blocks.flatMap { block in
      Int64(block.start).flatBytes + Int64(block.headLength).flatBytes
        + Int64(block.bodyLength).flatBytes
    }
    return .structs(bytes, count: blocks.count)
  }
}

extension ColumnTable {
  /// Writes the table as an Arrow file; the caller finishes the output.
  ///
  /// - Throws: `InputError` if the disk is full.
  package func write(
    to file: OutputFile, compression: FileCompression = .none
  ) throws(InputError) {
    try write(to: ColumnFileWriter(fields, compression: compression, to: file))
  }

  /// Returns the table as the bytes of an Arrow file.
  package func fileBytes(compression: FileCompression = .none) throws(InputError) -> [UInt8] {
    var bytes: [UInt8] = []
    try write(to: ColumnFileWriter(fields, compression: compression) { bytes += $0 })
    return bytes
  }

  private func write(to writer: ColumnFileWriter) throws(InputError) {
    for batch in batches { try writer.append(batch) }
    try writer.finish()
  }
}
