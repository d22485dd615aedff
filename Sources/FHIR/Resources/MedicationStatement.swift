import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// A parsed MedicationStatement, or MedicationUsage (its name in an R5 draft).
struct StatementDraft {
  /// The event, if it refers to a request; `nil` without a time of day.
  var event: Result<EventDraft, InputError>?
  /// The task, if no request has its medication; `nil` without dosages.
  var task: Result<TaskDraft, InputError>?
  var eventNotes: [InputError] = []
  var taskNotes: [InputError] = []
  /// The keys that it references.
  var references: [Int] = []
  var codings: [CodeableConcept.Coding] = []
  /// The R5 adherence code.
  var adherence: String?
  /// The period that the adherence code covers.
  var from: LocalOrInstant?
  var to: LocalOrInstant?
  var lastUpdated: Instant?
}

extension Resource {
  /// The statuses that report intake; R5 expresses this by the adherence code.
  private static let taken = ["active", "completed", "recorded", "stopped"]
  /// The course status for each statement status.
  private static let statements: [String: RequestCourse.Status] = [
    "active": .active, "recorded": .active, "on-hold": .onHold, "completed": .completed,
    "stopped": .ended,
  ]
  /// The R5 adherence codes for a medication not taken.
  private static let notTaken = [
    "not-taking", "on-hold", "on-hold-as-directed", "on-hold-not-as-directed", "stopped",
    "stopped-as-directed", "stopped-not-as-directed",
  ]

  /// Parses a MedicationStatement, independent of its role in the record.
  func statement(
    _ context: PatientContext, _ keys: inout KeyTable
  ) throws(InputError) -> StatementDraft {
    guard let status = try node.text("status") else { throw InputError(.missing, field: "status") }
    var draft = StatementDraft()
    draft.lastUpdated = lastUpdated
    for name in ["basedOn", "derivedFrom", "partOf"] as [StaticString] {
      draft.references += try node.objects(name).compactMap {
        keys.number(of: $0, in: location.bundle)
      }
    }
    let medication = try medication(context)
    draft.codings = medication.codings
    draft.adherence = try node.object("adherence")?.concept("code")?.codings.first?.code
    let time = try node.dateTime("effectiveDateTime")
    let period = try node.period("effectivePeriod")
    let start = try time.or(try node.start(period, "effectivePeriod"))
    draft.from = start?.moment
    draft.to = (time ?? period?.end).flatMap { $0.isDate ? $0.next : $0.moment }
    if let start, !start.isDate {
      let adherence = draft.adherence
      draft.event = Result { () throws(InputError) in
        try self.event(status, adherence, start, context, &draft.eventNotes)
      }
    }
    let dosages = try node.objects("dosage")
    if !dosages.isEmpty {
      draft.task = Result { () throws(InputError) in
        try self.task(
          status, medication, dosages, to: period?.end, context, &draft.taskNotes)
      }
    }
    return draft
  }

  private func event(
    _ status: String, _ adherence: String?, _ time: FHIRDateTime, _ context: PatientContext,
    _ notes: inout [InputError]
  ) throws(InputError) -> EventDraft {
    let isNotTaken = status == "not-taken" || adherence.map(Resource.notTaken.contains) ?? false
    guard isNotTaken || Resource.taken.contains(status) else {
      throw node.refused("status", .notAnOutcome)
    }
    if time.lacksOffset {
      let written = node["effectiveDateTime"] ?? node["effectivePeriod"]?["start"]
      notes.append((written ?? node).breaks(.missingOffset))
    }
    var outcome = outcome(at: time.first(in: context.zone), isNotTaken ? .skipped : .completed)
    let reasons = isNotTaken ? try node.reasons("statusReason") : []
    if reasons.contains(where: \.isRefusal) { outcome.status = .declined }
    outcome.notes = reasons.compactMap(\.title).map { RecordNote($0, title: "reason") }
    outcome.notes += try node.notes("note")
    return EventDraft(outcome: outcome)
  }

  private func task(
    _ status: String, _ medication: CodeableConcept, _ dosages: [JSONNode],
    to end: FHIRDateTime?, _ context: PatientContext,
    _ notes: inout [InputError]
  ) throws(InputError) -> TaskDraft {
    guard let meaning = Resource.statements[status] else {
      throw node.refused("status", .notAPlan)
    }
    var course = RequestCourse(status: meaning)
    (course.end, course.lastUpdated) = (end, lastUpdated)
    var task = try task(context)
    (task.title, task.group) = (medication.title, "medication")
    task.instructions = try dosages.instructions
    var draft = TaskDraft(task)
    draft.codings = medication.codings
    let anchor = try node.anchor(
      [["effectiveDateTime"], ["effectivePeriod", "start"], ["dateAsserted"]], &notes)
    try course.apply(to: &draft, from: anchor, context, &notes) { context throws(InputError) in
      try context.plan(ofDosages: dosages)
    }
    return draft
  }
}
