import Foundation
import Scheduling

/// A file of a dataset, which several readers read at once, each at its own place.
///
/// It is read and never mapped into memory: of a file that somebody cuts, reading gives an error.
final class DatasetFile: Sendable {
  /// What errors call the file.
  let name: String
  private let descriptor: Int32
  private let state: State

  /// What changes with the content of a file.
  private struct State: Equatable {
    var size: Int
    var seconds: Int
    var nanoseconds: Int

    init?(of descriptor: Int32) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { return nil }
      size = Int(status.st_size)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  /// Opens a file of a folder.
  init(_ name: String, in folder: String) throws(InputError) {
    self.name = name
    descriptor = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw InputError(reading: name, errno) }
    guard let state = State(of: descriptor) else { throw InputError(reading: name, errno) }
    self.state = state
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The bytes of the file when it was opened.
  var size: Int { state.size }

  /// Refuses a file that was written to since it was opened.
  func requireUnchanged() throws(InputError) {
    guard State(of: descriptor) == state else { throw changed }
  }

  /// The error of a file that is not what it was when it was opened.
  var changed: InputError {
    InputError(.unreadable(reason: "it changed while it was being read"), source: name)
  }

  /// Appends bytes from an offset on; fewer than there should be are an error.
  func append(_ range: Range<Int>, to bytes: inout [UInt8]) throws(InputError) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: range.count))
    var filled = 0
    while filled < range.count {
      let count = bytes.withUnsafeMutableBytes { all in
        pread(
          descriptor, all.baseAddress.map { $0 + start + filled }, range.count - filled,
          range.lowerBound + filled)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw InputError(reading: name, errno) }
      if count == 0 { throw changed }
      filled += count
    }
  }

  /// A stretch of the file as a stream of blocks.
  func stream(_ range: Range<Int>, blockSize: Int) -> ByteSource {
    var position = range.lowerBound
    return ByteSource(name: name) { [self] bytes throws(InputError) in
      let end = min(position + blockSize, range.upperBound)
      guard position < end else { return false }
      try append(position..<end, to: &bytes)
      position = end
      return true
    }
  }

  /// The whole file as a stream of blocks; a folder, which has none, is an error.
  func stream(blockSize: Int) throws(InputError) -> ByteSource {
    var probe = UInt8(0)
    guard pread(descriptor, &probe, 1, 0) >= 0 else { throw InputError(reading: name, errno) }
    return stream(0..<size, blockSize: blockSize)
  }
}
