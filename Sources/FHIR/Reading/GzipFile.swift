import CZlib
import Foundation
import Interchange
import Scheduling

/// A file without a name that takes what gzip files hold, so that it can be read at any place.
///
/// Nobody but this process sees it, and it is gone with the process.
///
/// Safe: `written` stays below the count that zlib has filled.
final class UnpackedFile {
  private let descriptor: FileDescriptor
  private var size = 0

  /// A file may unpack to so many times its size; one that goes beyond is made to fill the disk.
  private static let mostGrowth = 400
  /// What unpacks to no more than this may have grown by any factor.
  private let harmless: Int

  init(harmless: Int = 1 << 30) throws(InputError) {
    self.harmless = harmless
    let folder = FileManager.default.temporaryDirectory.path()
    var path = Array("\(folder)/regimen-XXXXXX".utf8CString)
    let number = mkstemp(&path)
    guard number >= 0 else { throw InputError(writing: folder, errno) }
    unlink(path)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    descriptor = FileDescriptor(number)
  }

  /// Unpacks a file; its members follow each other, as gzip has it.
  ///
  /// - Throws: `InputError` where it is no gzip, is damaged or cut off, or grows beyond measure.
  func add(_ name: String, path: String) throws(InputError) -> DatasetFile {
    let packed = try DatasetFile(name, path: path)
    let source = try packed.stream(blockSize: 1 << 16)
    let unpacking = try GzipStream()
    let (start, limit) = (
      size,
      max(
        harmless,
        packed.size.multipliedReportingOverflow(
          by: UnpackedFile.mostGrowth
        ).partialValue)
    )
    var block: [UInt8] = []
    while try source.appendBlock(&block) {
      do throws(InputError) {
        try unpacking.unpack(block) { bytes, count throws(InputError) in
          try write(bytes, count)
        }
        if size - start > limit {
          throw InputError(.tooLarge(what: "bytes when it is unpacked", limit: limit))
        }
      } catch {
        throw error.at(source: name)
      }
      block.removeAll(keepingCapacity: true)
    }
    guard unpacking.isWhole else { throw InputError(.broken(.truncated), source: name) }
    return DatasetFile(name, within: descriptor, start..<size)
  }

  private func write(_ bytes: [UInt8], _ all: Int) throws(InputError) {
    var written = 0
    while written < all {
      let count = bytes.withUnsafeBytes { bytes in
        pwrite(
          descriptor.number, bytes.baseAddress.map { $0 + written }, all - written,
          off_t(size))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw InputError(writing: "temporary file", errno) }
      written += count
      size += count
    }
  }
}

/// zlib's state of one file.
///
/// Safe: zlib gets both arrays with their counts for one call each. What it remembers is the address of
/// `stream`, which lies still in this object.
private final class GzipStream {
  private var stream = z_stream()
  private var output = [UInt8](repeating: 0, count: 1 << 18)
  /// Whether the last member that began has ended.
  private(set) var isWhole = true
  private var hasBegun = false

  init() throws(InputError) {
    guard regimen_inflate_begin(&stream) == Z_OK else { throw GzipStream.damage }
  }

  deinit { inflateEnd(&stream) }

  private static let damage = InputError(
    .broken(.init("is damaged, or is not packed by gzip (pack it again)")))

  /// Unpacks a block of the file.
  func unpack(
    _ block: [UInt8], _ body: ([UInt8], Int) throws(InputError) -> Void
  ) throws(InputError) {
    var position = 0
    while position < block.count {
      if isWhole, hasBegun {
        // What pads the end of a tape is no member.
        if block[position...].allSatisfy({ $0 == 0 }) { return }
        inflateReset(&stream)
      }
      (isWhole, hasBegun) = (false, true)
      let step = step(block, from: position)
      position = step.position
      switch step.code {
      case Z_OK, Z_BUF_ERROR: break
      case Z_STREAM_END: isWhole = true
      default: throw GzipStream.damage
      }
      try body(output, step.count)
      if step.code == Z_BUF_ERROR, step.count == 0 { return }
    }
  }

  /// Lets zlib take what it can; answers what is left, and how many bytes came out.
  private func step(_ block: [UInt8], from start: Int) -> (code: Int32, position: Int, count: Int) {
    block.withUnsafeBufferPointer { block in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = UnsafeMutablePointer(mutating: block.baseAddress.map { $0 + start })
        stream.avail_in = UInt32(block.count - start)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        let code = inflate(&stream, Z_NO_FLUSH)
        return (code, block.count - Int(stream.avail_in), output.count - Int(stream.avail_out))
      }
    }
  }
}
