import AdherenceAnalytics
package import Diagnostics
import Formats
import Foundation
import Scheduling

/// A text file that is read more than once: to detect its format, and for its rows.
package struct TableInput {
  /// The name in error messages.
  package let name: String
  /// The compression and encoding, if they are not plain UTF-8.
  package let encoding: String?
  private let reopen: () throws(InputError) -> ByteSource

  /// Opens a file (`-` for standard input) and detects its compression and encoding.
  ///
  /// Input that cannot be read twice, such as standard input, is first copied to an unnamed
  /// temporary file.
  ///
  /// - Throws: `InputError` if the file cannot be read or is not a text table; the error suggests a
  ///   conversion.
  package init(path: String) throws(InputError) {
    let name = path == "-" ? "standard input" : path
    let reopen = try TableInput.source(path, name: name)
    try self.init(name: name, path: path, reopen)
  }

  /// Creates an input from bytes that can be read repeatedly.
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
      throw InputError(.unreadable(reason: "it is Arrow (give it as the only file)"), source: name)
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

  /// Opens the text from its beginning, decoded to UTF-8.
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
  /// The text with carriage returns, the line ends of classic Mac OS, replaced by line feeds.
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
    if path != "-" {
      try FileType.requireFile(path, name: name, cure: "pass its data on standard input: -")
      if FileType(path: path) == nil {
        return { () throws(InputError) in try ByteSource(path: path, name: name) }
      }
    }
    let copy = try TemporaryFile()
    try copy.append(contentsOf: try ByteSource(path: path, name: name))
    let file = copy.part(0..<copy.size, name: name)
    return { () throws(InputError) in try file.stream(blockSize: 1 << 16) }
  }
}
