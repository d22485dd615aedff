import AdherenceAnalytics
import Scheduling

/// Tasks that were read before, by the bytes of their line without the patient: many patients are asked
/// to do the same.
struct TaskCache {
  private var tasks: [[UInt8]: CareTask] = [:]
  private var key: [UInt8] = []

  /// More than these are forgotten all at once.
  private static let limit = 4096

  /// The task of a line whose patient's value stands at a range.
  mutating func task(
    _ line: UnsafeBufferPointer<UInt8>, patient: Range<Int>
  ) throws(InputError) -> CareTask {
    key.removeAll(keepingCapacity: true)
    key.append(contentsOf: line[..<patient.lowerBound])
    key.append(contentsOf: line[patient.upperBound...])
    if let known = tasks[key] { return known }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw InputError(.broken(.invalidUTF8))
    }
    let task = try JSONLine.decode(TaskLine.self, from: text).task
    if tasks.count >= TaskCache.limit { tasks.removeAll(keepingCapacity: true) }
    tasks[key] = task
    return task
  }
}
