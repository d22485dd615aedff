import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// The named events that a version of a resource gives.
indirect enum NamedEventDraft {
  /// The events; none if the planned event does not take place.
  case events([NamedEvent], notes: [InputError])
  /// No events, as the resource does not determine them.
  case failed(InputError)
}

extension ResourceType {
  /// Whether resources of the type give named events.
  var givesNamedEvents: Bool {
    switch self {
    case .procedure, .encounter, .episodeOfCare, .researchSubject: true
    default: false
    }
  }
}

extension Resource {
  /// Parses the named events of a resource.
  ///
  /// - Parameters:
  ///   - content: The other content of the resource.
  ///   - notes: The warnings about that content, which are not repeated.
  /// - Returns: The events; `nil` if the resource says nothing about any.
  func namedEvents(
    beside content: DraftedResource.Content, _ notes: [InputError]
  ) -> NamedEventDraft? {
    guard type.givesNamedEvents else { return nil }
    switch content {
    case .failed: return nil
    case .inError: return .events([], notes: [])
    default: break
    }
    do throws(InputError) {
      var own: [InputError] = []
      let events = try namedEvents(&own)
      let known = notes.map(\.description)
      return .events(events, notes: own.filter { !known.contains($0.description) })
    } catch {
      return .failed(error)
    }
  }

  private func namedEvents(_ notes: inout [InputError]) throws(InputError) -> [NamedEvent] {
    switch type {
    case .procedure: try procedure(&notes)
    case .encounter: try encounter(&notes)
    case .episodeOfCare: try episode(&notes)
    default: try subject(&notes)
    }
  }

  /// Creates an event that is identified by the resource, or by a part of it.
  func event(
    _ name: String, at time: LocalOrInstant, part: String? = nil, _ field: String
  ) throws(InputError) -> NamedEvent {
    let name = name.trimmed
    if name.isEmpty { throw InputError(.against(.noName, text: ""), field: field) }
    try name.requireEventName(field)
    var event = NamedEvent(name, at: time)
    event.id = part.map { "\(identity)#\($0)" } ?? identity
    event.recordedAt = lastUpdated
    return event
  }

  /// Returns whether the resource takes place.
  ///
  /// - Throws: `InputError` if its status does not say so.
  func stage(_ stages: [String: EventStage]) throws(InputError) -> EventStage {
    guard let status = try node.text("status") else { throw InputError(.missing, field: "status") }
    guard let stage = stages[status] else { throw node.refused("status", .notAnEvent) }
    return stage
  }
}

/// Whether something takes place, by the status of its resource.
enum EventStage {
  case planned, begun
  /// It does not take place.
  case cancelled
}

// Procedures.
extension Resource {
  private static let procedureStages: [String: EventStage] = [
    "preparation": .planned, "in-progress": .begun, "on-hold": .begun, "stopped": .begun,
    "completed": .begun, "not-done": .cancelled,
  ]
  private static let performed: [StaticString] = ["performedDateTime", "occurrenceDateTime"]
  private static let performedPeriods: [StaticString] = ["performedPeriod", "occurrencePeriod"]

  private func procedure(_ notes: inout [InputError]) throws(InputError) -> [NamedEvent] {
    let stage = try stage(Resource.procedureStages)
    if stage == .cancelled { return [] }
    guard let time = try performedTime(&notes) else {
      if stage == .planned { return [] }
      throw InputError(.against(.noTime, text: ""), field: "\(Resource.performed[0])")
    }
    var event = try event(try node.concept("code")?.title ?? "", at: time, "code")
    event.notes = try node.notes("note")
    return [event]
  }

  private func performedTime(_ notes: inout [InputError]) throws(InputError) -> LocalOrInstant? {
    for name in Resource.performed {
      if let time = try node.dateTime(name) { return try time.eventTime(node[name], &notes) }
    }
    for name in Resource.performedPeriods {
      guard let period = try node.period(name) else { continue }
      return try node.start(period, name)?.eventTime(node[name]?["start"], &notes)
    }
    return nil
  }
}

extension FHIRDateTime {
  /// Returns the time of an event, with a warning if it lacks an offset.
  ///
  /// - Throws: `InputError` if the day is missing.
  func eventTime(
    _ node: JSONNode?, _ notes: inout [InputError]
  ) throws(InputError) -> LocalOrInstant {
    if isPartial, let node { throw node.breaks(.partialEvent) }
    notes.note(self, node)
    return moment
  }
}
