import AdherenceAnalytics
import Foundation
package import Scheduling

/// A file that several readers read at once, each at its own place.
///
/// It is read and never mapped into memory: of a file that somebody cuts, reading gives an error.
///
/// Safe: `fill` counts up to the memory that it is given and writes no further; a place behind the end of the
/// file gives no bytes.
package final class DatasetFile: Sendable {
  /// What errors call the file.
  package let name: String
  /// The bytes of the file when it was opened.
  package let size: Int
  private let content: Content

  /// Where the bytes are.
  private enum Content {
    /// In a file that stays open.
    case open(FileDescriptor, State)
    /// In a file that is opened for each reading, of which there may be many.
    case closed(path: String, State)
    /// From a place on in a file without a name, which nobody else can change.
    case part(FileDescriptor, start: Int)
  }

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
  convenience init(_ name: String, in folder: String) throws(InputError) {
    try self.init(name, path: "\(folder)/\(name)")
  }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - name: What errors call it.
  ///   - path: Where it is.
  ///   - staysOpen: Whether it keeps a descriptor, of which a process has few.
  /// - Throws: `InputError` where it cannot be opened.
  package init(_ name: String, path: String, staysOpen: Bool = true) throws(InputError) {
    self.name = name
    let descriptor = try FileDescriptor(reading: path, name: name)
    guard let state = State(of: descriptor.number) else { throw InputError(reading: name, errno) }
    size = state.size
    content = staysOpen ? .open(descriptor, state) : .closed(path: path, state)
  }

  /// Takes a stretch of a file without a name.
  package init(_ name: String, within descriptor: FileDescriptor, _ bytes: Range<Int>) {
    self.name = name
    size = bytes.count
    content = .part(descriptor, start: bytes.lowerBound)
  }

  /// Refuses a file that was written to since it was opened.
  package func requireUnchanged() throws(InputError) { _ = try current() }

  /// A descriptor of the file as it was when it was opened.
  private func current() throws(InputError) -> FileDescriptor {
    switch content {
    case .part(let descriptor, _): return descriptor
    case .open(let descriptor, let state):
      guard State(of: descriptor.number) == state else { throw changed }
      return descriptor
    case .closed(let path, let state):
      let descriptor = try FileDescriptor(reading: path, name: name)
      guard State(of: descriptor.number) == state else { throw changed }
      return descriptor
    }
  }

  /// A descriptor, and where the file begins in what it gives.
  private func place() throws(InputError) -> (descriptor: FileDescriptor, start: Int) {
    switch content {
    case .part(let descriptor, let start): (descriptor, start)
    case .open(let descriptor, _): (descriptor, 0)
    case .closed: (try current(), 0)
    }
  }

  /// The error of a file that is not what it was when it was opened.
  package var changed: InputError {
    InputError(.unreadable(reason: "it changed while it was being read"), source: name)
  }

  /// Appends bytes from an offset on; fewer than there should be are an error.
  package func append(_ range: Range<Int>, to bytes: inout [UInt8]) throws(InputError) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: range.count))
    let place = try place()
    let failure = bytes.withUnsafeMutableBytes { all in
      fill(UnsafeMutableRawBufferPointer(rebasing: all[start...]), range.lowerBound, place)
    }
    if let failure { throw failure }
  }

  /// Fills memory with the bytes from an offset on; fewer than there should be are an error.
  package func read(
    at offset: Int, into memory: UnsafeMutableRawBufferPointer
  ) throws(InputError) {
    if let failure = fill(memory, offset, try place()) { throw failure }
  }

  private func fill(
    _ memory: UnsafeMutableRawBufferPointer, _ offset: Int,
    _ place: (descriptor: FileDescriptor, start: Int)
  ) -> InputError? {
    var filled = 0
    while filled < memory.count {
      let count = pread(
        place.descriptor.number, memory.baseAddress.map { $0 + filled }, memory.count - filled,
        place.start + offset + filled)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return InputError(reading: name, errno) }
      if count == 0 { return changed }
      filled += count
    }
    return nil
  }

  /// A stretch of the file as a stream of blocks.
  package func stream(_ range: Range<Int>, blockSize: Int) -> ByteSource {
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
  package func stream(blockSize: Int) throws(InputError) -> ByteSource {
    let (descriptor, _) = try place()
    var probe = UInt8(0)
    guard pread(descriptor.number, &probe, 1, 0) >= 0 else {
      throw InputError(reading: name, errno)
    }
    return stream(0..<size, blockSize: blockSize)
  }
}

/// A descriptor that is closed when nobody has it any more.
package final class FileDescriptor: Sendable {
  package let number: Int32

  /// Takes a descriptor that is open.
  package init(_ number: Int32) { self.number = number }

  /// Opens a file for reading.
  package init(reading path: String, name: String) throws(InputError) {
    try FileType.requireFile(path, name: name)
    number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw InputError(reading: name, errno) }
  }

  deinit {
    if number >= 0 { close(number) }
  }
}
