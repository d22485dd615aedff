import AdherenceAnalytics
import Diagnostics
import Formats
import Scheduling

/// A reader of lines of `tasks.ndjson` with reused buffers.
final class TaskReader {
  let file: DatasetFile
  private let reader: LineReader
  private let blockSize: Int
  private var lines = TaskLines()

  init(_ file: DatasetFile, blockSize: Int) throws(InputError) {
    self.file = file
    self.blockSize = blockSize
    reader = try LineReader(.empty(file.name))
  }

  /// Reads the tasks of runs one by one and passes them with their line to the body.
  func read(
    _ runs: ArraySlice<LineRun>, _ body: (Result<CareTask, InputError>, Int) -> Void
  ) throws(InputError) {
    for run in runs {
      try reader.restart(file.stream(run.bytes, blockSize: blockSize), line: run.line)
      repeat {
        reader.lend { bytes, line in readPlainLines(bytes, line: line, body) }
      } while try readLine(body)
    }
  }

  /// Parses one line and returns whether there was one.
  private func readLine(_ body: (Result<CareTask, InputError>, Int) -> Void) throws(InputError)
    -> Bool
  {
    guard let next = reader.next() else { return false }
    switch next {
    case .success(let line):
      do throws(InputError) {
        body(.success(try JSONLine.decode(TaskProperties.self, from: line.text).task), line.number)
      } catch {
        body(.failure(error.inLastLine(reader.endsWithoutNewline)), line.number)
      }
    case .failure(let error):
      if error.problem.endsReading { throw error }
      body(.failure(error), error.line ?? 0)
    }
    return true
  }

  // Safe: a line ends at a line feed within the bytes, and does not escape the call.
  private func readPlainLines(
    _ bytes: UnsafeBufferPointer<UInt8>, line: Int,
    _ body: (Result<CareTask, InputError>, Int) -> Void
  ) -> (bytes: Int, lines: Int) {
    guard let base = bytes.baseAddress else { return (0, 0) }
    var (position, lines) = (0, 0)
    while true {
      let length = (base + position).distance(to: .newline, before: bytes.count - position)
      if position + length >= bytes.count { break }
      let text = UnsafeBufferPointer(start: base + position, count: length)
      do throws(InputError) {
        body(.success(try self.lines.task(text)), line + lines)
      } catch {
        body(.failure(error), line + lines)
      }
      position += length + 1
      lines += 1
    }
    return (position, lines)
  }
}
