import AdherenceAnalytics
import Interchange
import Scheduling

/// A request as it is read, before it is known what refers to it.
struct TaskDraft {
  var task: CareTask
  /// The medicine's codes, by which events without a reference find the task.
  var codings: [CodeableConcept.Coding] = []
  /// Whether it is followed in hospital alone, so that stays there are no holds.
  var isInpatient = false
  var holds: [Hold] = []

  init(_ task: CareTask) { self.task = task }
}

/// How the status of a request bounds its course.
struct RequestCourse {
  var status: Status
  /// The last moment of the course as the request states it.
  var end: FHIRDateTime?
  /// When the status became what it is.
  var changed: FHIRDateTime?
  var lastUpdated: Instant?

  enum Status {
    case active, onHold
    /// All was done that was planned.
    case completed
    /// It was broken off.
    case ended
  }

  /// What statuses mean; with others a request is no plan.
  private static let statuses: [String: Status] = [
    "active": .active, "on-hold": .onHold, "completed": .completed, "stopped": .ended,
    "ended": .ended, "revoked": .ended,
  ]

  /// The intents of what somebody is to follow.
  private static let intents = ["order", "original-order", "reflex-order", "plan"]

  /// Reads status and intent of a request.
  ///
  /// - Throws: `InputError` where they say that nobody is to follow it.
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

  /// Takes what is known otherwise.
  init(status: Status) { self.status = status }
}

extension RequestCourse {
  /// Gives a draft its schedule: as planned, as far as the course goes.
  ///
  /// - Parameters:
  ///   - draft: The task.
  ///   - anchor: The start that the resource gives.
  ///   - context: The patient's.
  ///   - notes: Takes what is doubtful.
  ///   - plan: Makes the plan of dosages in a context.
  /// - Throws: What `plan` throws, or `InputError` where nothing says when it ended.
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

  /// When the status became what it is, as a beginning and as an end.
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
  /// The start that a resource gives: the first of some members that is there, each by a path of
  /// one or two names.
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
  /// Lets nothing occur from a moment on.
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
  /// The error of a member whose value is none that is read.
  func refused(_ name: StaticString, _ rule: InputError.Rule) -> InputError {
    (self[name] ?? self).breaks(rule)
  }

  /// The `Annotation`s that a member is.
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
  /// Begins the task that the resource becomes.
  func task(_ context: PatientContext) throws(InputError) -> CareTask {
    var task = CareTask(id: identity, schedule: Schedule([]))
    task.recordedAt = place.version == .kept ? lastUpdated : nil
    task.notes = try node.notes("note")
    return task
  }
}
