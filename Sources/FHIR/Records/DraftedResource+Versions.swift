import AdherenceAnalytics
import Scheduling

extension [DraftedResource] {
  /// Lets the versions of one resource, which are in order of time, stand for what they say
  /// together.
  ///
  /// What a history has of requests and events is kept, so that reports can say what was known
  /// when. An older version that could not be read is nobody's concern; a newest one that is no
  /// plan ends the ones before.
  mutating func settle() {
    guard let newest = lastIndex(where: { !$0.isDeletion }) else { return }
    for index in indices where index != newest && !self[index].isDeletion {
      switch self[index].content {
      case .failed, .inError: self[index].content = .nothing
      case .task, .statement, .fill, .observation: self[index].content = .nothing
      case .request, .carePlan, .event, .stay, .nothing: break
      }
    }
    switch self[newest].content {
    case .failed: end(before: newest, at: self[newest].updated)
    case .inError: takeBack(before: newest)
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

  /// Takes back what a newest version says was never so.
  private mutating func takeBack(before newest: Int) {
    var hasEvents = false
    for index in 0..<newest {
      switch self[index].content {
      case .event, .stay: hasEvents = true
      default: self[index].content = .nothing
      }
    }
    if hasEvents { self[newest].version = .deleted(self[newest].updated) }
  }

  /// Ends pauses that an earlier version began and a later one does not have.
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

/// The pauses of one task over its versions.
private struct Pauses {
  private var open: Hold?
  private var count = 0

  /// Takes the next version: it begins a pause, goes on with it, or ends it.
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
  /// Whether it says that the resource is no more.
  var isDeletion: Bool { if case .deleted = version { true } else { false } }
}
