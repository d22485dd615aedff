import AdherenceAnalytics
package import Diagnostics
import Formats
import Foundation
import Scheduling

/// A stream of bytes that is read once, block by block.
package struct ByteSource {
  /// The stream's name in error messages.
  package let name: String
  /// Appends the next block; returns `false` and appends nothing at the end.
  package let appendBlock: (inout [UInt8]) throws(InputError) -> Bool

  /// Creates a stream from a producer of blocks.
  package init(name: String, appendBlock: @escaping (inout [UInt8]) throws(InputError) -> Bool) {
    self.name = name
    self.appendBlock = appendBlock
  }

  /// Returns an empty stream.
  package static func empty(_ name: String) -> ByteSource { ByteSource(name: name) { _ in false } }

  /// Opens a file (`-` for standard input).
  ///
  /// A folder can be opened, but fails at its first block.
  package init(path: String, name: String) throws(InputError) {
    let file = try OpenFile(path: path, name: name)
    self.init(name: name) { bytes throws(InputError) in try file.appendBlock(to: &bytes) }
  }
}

/// An owned file descriptor, closed with the last reference.
private final class OpenFile {
  private let descriptor: Int32
  private let name: String
  private var block = [UInt8](repeating: 0, count: 65_536)

  init(path: String, name: String) throws(InputError) {
    if path != "-" { try FileType.requireFile(path, name: name) }
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    self.name = name
    if descriptor < 0 { throw InputError(reading: name, errno) }
  }

  deinit {
    if descriptor > STDIN_FILENO { close(descriptor) }
  }

  func appendBlock(to bytes: inout [UInt8]) throws(InputError) -> Bool {
    var count = read(descriptor, &block, block.count)
    while count < 0, errno == EINTR { count = read(descriptor, &block, block.count) }
    if count < 0 { throw InputError(reading: name, errno) }
    bytes.append(contentsOf: block[..<count])
    return count > 0
  }
}
