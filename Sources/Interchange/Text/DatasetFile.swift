import AdherenceAnalytics
package import Diagnostics
import Formats
import Foundation
import Scheduling

/// A file for concurrent readers, each with its own position.
///
/// The file is never memory-mapped, so that reading a truncated file gives an error instead of a
/// crash.
///
/// Safe: `fill` counts up to the memory that it is given and writes no further; a place behind the
/// end of the file gives no bytes.
package final class DatasetFile: Sendable {
  /// The file's name in error messages.
  package let name: String
  /// The size of the file in bytes when it was opened.
  package let size: Int
  private let content: Content

  /// The source of the bytes.
  private enum Content {
    /// A file that stays open.
    case open(FileDescriptor, State)
    /// A file that is opened for each read, to limit the number of descriptors.
    case closed(path: String, State)
    /// A part of an unnamed temporary file, which no other process can change.
    case part(FileDescriptor, start: Int)
  }

  /// The metadata that changes with the content of a file.
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
  ///
  /// - Throws: `InputError` if the file cannot be opened; of a missing one it names the path, or the folder
  ///   if that is missing.
  convenience init(_ name: String, in folder: String) throws(InputError) {
    let path = "\(folder)/\(name)"
    guard FileManager.default.fileExists(atPath: path) else {
      let hasFolder = FileManager.default.fileExists(atPath: folder)
      throw InputError(reading: hasFolder ? path : folder, ENOENT)
    }
    try self.init(name, path: path)
  }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - name: The name in error messages.
  ///   - path: The path of the file.
  ///   - staysOpen: Whether the file keeps a descriptor, which are limited per process.
  /// - Throws: `InputError` if the file cannot be opened.
  package init(_ name: String, path: String, staysOpen: Bool = true) throws(InputError) {
    self.name = name
    let descriptor = try FileDescriptor(reading: path, name: name)
    guard let state = State(of: descriptor.number) else { throw InputError(reading: name, errno) }
    size = state.size
    content = staysOpen ? .open(descriptor, state) : .closed(path: path, state)
  }

  /// Creates a file from a range of an unnamed file.
  package init(_ name: String, within descriptor: FileDescriptor, _ bytes: Range<Int>) {
    self.name = name
    size = bytes.count
    content = .part(descriptor, start: bytes.lowerBound)
  }

  /// Rejects a file that was modified since it was opened.
  package func requireUnchanged() throws(InputError) { _ = try current() }

  /// Returns a descriptor after checking that the file is unchanged.
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

  /// Returns a descriptor and the offset of the file's first byte in it.
  private func place() throws(InputError) -> (descriptor: FileDescriptor, start: Int) {
    switch content {
    case .part(let descriptor, let start): (descriptor, start)
    case .open(let descriptor, _): (descriptor, 0)
    case .closed: (try current(), 0)
    }
  }

  /// The error of a file that was modified since it was opened.
  package var changed: InputError {
    InputError(.unreadable(reason: "it changed while it was being read"), source: name)
  }

  /// Appends a range of bytes; missing bytes are an error.
  package func append(_ range: Range<Int>, to bytes: inout [UInt8]) throws(InputError) {
    let place = try place()
    var failure: InputError?
    bytes.append(addingCapacity: range.count) { added in
      added.withUnsafeMutableBufferPointer { memory, count in
        failure = fill(UnsafeMutableRawBufferPointer(memory), range.lowerBound, place)
        count = failure == nil ? memory.count : 0
      }
    }
    if let failure { throw failure }
  }

  /// Fills memory with the bytes at an offset; missing bytes are an error.
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

  /// Returns a range of the file as a stream of blocks.
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

  /// Returns the whole file as a stream of blocks; throws for a folder.
  package func stream(blockSize: Int) throws(InputError) -> ByteSource {
    let (descriptor, _) = try place()
    var probe = UInt8(0)
    guard pread(descriptor.number, &probe, 1, 0) >= 0 else {
      throw InputError(reading: name, errno)
    }
    return stream(0..<size, blockSize: blockSize)
  }
}

/// An owned file descriptor, closed with the last reference.
package final class FileDescriptor: Sendable {
  package let number: Int32

  /// Takes ownership of an open descriptor.
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
