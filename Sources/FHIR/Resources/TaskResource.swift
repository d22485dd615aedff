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

/// The context for parsing a patient's resources.
struct PatientContext {
  var zone: Zone
  var profile: DosingProfile
  var sequences: DosageContext.Sequences
  /// The medications by `Medication/id`.
  var medications: [String: CodeableConcept]

  /// Returns the context for parsing dosages; `anchor` is the start that the resource gives.
  func dosages(from anchor: FHIRDateTime?) -> DosageContext {
    DosageContext(anchor: anchor, zone: zone, profile: profile, sequences: sequences)
  }
}

extension Resource {
  /// Returns the medication of a request, statement, administration or dispense.
  ///
  /// A referenced Medication that is missing is represented by the display text of the reference.
  func medication(_ context: PatientContext) throws(InputError) -> CodeableConcept {
    if let concept = try node.concept("medicationCodeableConcept") { return concept }
    if let reference = try node.object("medicationReference") {
      return try medication(reference, context)
    }
    guard let choice = try node.object("medication") else { return CodeableConcept(nil) }
    if let concept = try choice.concept("concept") { return concept }
    guard let reference = try choice.object("reference") else { return CodeableConcept(nil) }
    return try medication(reference, context)
  }

  // Safe: the key points into the name, and becomes a text before that goes.
  private func medication(
    _ reference: JSONNode, _ context: PatientContext
  ) throws(InputError) -> CodeableConcept {
    var display = CodeableConcept(nil)
    display.text = try reference.text("display")
    guard let text = try reference.text("reference") else { return display }
    if text.hasPrefix("#") {
      let id = String(text.dropFirst())
      let contained = try node.objects("contained").first { $0["id"]?.text == id }
      return try contained?.concept("code") ?? display
    }
    var name = location.bundle?.identities[text] ?? text
    let identity = name.withUTF8 { bytes in
      let key = ReferenceKey(bytes)
      return "\(ResourceType.medication.name)/\(String(decoding: key.bytes, as: UTF8.self))"
    }
    return context.medications[identity] ?? display
  }
}
