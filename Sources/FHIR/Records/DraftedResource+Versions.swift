import AdherenceAnalytics
import Diagnostics
import Interchange
import Scheduling

extension [DraftedResource] {
  /// Merges the versions of one resource, given in order of time.
  ///
  /// All versions of requests and events in a history are kept, so that reports can apply a
  /// knowledge cutoff. An older version that failed to parse is ignored; a newest version that is
  /// not a plan ends the previous ones.
  mutating func settle() {
    guard let newest = lastIndex(where: { !$0.isDeletion }) else { return }
    for index in indices where index != newest && !self[index].isDeletion {
      if case .failed = self[index].named { self[index].named = nil }
      switch self[index].content {
      case .failed, .inError: self[index].content = .nothing
      case .task, .statement, .fill, .observation: self[index].content = .nothing
      case .request, .carePlan, .event, .stay, .nothing: break
      }
    }
    switch self[newest].content {
    case .failed: end(before: newest, at: self[newest].updated)
    case .inError: retract(before: newest)
    default: break
    }
    if contains(where: \.isDeletion), case .fill = self[newest].content {
      self[newest].content = .nothing
    }
    closeHolds()
  }

  private mutating func end(before newest: Int, at moment: Instant) {
    for index in 0..<newest { self[index].end = moment }
  }

  /// Retracts versions that the newest one declares erroneous.
  private mutating func retract(before newest: Int) {
    var hasEvents = false
    for index in 0..<newest {
      switch self[index].content {
      case .event, .stay: hasEvents = true
      default: self[index].content = .nothing
      }
    }
    if hasEvents { self[newest].version = .deleted(self[newest].updated) }
  }

  /// Closes holds that an earlier version began and a later one does not contain.
  private mutating func closeHolds() {
    var pauses: [String: Pauses] = [:]
    for index in indices {
      let updated = self[index].updated
      switch self[index].content {
      case .request(var draft):
        pauses[draft.task.id, default: Pauses()].add(&draft, updated)
        self[index].content = .request(draft)
      case .carePlan(var plan):
        for number in plan.activities.indices {
          guard case .success(var draft) = plan.activities[number].task else { continue }
          pauses[draft.task.id, default: Pauses()].add(&draft, updated)
          plan.activities[number].task = .success(draft)
        }
        self[index].content = .carePlan(plan)
      default: break
      }
    }
  }
}

/// The holds of one task over its versions.
private struct Pauses {
  private var open: Hold?
  private var count = 0

  /// Adds the next version, which begins, continues or ends a hold.
  mutating func add(_ draft: inout TaskDraft, _ updated: Instant) {
    if var pause = draft.holds.first {
      draft.holds = []
      if open != nil { return }
      count += 1
      if count > 1, let id = pause.id { pause.id = "\(id)#\(count)" }
      (open, draft.holds) = (pause, [pause])
    } else if var pause = open {
      pause.to = .instant(updated)
      pause.recordedAt = updated
      (open, draft.holds) = (nil, [pause])
    }
  }
}

extension DraftedResource {
  /// Whether the version is a deletion.
  var isDeletion: Bool { if case .deleted = version { true } else { false } }
}

/// A parsed resource, before references are resolved.
struct DraftedResource {
  var key: Int
  var type: ResourceType
  var file: Int32
  var line: Int32
  var id: String
  /// The time of the last update; `.earliest` if unknown.
  var updated: Instant
  var version: ResourceLocation.Version
  var content: Content
  /// The named events; `nil` if the version says nothing about any.
  var named: NamedEventDraft?
  /// Warnings.
  var notes: [InputError] = []
  /// When a later version without a plan replaced it; `nil` if none did.
  var end: Instant?

  /// The record content of the resource.
  ///
  /// Rare cases are indirect to keep events small.
  enum Content {
    indirect case request(TaskDraft)
    indirect case carePlan(CarePlanDraft)
    indirect case task(TaskResourceDraft)
    indirect case statement(StatementDraft)
    case event(EventDraft)
    case fill(Fill)
    case stay(StayDraft)
    indirect case observation(ObservationDraft)
    /// No content, without an error.
    case nothing
    /// No content, because the status is `entered-in-error`.
    case inError
    case failed(InputError)
  }

  var identity: String { type.prefix + id }

  var isEvent: Bool { if case .event = content { true } else { false } }
}
