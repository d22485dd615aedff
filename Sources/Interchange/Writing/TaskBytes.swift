import AdherenceAnalytics
import Diagnostics
import Formats
import Foundation
import Scheduling

/// An encoder of lines of `tasks.ndjson`.
struct TaskBytes {
  private var schedules: [Schedule: [UInt8]] = [:]
  private let encoder = JSONEncoder()

  /// The number of schedules at which the cache is cleared.
  private static let limit = 4096

  init() { encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes] }

  /// Appends a task as a line.
  ///
  /// - Throws: `InputError` if JSON cannot represent the task.
  mutating func append(_ task: CareTask, of patient: String, to bytes: inout [UInt8])
    throws(InputError)
  {
    var json = JSONBytes()
    try append(task, of: patient, to: &json)
    bytes.append(contentsOf: json.bytes)
    bytes.append(.newline)
  }

  /// Appends a task as an object, without the patient's id inside a record.
  mutating func append(_ task: CareTask, of patient: String? = nil, to json: inout JSONBytes)
    throws(InputError)
  {
    let schedule = try schedule(of: task)
    json.open("{")
    json.property("patient", patient)
    for field in CareTask.fields { json.property(field, of: task) }
    json.name("schedule")
    json.raw(schedule)
    json.close("}")
  }

  private mutating func schedule(of task: CareTask) throws(InputError) -> [UInt8] {
    if let known = schedules[task.schedule] { return known }
    let bytes: [UInt8]
    do {
      bytes = Array(try encoder.encode(task.schedule))
    } catch {
      throw (error as? InputError) ?? InputError(.unwritable(reason: "\(error)"), field: "schedule")
    }
    if schedules.count >= TaskBytes.limit { schedules.removeAll(keepingCapacity: true) }
    schedules[task.schedule] = bytes
    return bytes
  }
}
