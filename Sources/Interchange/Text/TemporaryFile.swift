import Foundation
package import Scheduling

/// A temporary file without a name, which is gone with its last reader.
///
/// Safe: `written` stays below the count of the block, whose memory is lent for the call.
package final class TemporaryFile {
  private let descriptor: FileDescriptor
  /// The size in bytes.
  package private(set) var size = 0

  /// Creates an empty file.
  ///
  /// - Throws: `InputError` where the folder of temporary files cannot be written to.
  package init() throws(InputError) {
    let folder = FileManager.default.temporaryDirectory.path()
    var path = Array("\(folder)/regimen-XXXXXX".utf8CString)
    let number = mkstemp(&path)
    guard number >= 0 else { throw InputError(writing: folder, errno) }
    unlink(path)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    descriptor = FileDescriptor(number)
  }

  /// Appends a stream to its end.
  ///
  /// - Parameters:
  ///   - source: The stream.
  ///   - limit: The largest number of bytes taken from it.
  /// - Throws: `InputError` where the stream cannot be read or exceeds the limit, or the disk is full.
  package func append(
    contentsOf source: ByteSource, limit: Int = .max
  ) throws(InputError) {
    let start = size
    var block: [UInt8] = []
    while try source.appendBlock(&block) {
      try write(block)
      if size - start > limit {
        throw InputError(
          .tooLarge(what: "bytes when it is unpacked", limit: limit), source: source.name)
      }
      block.removeAll(keepingCapacity: true)
    }
  }

  /// A range of the bytes as a file of its own.
  package func part(_ bytes: Range<Int>, name: String) -> DatasetFile {
    DatasetFile(name, within: descriptor, bytes)
  }

  private func write(_ block: [UInt8]) throws(InputError) {
    var written = 0
    while written < block.count {
      let count = block.withUnsafeBytes { bytes in
        pwrite(
          descriptor.number, bytes.baseAddress.map { $0 + written }, bytes.count - written,
          off_t(size))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw InputError(writing: "temporary file", errno) }
      written += count
      size += count
    }
  }
}
