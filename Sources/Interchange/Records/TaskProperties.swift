import AdherenceAnalytics
import Scheduling

/// A task as a line of `tasks.ndjson` or an entry of a record line has it.
struct TaskProperties: Decodable {
  /// Whose task it is; absent inside a record.
  var patient: String?
  var task: CareTask

  private static let fields =
    [
      "patient", "id", "title", "instructions", "group", "carePlan", "schedule", "matching",
      "scoring", "minWait", "impactsAdherence",
    ] + VersionedFields.names

  init(from decoder: any Decoder) throws {
    let properties = try Properties(of: decoder, known: TaskProperties.fields)
    patient = try properties.text("patient")
    task = CareTask(
      id: try properties.require(try properties.text("id"), "id"),
      schedule: try properties.require(try properties.decode("schedule", .object), "schedule"))
    task.title = try properties.text("title")
    task.instructions = try properties.text("instructions")
    task.group = try properties.text("group")
    task.carePlan = try properties.text("carePlan")
    task.matching = try properties.choice("matching") ?? task.matching
    task.scoring = try properties.choice("scoring")
    task.minWait = try TaskProperties.minWait(properties)
    task.impactsAdherence = try properties.boolean("impactsAdherence") ?? true
    try task.readVersion(properties)
  }

  private static func minWait(_ properties: Properties) throws(InputError) -> Int? {
    guard let wait: Period = try properties.value("minWait", .period) else { return nil }
    guard !wait.isCivil else {
      throw InputError(
        .outOfRange(text: wait.description, rule: "be elapsed time, as in PT15M"),
        field: properties.path(to: "minWait"))
    }
    return wait.seconds
  }
}
