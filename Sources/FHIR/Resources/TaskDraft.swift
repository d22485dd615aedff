import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// A parsed request, before references to it are resolved.
struct TaskDraft {
  var task: CareTask
  /// The medication's codes, by which events without a reference find the task.
  var codings: [CodeableConcept.Coding] = []
  /// Whether it is followed only in hospital, so that stays do not put it on hold.
  var isInpatient = false
  var holds: [Hold] = []

  init(_ task: CareTask) { self.task = task }
}

/// The effect of a request's status on its course.
struct RequestCourse {
  var status: Status
  /// The last moment of the course as the request gives it.
  var end: FHIRDateTime?
  /// When the status last changed.
  var changed: FHIRDateTime?
  var lastUpdated: Instant?

  enum Status {
    case active, onHold
    /// Everything planned was done.
    case completed
    /// Stopped early.
    case ended
  }

  /// The course by status; requests with other statuses are not plans.
  private static let statuses: [String: Status] = [
    "active": .active, "on-hold": .onHold, "completed": .completed, "stopped": .ended,
    "ended": .ended, "revoked": .ended,
  ]

  /// The intents of requests to follow.
  private static let intents = ["order", "original-order", "reflex-order", "plan"]

  /// Parses the status and intent of a request.
  ///
  /// - Throws: `InputError` if the request is not to be followed.
  init(_ node: JSONNode) throws(InputError) {
    guard let status = try node.text("status") else {
      throw InputError(.missing, field: "status")
    }
    guard let meaning = RequestCourse.statuses[status] else {
      throw node.refused("status", .notAPlan)
    }
    self.status = meaning
    guard let intent = try node.text("intent") else {
      throw InputError(.missing, field: "intent")
    }
    guard RequestCourse.intents.contains(intent) else { throw node.refused("intent", .notAPlan) }
    if try node.boolean("doNotPerform") == true { throw node.refused("doNotPerform", .notAPlan) }
  }

  init(status: Status) { self.status = status }
}

extension RequestCourse {
  /// Sets the schedule of a draft: the plan, limited to the course.
  ///
  /// - Parameters:
  ///   - draft: The task.
  ///   - anchor: The start that the resource gives.
  ///   - context: The patient's context.
  ///   - notes: Receives warnings.
  ///   - plan: Returns the plan of the dosages in a context.
  /// - Throws: Errors of `plan`, or `InputError` if the end is unknown.
  func apply(
    to draft: inout TaskDraft, from anchor: FHIRDateTime?, _ context: PatientContext,
    _ notes: inout [InputError], _ plan: (DosageContext) throws(InputError) -> DosedPlan
  ) throws(InputError) {
    var dosages = context.dosages(from: anchor)
    dosages.end = end?.next
    let whole = try plan(dosages)
    notes += whole.notes
    draft.task.schedule = whole.schedule
    switch status {
    case .active: return
    case .completed where whole.end != nil || end != nil: return
    case .completed, .ended:
      dosages.stop = try moment(&notes).next
      draft.task.schedule = try plan(dosages).schedule
    case .onHold:
      var hold = Hold(
        task: draft.task.id, from: try moment(&notes).first, to: nil, reason: "on hold")
      hold.id = draft.task.id
      hold.recordedAt = lastUpdated
      draft.holds.append(hold)
    }
  }

  /// Returns when the status changed, as a start and as an end (exclusive).
  private func moment(_ notes: inout [InputError]) throws(InputError) -> (
    first: LocalOrInstant, next: LocalOrInstant
  ) {
    if let changed {
      return (changed.moment, changed.isDate ? changed.next ?? changed.moment : changed.moment)
    }
    guard let lastUpdated else {
      throw InputError(.against(.endUnknown, text: ""), field: "status")
    }
    notes.append(
      InputError(.against(.endAssumed, text: "\(lastUpdated)"), field: "meta.lastUpdated"))
    return (.instant(lastUpdated), .instant(lastUpdated))
  }
}

extension JSONNode {
  /// Returns the start that a resource gives: the first of some members that is present, each a
  /// path of one or two names.
  func anchor(
    _ paths: [[StaticString]], _ notes: inout [InputError]
  ) throws(InputError) -> FHIRDateTime? {
    for path in paths {
      let around = path.count > 1 ? try object(path[0]) : self
      guard let around, let name = path.last, let time = try around.dateTime(name) else { continue }
      notes.note(time, around[name])
      return time
    }
    return nil
  }
}

extension Schedule {
  /// Ends all elements at a moment (exclusive).
  mutating func end(at moment: LocalOrInstant, in zone: Zone) {
    let end = moment.instant(in: zone)
    elements = elements.compactMap { element in
      guard element.start.instant(in: zone) < end else { return nil }
      var element = element
      if element.end.map({ end < $0.instant(in: zone) }) ?? true { element.end = moment }
      return element
    }
  }
}

extension JSONNode {
  /// Returns the error for a member with an unsupported value.
  func refused(_ name: StaticString, _ rule: InputError.Rule) -> InputError {
    (self[name] ?? self).breaks(rule)
  }

  /// Returns the member as a list of `Annotation`s.
  func notes(_ name: StaticString) throws(InputError) -> [RecordNote] {
    var notes: [RecordNote] = []
    for node in try objects(name) {
      guard let text = try node.text("text") else { continue }
      let author = try node.text("authorString")
      notes.append(
        RecordNote(
          text, author: try author.or(try node.object("authorReference")?.text("display")),
          at: try node.dateTime("time")?.instant))
    }
    return notes
  }
}

extension Resource {
  /// Creates the task of the resource.
  func task(_ context: PatientContext) throws(InputError) -> CareTask {
    var task = CareTask(id: identity, schedule: Schedule([]))
    task.recordedAt = location.version == .kept ? lastUpdated : nil
    task.notes = try node.notes("note")
    return task
  }
}
