import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// A parsed FHIR Task: a task of its own, or an event of a request in `basedOn`.
struct TaskResourceDraft {
  /// The keys of its `basedOn`.
  var basedOn: [Int]
  /// The task of its own, or the error.
  var task: Result<TaskDraft, InputError>
  /// Its outcome, or the error.
  var event: Result<EventDraft, InputError>
  /// Whether its occurrence is cancelled.
  var isCancelled: Bool
  /// The warnings of the task and of the event.
  var taskNotes: [InputError]
  var eventNotes: [InputError]
}

extension Resource {
  /// The outcome status by Task status.
  private static let outcomes: [String: Outcome.Status] = [
    "completed": .completed, "rejected": .declined, "failed": .declined,
  ]
  /// The statuses of a Task that requests nothing.
  private static let notAsked = ["draft", "unknown"]
  /// The intents of Tasks that are not yet requested.
  private static let notMeant = ["proposal", "option"]

  /// Parses a Task, independent of its role in the record.
  func taskResource(
    _ context: PatientContext, _ keys: inout KeyTable
  ) throws(InputError) -> TaskResourceDraft {
    guard let status = try node.text("status") else { throw InputError(.missing, field: "status") }
    let basedOn = try node.objects("basedOn").compactMap {
      keys.number(of: $0, in: location.bundle)
    }
    var taskNotes: [InputError] = []
    var eventNotes: [InputError] = []
    let task = Result { () throws(InputError) in try ownTask(status, context, &taskNotes) }
    let event = Result { () throws(InputError) in
      EventDraft(outcome: try taskOutcome(status, context, &eventNotes))
    }
    return TaskResourceDraft(
      basedOn: basedOn, task: task, event: event, isCancelled: status == "cancelled",
      taskNotes: taskNotes, eventNotes: eventNotes)
  }

  private func ownTask(
    _ status: String, _ context: PatientContext, _ notes: inout [InputError]
  ) throws(InputError) -> TaskDraft {
    if Resource.notAsked.contains(status) { throw node.refused("status", .notAPlan) }
    if Resource.notMeant.contains(try node.text("intent") ?? "") {
      throw node.refused("intent", .notAPlan)
    }
    if try node.boolean("doNotPerform") == true { throw node.refused("doNotPerform", .notAPlan) }
    var course = RequestCourse(status: status == "on-hold" ? .onHold : .active)
    course.lastUpdated = lastUpdated
    var task = try task(context)
    task.title = try node.concept("code")?.title.or(try node.text("description"))
    task.instructions = try node.text("description")
    var draft = TaskDraft(task)
    guard let period = try askedPeriod else {
      throw InputError(.against(.noPattern, text: ""), field: "restriction.period")
    }
    try course.apply(to: &draft, from: nil, context, &notes) { context throws(InputError) in
      try context.plan(within: period.period, period.node)
    }
    return draft
  }

  /// The period within which it is to be done.
  private var askedPeriod: (period: FHIRPeriod, node: JSONNode)? {
    get throws(InputError) {
      let restriction = try node.object("restriction")
      let candidates: [(JSONNode?, StaticString)] = [
        (restriction, "period"), (node, "requestedPeriod"), (node, "executionPeriod"),
      ]
      for (around, name) in candidates {
        if let around, let period = try around.period(name), let node = around[name] {
          return (period, node)
        }
      }
      return nil
    }
  }

  private func taskOutcome(
    _ status: String, _ context: PatientContext, _ notes: inout [InputError]
  ) throws(InputError) -> Outcome {
    guard let meaning = Resource.outcomes[status] else {
      throw node.refused("status", .notAnOutcome)
    }
    let execution = try node.object("executionPeriod")
    let end = try execution?.dateTime("end")
    let modified = try node.dateTime("lastModified")
    guard let time = end ?? modified,
      let written = end == nil ? node["lastModified"] : execution?["end"]
    else { throw InputError(.against(.noTime, text: ""), field: "executionPeriod.end") }
    if time.isDate { throw written.breaks(.partialEvent) }
    notes.note(time, written)
    var outcome = outcome(at: time.first(in: context.zone), meaning)
    if meaning == .declined {
      let reasons = try node.reasons("statusReason")
      outcome.notes = reasons.compactMap(\.title).map { RecordNote($0, title: "reason") }
    }
    return outcome
  }
}
