import AdherenceAnalytics
import Diagnostics
import Interchange
import Scheduling

// Procedures, encounters, episodes of care and studies as events that schedules can follow.
extension RecordAssembly {
  /// Adds the named events of all resources with their versions.
  mutating func addNamedEvents() {
    var (order, versions): ([Int], [Int: [DraftedResource]]) = ([], [:])
    for resource in plans where resource.type.givesNamedEvents {
      if versions[resource.key] == nil { order.append(resource.key) }
      versions[resource.key, default: []].append(resource)
    }
    for key in order { addNamedEvents(versions[key] ?? []) }
  }

  /// Adds the events of the versions of one resource.
  private mutating func addNamedEvents(_ versions: [DraftedResource]) {
    var events = EventVersions()
    let sorted = versions.enumerated().sorted {
      ($0.element.updated, $0.offset) < ($1.element.updated, $1.offset)
    }
    for (_, resource) in sorted {
      if case .deleted(let moment) = resource.version {
        if let moment { events.replace(with: [], at: moment) }
        continue
      }
      switch resource.named {
      case .events(let named, let notes)?:
        events.replace(with: named, at: resource.recordedAt)
        countNamedEvents(named, resource, notes)
      case .failed(let error)?: reject(resource, \.namedEvents, error)
      case nil: break
      }
    }
    record.namedEvents += events.all
  }

  private mutating func countNamedEvents(
    _ events: [NamedEvent], _ resource: DraftedResource, _ notes: [InputError]
  ) {
    counts.namedEvents.read += events.count
    if !notes.isEmpty { counts.namedEvents.withWarnings += events.count }
    for note in notes { report(note, resource) }
  }
}

extension DraftedResource {
  /// When the version was recorded; `nil` if unknown.
  var recordedAt: Instant? { updated == .earliest ? nil : updated }
}

/// The events of one resource over its versions.
private struct EventVersions {
  /// The versions of each event, which have the same name and id.
  private var events: [[NamedEvent]] = []

  /// All versions, in order of the first recording of each event.
  var all: [NamedEvent] { events.flatMap(\.self) }

  /// Records the events of the next version of the resource: new ones are added, others are corrected, and those
  /// that it no longer gives are withdrawn.
  mutating func replace(with events: [NamedEvent], at moment: Instant?) {
    for index in self.events.indices {
      guard var gone = self.events[index].last, !gone.isDeleted,
        !events.contains(where: { $0.isSame(as: gone) })
      else { continue }
      (gone.isDeleted, gone.recordedAt) = (true, moment)
      append(gone, to: index)
    }
    for event in events { add(event) }
    self.events.removeAll(where: \.isEmpty)
  }

  private mutating func add(_ event: NamedEvent) {
    if let index = events.firstIndex(where: { $0.last?.isSame(as: event) == true }) {
      guard let last = events[index].last else { return }
      var next = event
      next.id = last.id
      if last.isDeleted || (last.time, last.notes) != (next.time, next.notes) {
        append(next, to: index)
      }
      return
    }
    var event = event
    // All versions with an id have one name, so that another name needs another id.
    if let id = event.id, events.contains(where: { $0.last?.id == id }) {
      event.id = "\(id)#\(event.name)"
    }
    events.append([event])
  }

  /// Appends a version, replacing one that was recorded at the same time.
  private mutating func append(_ event: NamedEvent, to index: Int) {
    if events[index].last?.recordedAt == event.recordedAt { events[index].removeLast() }
    if events[index].isEmpty && event.isDeleted { return }
    events[index].append(event)
  }
}

extension NamedEvent {
  /// Returns whether a version belongs to this event: it has the name, and the id of the same part of the resource.
  fileprivate func isSame(as other: NamedEvent) -> Bool {
    guard name == other.name, let id, let own = other.id else { return false }
    return own == id || own == "\(id)#\(name)"
  }
}
