import AdherenceAnalytics
import Diagnostics
import Scheduling

/// A task as a line of `tasks.ndjson` or an entry of a record line.
struct TaskProperties: Decodable {
  /// The id of the task's patient; absent inside a record.
  var patient: String?
  var task: CareTask

  private static let names = ["patient"] + CareTask.fieldNames + ["schedule"]

  init(from decoder: any Decoder) throws {
    let properties = try Properties(of: decoder, known: TaskProperties.names)
    patient = try properties.text("patient")
    task = CareTask(
      id: try properties.require(try properties.text("id"), "id"),
      schedule: try properties.require(try properties.decode("schedule", .object), "schedule"))
    try task.read(properties)
  }
}
