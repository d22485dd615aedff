package import Diagnostics
import Formats
import Foundation
import Scheduling

/// A destination of bytes: a file descriptor with a name.
///
/// Safe: the system writes no more than the rest, and the bytes are lent for the call.
package struct ByteSink: Sendable {
  /// The name in error messages.
  let name: String
  let descriptor: Int32

  /// The standard output of the process.
  package static let standardOutput = ByteSink(name: "standard output", descriptor: STDOUT_FILENO)

  /// The problem that the reader of a pipe has exited.
  package static let readerIsGone = InputError.Problem.unwritable(
    reason: "its reader has exited")

  init(name: String, descriptor: Int32) {
    self.name = name
    self.descriptor = descriptor
  }

  /// Writes all bytes.
  ///
  /// - Throws: `InputError` if the disk is full, and with ``readerIsGone`` for a broken pipe;
  ///   SIGPIPE must be ignored.
  package func write(_ bytes: [UInt8]) throws(InputError) {
    try check(bytes.withUnsafeBytes(put))
  }

  /// Writes a slice of bytes.
  func write(_ bytes: ArraySlice<UInt8>) throws(InputError) {
    try check(bytes.withUnsafeBytes(put))
  }

  /// Writes bytes in memory.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(InputError) { try check(put(bytes)) }

  private func check(_ code: Int32) throws(InputError) {
    if code == EPIPE { throw InputError(ByteSink.readerIsGone, source: name) }
    if code != 0 { throw InputError(writing: name, code) }
  }

  /// Writes bytes and returns 0 or the system's error code.
  private func put(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN {
        var wish = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wish, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
