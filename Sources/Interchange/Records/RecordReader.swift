public import Diagnostics
import Scheduling

/// A reader of records from a file or standard input, one line of JSON each, with bounded memory.
///
///     let reader = try RecordReader(path: path)
///     var patients: [String] = []
///     while let (line, entry) = reader.next() {
///       switch entry {
///       case .success(let read): patients.append(read.record.patient.id)
///       case .failure(let error): print(line, error)
///       }
///     }
///     // 2 records.ndjson:2: is not a JSON value: 'nope' (check quotes, commas and braces)
public struct RecordReader {
  /// A record, or the error of its line.
  public typealias Entry = Result<RecordLine, InputError>

  private let lines: TextLines

  /// Opens a file (`-` for standard input).
  ///
  /// - Throws: `InputError` if it cannot be opened.
  public init(path: String) throws(InputError) { lines = try TextLines(path: path) }

  /// Returns the next record or error with its line number; `nil` after the last one.
  public func next() -> (line: Int, entry: Entry)? {
    guard let next = lines.next() else { return nil }
    do throws(InputError) {
      let text = try next.text.get()
      let record = try RecordLine(text).located(source: lines.source, line: next.line)
      return (next.line, .success(record))
    } catch {
      return (next.line, .failure(error.at(source: lines.source, line: next.line)))
    }
  }
}

extension RecordLine {
  /// Returns the line with the location added to its problems.
  fileprivate func located(source: String, line: Int) -> RecordLine {
    RecordLine(record: record, problems: problems.map { $0.at(source: source, line: line) })
  }
}

/// The non-blank lines of a file or of standard input, with bounded memory.
package struct TextLines {
  /// The file's name in error messages.
  package let source: String
  private let reader: LineReader

  /// Opens a file (`-` for standard input).
  ///
  /// - Throws: `InputError` if it cannot be opened.
  package init(path: String) throws(InputError) {
    source = path == "-" ? "standard input" : String(path[path.lastPathStart...])
    reader = try LineReader(path: path, source: source)
  }

  /// Returns the next non-blank line or its error; `nil` after the last one.
  package func next() -> (line: Int, text: Result<String, InputError>)? {
    while let next = reader.next() {
      switch next {
      case .success(let line):
        if line.text.allSatisfy(\.isWhitespace) { continue }
        return (line.number, .success(line.text))
      case .failure(let error): return (error.line ?? 0, .failure(error))
      }
    }
    return nil
  }
}

extension String {
  /// The start of the last path component.
  fileprivate var lastPathStart: Index {
    lastIndex(of: "/").map(index(after:)) ?? startIndex
  }
}
