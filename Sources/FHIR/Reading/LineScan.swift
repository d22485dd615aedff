import Diagnostics
import Formats
import Foundation
import Interchange
import Scheduling

/// One pass over an NDJSON file.
///
/// Lines in the common form are scanned only for type and patient; all others are parsed.
///
/// Safe: a line ends at a line feed within the bytes, and is used while the reader lends them.
struct LineScan {
  private let reader: LineReader
  private let name: String
  private let document = JSONDocument()

  init(_ file: DatasetFile, blockSize: Int) throws(InputError) {
    name = file.name
    reader = try LineReader(try file.stream(blockSize: blockSize))
  }

  /// A line including its line ending, and its line number.
  struct Line {
    var bytes: Range<Int>
    var number: Int
  }

  /// Reads to the end of the file.
  ///
  /// - Parameters:
  ///   - glance: Receives the head of a line and its bytes.
  ///   - closely: Receives the parsed resource of a line whose head could not be scanned.
  ///   - failed: Receives the error of an invalid line.
  /// - Throws: `InputError` where the file cannot be read.
  func run(
    glance: (ResourceHead, UnsafeBufferPointer<UInt8>, Line) -> Void,
    closely: (JSONNode, Line) -> Void, failed: (InputError) -> Void
  ) throws(InputError) {
    repeat {
      reader.lend { bytes, number in pass(bytes, number, reader.position, glance) }
    } while try takeLine(closely, failed)
  }

  /// Scans lines up to the next one that has to be parsed.
  private func pass(
    _ bytes: UnsafeBufferPointer<UInt8>, _ first: Int, _ start: Int,
    _ glance: (ResourceHead, UnsafeBufferPointer<UInt8>, Line) -> Void
  ) -> (bytes: Int, lines: Int) {
    guard let base = bytes.baseAddress else { return (0, 0) }
    var (position, lines) = (0, 0)
    while position < bytes.count,
      let end = memchr(base + position, Int32(UInt8.newline), bytes.count - position)
    {
      let length = UnsafeRawPointer(end) - UnsafeRawPointer(base + position)
      let line = UnsafeBufferPointer(start: base + position, count: length)
      guard let head = ResourceHead.find(in: line) else { break }
      let range = start + position..<start + position + length + 1
      glance(head, line, Line(bytes: range, number: first + lines))
      position += length + 1
      lines += 1
    }
    return (position, lines)
  }

  /// Parses one line; returns whether there was one.
  private func takeLine(
    _ closely: (JSONNode, Line) -> Void, _ failed: (InputError) -> Void
  ) throws(InputError) -> Bool {
    guard let next = reader.next() else { return false }
    do throws(InputError) {
      let line = try next.get()
      if line.text.utf8.allSatisfy({ $0 == 32 || 9...13 ~= $0 }) { return true }
      do throws(InputError) {
        try document.read(line.text.utf8)
      } catch {
        throw error.at(source: name, line: line.number)
      }
      let range = reader.lineStart..<reader.position
      closely(document.root, Line(bytes: range, number: line.number))
    } catch {
      if case .unreadable = error.problem { throw error }
      failed(error)
    }
    return true
  }
}
