package import Diagnostics
import Formats
import Foundation
import Scheduling

/// An unnamed temporary file, deleted with its last reference.
///
/// Safe: memory is lent for a call, of which no more is written than it has.
package final class TemporaryFile: Sendable {
  private let descriptor: FileDescriptor

  /// Creates an empty file.
  ///
  /// - Throws: `InputError` if the folder of temporary files is not writable.
  package init() throws(InputError) {
    let folder = FileManager.default.temporaryDirectory.path()
    var path = Array("\(folder)/regimen-XXXXXX".utf8CString)
    let number = mkstemp(&path)
    guard number >= 0 else { throw InputError(writing: folder, errno) }
    unlink(path)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    descriptor = FileDescriptor(number)
  }

  /// The size in bytes.
  package var size: Int {
    var status = stat()
    return fstat(descriptor.number, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Appends a stream.
  ///
  /// - Throws: `InputError` if the stream cannot be read, or the disk is full.
  package func append(contentsOf source: ByteSource) throws(InputError) {
    var block: [UInt8] = []
    while try source.appendBlock(&block) {
      if let error = block.withUnsafeBytes(write) { throw error }
      block.removeAll(keepingCapacity: true)
    }
  }

  /// Appends bytes; returns an error if the disk is full.
  func write(_ bytes: UnsafeRawBufferPointer) -> InputError? {
    var written = 0
    while written < bytes.count {
      let count = Foundation.write(
        descriptor.number, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return InputError(writing: "temporary file", errno) }
      written += count
    }
    return nil
  }

  /// Returns a range of the bytes as a file.
  package func part(_ bytes: Range<Int>, name: String) -> DatasetFile {
    DatasetFile(name, within: descriptor, bytes)
  }
}
