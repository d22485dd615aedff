import Diagnostics
import Formats
import Foundation
import Scheduling

/// A scan of `tasks.ndjson` that indexes the lines of each patient.
///
/// In lines of the usual form only the patient is compared; all others are parsed.
final class TaskScan {
  private let reader: LineReader
  private let places: PatientIndex
  private let name: String
  private(set) var runs: RunCollector
  private var lastPlace = -1

  init(
    _ file: DatasetFile, places: PatientIndex, collecting runs: RunCollector, blockSize: Int
  ) throws(InputError) {
    reader = try LineReader(try file.stream(blockSize: blockSize))
    name = file.name
    self.places = places
    self.runs = runs
  }

  /// Scans to the end of the file; the closure receives the errors that belong to no patient.
  func run(_ body: (InputError) -> Void) throws(InputError) {
    repeat {
      reader.lend { bytes, line in passPlainLines(bytes, line: line) }
    } while try takeLine(body)
    runs.sort()
  }

  private func takeLine(_ body: (InputError) -> Void) throws(InputError) -> Bool {
    guard let next = reader.next() else { return false }
    do throws(InputError) {
      let line = try next.get()
      if line.text.allSatisfy(\.isWhitespace) { return true }
      do throws(InputError) {
        try add(line)
      } catch {
        throw error.inLastLine(reader.endsWithoutNewline).at(source: name, line: line.number)
      }
    } catch {
      if error.problem.endsReading { throw error }
      body(error)
    }
    return true
  }

  private func add(_ line: LineReader.Line) throws(InputError) {
    let task = try JSONLine.decode(TaskProperties.self, from: line.text)
    guard let id = task.patient else { throw InputError(.missing, field: "patient") }
    guard let place = places.place(of: id) else { throw .unknownPatient(id) }
    runs.add(place: place, bytes: reader.lineStart..<reader.position, line: line.number)
  }

  // Safe: a line ends at a line feed within the bytes, and its id within the line.
  private func passPlainLines(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) -> (
    bytes: Int, lines: Int
  ) {
    guard let base = bytes.baseAddress else { return (0, 0) }
    let start = reader.position
    var (position, lines) = (0, 0)
    while true {
      let length = (base + position).distance(to: .newline, before: bytes.count - position)
      if position + length >= bytes.count { break }
      let text = UnsafeBufferPointer(start: base + position, count: length)
      guard let id = JSONMemberScan.text(of: "patient", in: text),
        let place = places.place(of: UnsafeBufferPointer(rebasing: text[id]))
      else { break }
      let range = start + position..<start + position + length + 1
      runs.add(place: place, bytes: range, line: line + lines)
      position += length + 1
      lines += 1
    }
    return (position, lines)
  }
}
