import Diagnostics
import Formats
import Foundation
import Interchange
import Scheduling

/// Reads resources one at a time from any location, reusing its buffers.
///
/// Safe: a line ends at a line feed within the bytes that are lent, and the document copies it.
final class ResourceReader {
  private let files: [InputFile]
  private let blockSize: Int
  private let document = JSONDocument()
  private let lines: LineReader
  private var bytes: [UInt8] = []

  init(_ files: [InputFile], blockSize: Int) throws(InputError) {
    self.files = files
    self.blockSize = blockSize
    lines = try LineReader(.empty(""))
  }

  /// Returns the name of a file in error messages.
  func name(of file: Int32) -> String { files[Int(file)].file.name }

  /// Parses the resource at a location; it is valid until the next one is read.
  ///
  /// - Throws: `InputError` if the file has changed since it was opened.
  func read(_ location: ResourceLocation) throws(InputError) -> JSONNode {
    bytes.removeAll(keepingCapacity: true)
    let file = files[Int(location.file)].file
    try file.requireUnchanged()
    try file.append(location.bytes, to: &bytes)
    try document.read(bytes)
    return document.root
  }

  /// Parses the resources of a run of lines one by one; each is valid until the next one is read.
  ///
  /// - Throws: `InputError` if the file cannot be read.
  func read(
    _ run: LineRun, of file: Int32, where isWanted: ((ResourceType) -> Bool)? = nil,
    _ body: (Result<JSONNode, InputError>, ResourceLocation) -> Void
  ) throws(InputError) {
    let source = files[Int(file)].file
    try source.requireUnchanged()
    try lines.restart(source.stream(run.bytes, blockSize: blockSize), line: run.line)
    repeat {
      lines.lend { bytes, number in
        pass(bytes, number, run.offset + lines.position, file, isWanted, body)
      }
    } while try takeLine(run, file, body)
  }

  /// Parses the complete lines of a block.
  private func pass(
    _ bytes: UnsafeBufferPointer<UInt8>, _ first: Int, _ start: Int, _ file: Int32,
    _ isWanted: ((ResourceType) -> Bool)?,
    _ body: (Result<JSONNode, InputError>, ResourceLocation) -> Void
  ) -> (bytes: Int, lines: Int) {
    guard let base = bytes.baseAddress else { return (0, 0) }
    var (position, count) = (0, 0)
    while position < bytes.count,
      let end = memchr(base + position, Int32(UInt8.newline), bytes.count - position)
    {
      let length = UnsafeRawPointer(end) - UnsafeRawPointer(base + position)
      let line = UnsafeBufferPointer(start: base + position, count: length)
      if isWanted.map({ ResourceHead.find(in: line)?.type.map($0) ?? true }) ?? true {
        let location = ResourceLocation(
          file: file, line: Int32(clamping: first + count), offset: start + position,
          length: length + 1)
        body(parse(line), location)
      }
      position += length + 1
      count += 1
    }
    return (position, count)
  }

  private func parse(_ line: UnsafeBufferPointer<UInt8>) -> Result<JSONNode, InputError> {
    do throws(InputError) {
      try document.read(line)
      return .success(document.root)
    } catch {
      return .failure(error)
    }
  }

  /// Parses a line that is longer than a block or has no line ending.
  private func takeLine(
    _ run: LineRun, _ file: Int32, _ body: (Result<JSONNode, InputError>, ResourceLocation) -> Void
  ) throws(InputError) -> Bool {
    guard let next = lines.next() else { return false }
    let start = run.offset + lines.lineStart
    var location = ResourceLocation(
      file: file, line: 0, offset: start, length: run.offset + lines.position - start)
    switch next {
    case .success(let line):
      location.line = Int32(clamping: line.number)
      var text = line.text
      body(text.withUTF8 { parse($0) }, location)
    case .failure(let error):
      if error.problem.isOfTheSystem { throw error }
      location.line = Int32(clamping: error.line ?? run.line)
      body(.failure(error), location)
    }
    return true
  }
}
