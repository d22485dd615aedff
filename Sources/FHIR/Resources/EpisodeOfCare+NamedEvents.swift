import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

// Episodes of care and studies as named events.
extension Resource {
  private static let episodeStages: [String: EventStage] = [
    "planned": .planned, "waitlist": .planned, "active": .begun, "onhold": .begun,
    "finished": .begun, "cancelled": .cancelled,
  ]

  func episode(_ notes: inout [InputError]) throws(InputError) -> [NamedEvent] {
    if try stage(Resource.episodeStages) == .cancelled { return [] }
    let name = try onlyTitle("type")?.trimmed ?? "episode of care"
    return try events(from: name, to: "end of \(name)", "type", &notes)
  }

  func subject(_ notes: inout [InputError]) throws(InputError) -> [NamedEvent] {
    let milestones = try milestones(&notes)
    if try !hasBegunObservation { return milestones }
    return try events(from: "enrolment", to: "end of study", "period", &notes) + milestones
  }

  /// Returns the events of the bounds of the period.
  private func events(
    from first: String, to last: String, _ field: String, _ notes: inout [InputError]
  ) throws(InputError) -> [NamedEvent] {
    let (start, end) = try bounds("period", &notes)
    var events: [NamedEvent] = []
    if let start { events.append(try event(first, at: start, field)) }
    if let end { events.append(try event(last, at: end, part: "end", field)) }
    return events
  }

  /// Returns the milestones of a subject in R5, numbered by name.
  private func milestones(_ notes: inout [InputError]) throws(InputError) -> [NamedEvent] {
    var (events, numbers): ([NamedEvent], [String: Int]) = ([], [:])
    for progress in try node.objects("progress") {
      guard let name = try progress.concept("milestone")?.title?.trimmed else { continue }
      guard let time = try progress.dateTime("startDate"), let node = progress["startDate"] else {
        throw progress.breaks(.noTime)
      }
      numbers[name, default: 0] += 1
      let number = numbers[name] ?? 1
      events.append(
        try event(
          name, at: try time.eventTime(node, &notes),
          part: "milestone.\(name)\(number == 1 ? "" : ".\(number)")", "progress.milestone"))
    }
    return events
  }
}
