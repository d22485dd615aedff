package import AdherenceAnalytics
package import Diagnostics
import Formats
import Scheduling

/// A decoder of lines of `tasks.ndjson`: many patients have equal plans that only start on other
/// days.
///
/// A line that differs from an earlier one in nothing but the patient and the times is derived from
/// the task of that one.
///
/// Safe: ranges are those of texts in the document, which is not changed while they are used.
package struct TaskLines {
  private let json = JSONLine()
  private var tasks: [Key: CareTask] = [:]
  private var dates = DateCache()
  // Reused from line to line.
  private var key = Key()
  private var times: [(slot: TaskSlot, text: Range<Int>)] = []
  private var cuts: [Range<Int>] = []

  /// The number of tasks at which the cache is cleared.
  private static let limit = 1024

  package init() {}

  /// A key with a single hash over all bytes.
  package struct Key: Hashable {
    package var bytes: [UInt8] = []

    package init() {}

    /// Hashes the bytes as one piece.
    package func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// Decodes a line.
  package mutating func task(
    _ line: UnsafeBufferPointer<UInt8>
  ) throws(InputError) -> CareTask {
    let root = try json.root(of: line)
    findTimes(in: root)
    makeKey(root)
    if let task = tasks[key].flatMap({ derived(from: $0, root) }) { return task }
    let task = try json.decode(TaskProperties.self, root, of: line).task
    if derived(from: task, root) == task {
      if tasks.count >= TaskLines.limit { tasks.removeAll(keepingCapacity: true) }
      tasks[key] = task
    }
    return task
  }

  /// Finds the times of nineteen bytes, and `recordedAt` with a trailing `Z`.
  private mutating func findTimes(in task: JSONNode) {
    times.removeAll(keepingCapacity: true)
    add(task["effectiveFrom"], .effectiveFrom)
    add(task["recordedAt"], .recordedAt)
    for (index, element) in (task["schedule"]?["elements"]?.elements ?? []).enumerated() {
      add(element["start"], .start(index))
      add(element["begin"], .begin(index))
      add(element["end"], .end(index))
    }
  }

  private mutating func add(_ time: JSONNode?, _ slot: TaskSlot) {
    guard let text = time?.plainBytes, text.dropFirst(10).first == UInt8(ascii: "T"),
      slot == .recordedAt
        ? text.count == 20 && text.last == UInt8(ascii: "Z") : text.count == 19
    else { return }
    times.append((slot, text.indices))
  }

  /// Copies the line with the patient and each time replaced by a byte that JSON does not allow.
  private mutating func makeKey(_ task: JSONNode) {
    key.bytes.removeAll(keepingCapacity: true)
    cuts.removeAll(keepingCapacity: true)
    if let patient = task["patient"]?.plainBytes { cuts.append(patient.indices) }
    for time in times { cuts.append(time.text) }
    cuts.sort { $0.lowerBound < $1.lowerBound }
    var position = 0
    for cut in cuts {
      key.bytes.append(contentsOf: task.document.bytes[position..<cut.lowerBound])
      key.bytes.append(0)
      position = cut.upperBound
    }
    key.bytes.append(contentsOf: task.document.bytes[position...])
  }

  /// Returns a task with the times of a line; `nil` if one is invalid or contradicts the plan.
  private mutating func derived(from task: CareTask, _ line: JSONNode) -> CareTask? {
    var task = task
    let isValid = line.document.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return false }
      return times.allSatisfy { slot, text in
        var cursor = RowCursor(next: base + text.lowerBound, end: base + text.upperBound)
        guard let seconds = cursor.localSeconds(&dates) else { return false }
        task.set(slot, to: seconds)
        return true
      }
    }
    return isValid && (try? task.schedule.validate()) != nil ? task : nil
  }
}

/// A property of a task with a time; those of an element with its position.
private enum TaskSlot: Hashable {
  case effectiveFrom, recordedAt
  case start(Int), begin(Int), end(Int)
}

extension CareTask {
  /// Sets a slot to a local second, or `recordedAt` to an instant.
  fileprivate mutating func set(_ slot: TaskSlot, to seconds: Int64) {
    if slot == .recordedAt { return recordedAt = Instant(seconds: seconds) }
    let local = LocalOrInstant.local(CivilDateTime(localSeconds: seconds))
    switch slot {
    case .effectiveFrom: effectiveFrom = local
    case .recordedAt: break
    case .start(let index): schedule.elements[index].start = local
    case .begin(let index): schedule.elements[index].begin = local
    case .end(let index): schedule.elements[index].end = local
    }
  }
}

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
