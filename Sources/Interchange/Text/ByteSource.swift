import AdherenceAnalytics
import Foundation
package import Scheduling

/// A stream of bytes that is handed out block by block and read once.
package struct ByteSource {
  /// What errors call the stream.
  package let name: String
  /// Appends the next block to the given bytes; returns `false` at the end, having added nothing.
  package let appendBlock: (inout [UInt8]) throws(InputError) -> Bool

  /// Creates a stream from whatever produces its blocks.
  package init(name: String, appendBlock: @escaping (inout [UInt8]) throws(InputError) -> Bool) {
    self.name = name
    self.appendBlock = appendBlock
  }

  /// A stream without a byte.
  package static func empty(_ name: String) -> ByteSource { ByteSource(name: name) { _ in false } }

  /// Opens a file, or standard input for `-`.
  ///
  /// A folder opens without complaint and fails at its first block.
  package init(path: String, name: String) throws(InputError) {
    let file = try OpenFile(path: path, name: name)
    self.init(name: name) { bytes throws(InputError) in try file.appendBlock(to: &bytes) }
  }
}

/// A file descriptor that is closed when nobody reads from it any more.
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
