import Foundation
package import Scheduling

/// Where bytes go: a file or stream that takes all of them, or says why not.
///
/// Safe: the system writes no more than the rest, and the bytes are lent for the call.
package struct ByteSink: Sendable {
  /// What errors call it.
  let name: String
  let descriptor: Int32

  /// What the program prints to.
  package static let standardOutput = ByteSink(name: "standard output", descriptor: STDOUT_FILENO)

  /// What is wrong where the program that reads the output has ended.
  package static let readerIsGone = InputError.Problem.unwritable(
    reason: "its reader has gone away")

  init(name: String, descriptor: Int32) {
    self.name = name
    self.descriptor = descriptor
  }

  /// Writes bytes, all of them.
  ///
  /// - Throws: `InputError` where the disk is full, and with ``readerIsGone`` where nobody reads; the
  ///   signal of that, SIGPIPE, has to be ignored.
  package func write(_ bytes: [UInt8]) throws(InputError) {
    try check(bytes.withUnsafeBytes(put))
  }

  /// Writes some bytes of a list.
  func write(_ bytes: ArraySlice<UInt8>) throws(InputError) {
    try check(bytes.withUnsafeBytes(put))
  }

  /// Writes bytes that lie in memory.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(InputError) { try check(put(bytes)) }

  private func check(_ code: Int32) throws(InputError) {
    if code == EPIPE { throw InputError(ByteSink.readerIsGone, source: name) }
    if code != 0 { throw InputError(writing: name, code) }
  }

  /// Writes bytes and returns 0, or what the system says.
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
