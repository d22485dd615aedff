import Foundation
package import Scheduling

/// A file of text that is read more than once: to find out how it is written, and for its rows.
package struct TableInput {
  /// The name in errors.
  package let name: String
  /// The compression and encoding, where they are not plain UTF-8.
  package let encoding: String?
  private let reopen: () throws(InputError) -> ByteSource

  /// Opens a file, or standard input for `-`, and finds out its compression and encoding.
  ///
  /// What cannot be read twice, such as standard input, is first copied to a file without a name.
  ///
  /// - Throws: `InputError` where it cannot be read, or is no table of text; the error says how to convert it.
  package init(path: String) throws(InputError) {
    let name = path == "-" ? "standard input" : path
    let reopen = try TableInput.source(path, name: name)
    try self.init(name: name, path: path, reopen)
  }

  /// Takes bytes that can be read from their beginning again and again.
  package init(
    name: String, path: String? = nil, _ reopen: @escaping () throws(InputError) -> ByteSource
  ) throws(InputError) {
    self.name = name
    var (head, kind) = try TableInput.head(of: try reopen())
    var plain = reopen
    let isCompressed = kind == .gzip
    if isCompressed {
      plain = { () throws(InputError) in try reopen().gunzipped() }
      head = try TableInput.head(of: try plain()).bytes
      kind = FileKind(firstBytes: head)
      if kind == .gzip {
        throw InputError(.unreadable(reason: "it is compressed twice"), source: name)
      }
    }
    if let error = kind.rejection(path: path ?? name, isGzipped: isCompressed) { throw error }
    if kind == .arrow {
      throw InputError(.unreadable(reason: "it is Arrow (name it alone)"), source: name)
    }
    var encoding = TextEncoding.utf8
    if let found = TextEncoding(firstBytes: head) {
      encoding = found
    } else {
      encoding = try TableInput.census(of: try plain())
    }
    let (decompressed, known) = (plain, encoding)
    let endsWithReturns = head.contains(.carriageReturn) && !head.contains(.newline)
    self.reopen = { () throws(InputError) in
      let text = try decompressed().decoded(from: known)
      return endsWithReturns ? text.replacingReturns : text
    }
    let notes = (isCompressed ? ["gzip"] : []) + (known == .utf8 ? [] : [known.name])
    self.encoding = notes.isEmpty ? nil : notes.joined(separator: ", ")
  }

  /// The text from its beginning, in UTF-8.
  package func open() throws(InputError) -> ByteSource { try reopen() }

  private static func head(
    of source: ByteSource
  ) throws(InputError) -> (bytes: [UInt8], kind: FileKind) {
    var bytes: [UInt8] = []
    while bytes.count < FileKind.prefixLength, try source.appendBlock(&bytes) {}
    return (bytes, FileKind(firstBytes: bytes))
  }

  private static func census(of source: ByteSource) throws(InputError) -> TextEncoding {
    var census = UTF8Census()
    var block: [UInt8] = []
    while try source.appendBlock(&block) {
      census.add(block.span)
      block.removeAll(keepingCapacity: true)
    }
    return census.verdict == .windows1252 ? .windows1252 : .utf8
  }
}

extension ByteSource {
  /// The text with line feeds in place of carriage returns, by which old programs end lines.
  fileprivate var replacingReturns: ByteSource {
    ByteSource(name: name) { bytes throws(InputError) in
      let start = bytes.count
      guard try appendBlock(&bytes) else { return false }
      for index in start..<bytes.count where bytes[index] == .carriageReturn {
        bytes[index] = .newline
      }
      return true
    }
  }
}

// Files that are read twice.
extension TableInput {
  private static func source(
    _ path: String, name: String
  ) throws(InputError) -> () throws(InputError) -> ByteSource {
    var status = stat()
    let isFile = path != "-" && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    if isFile || (path != "-" && errno == ENOENT) {
      return { () throws(InputError) in try ByteSource(path: path, name: name) }
    }
    if path != "-" && status.st_mode & S_IFMT == S_IFIFO {
      throw InputError(
        .unreadable(reason: "it is a pipe (give its data by standard input: -)"), source: name)
    }
    let copy = try SpooledFile(ByteSource(path: path, name: name))
    return { () throws(InputError) in copy.source() }
  }
}

/// A copy of a stream in a temporary file that has no name and is gone with the last reader.
///
/// Safe: the bytes are lent to the system for the call, which is told how many there are.
private final class SpooledFile: Sendable {
  private let descriptor: Int32
  private let name: String

  init(_ source: ByteSource) throws(InputError) {
    var template = Array(
      "\(FileManager.default.temporaryDirectory.path)/regimen-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    name = source.name
    if descriptor < 0 { throw InputError(writing: "temporary file", errno) }
    unlink(template)
    var block: [UInt8] = []
    while try source.appendBlock(&block) {
      try write(block)
      block.removeAll(keepingCapacity: true)
    }
  }

  deinit { close(descriptor) }

  private func write(_ bytes: [UInt8]) throws(InputError) {
    var start = 0
    while start < bytes.count {
      let written = bytes[start...].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if written < 0, errno == EINTR { continue }
      if written < 0 { throw InputError(writing: "temporary file", errno) }
      start += written
    }
  }

  /// The bytes from their beginning.
  func source() -> ByteSource {
    var position = 0
    return ByteSource(name: name) { [self] bytes throws(InputError) in
      var block = [UInt8](repeating: 0, count: 65_536)
      var count = pread(descriptor, &block, block.count, off_t(position))
      while count < 0, errno == EINTR {
        count = pread(descriptor, &block, block.count, off_t(position))
      }
      if count < 0 { throw InputError(reading: name, errno) }
      bytes.append(contentsOf: block[..<count])
      position += count
      return count > 0
    }
  }
}
