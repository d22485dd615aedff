package import AdherenceAnalytics
package import Scheduling
import Testing

// Records from short texts.

package func period(_ text: String) throws -> ISODuration { try #require(ISODuration(text)) }
package func moment(_ text: String) throws -> LocalOrInstant { try #require(LocalOrInstant(text)) }
package func key(_ text: String) throws -> OccurrenceKey { try #require(OccurrenceKey(text)) }

package func patient(_ id: String = "P1", in zoneName: String = "UTC", group: String? = nil) throws
  -> Patient
{
  Patient(id: id, zone: try zone(zoneName), group: group)
}

/// Returns an element that repeats daily by default.
package func element(
  _ id: String = "tablet", from start: String, every: String? = "P1D", at times: [String] = [],
  until end: String? = nil, lasting duration: String? = nil, window: ScheduleElement.Window? = nil,
  targets: [ScheduleElement.Target] = []
) throws -> ScheduleElement {
  var element = ScheduleElement(id, from: try moment(start))
  element.recurrence = try every.map { .every(try period($0)) } ?? .once
  element.times = try times.map { try #require(CivilTime($0)) }
  element.end = try end.map(moment)
  element.duration = try duration.map(period) ?? .zero
  element.window = window
  element.targets = targets
  return element
}

package func window(opens: String = "PT0S", closes: String, late: String? = nil) throws
  -> ScheduleElement.Window
{
  ScheduleElement.Window(
    opensBefore: try period(opens), closesAfter: try period(closes),
    lateUntil: try late.map(period))
}

package func task(
  _ id: String = "tablet", _ matching: Matching = .window, _ elements: ScheduleElement...
)
  -> CareTask
{
  var task = CareTask(id: id, schedule: Schedule(elements))
  task.matching = matching
  return task
}

/// Returns a version of a named event.
package func namedEvent(
  _ name: String, _ time: String, _ id: String? = nil, recorded: String? = nil,
  isDeleted: Bool = false
) throws -> NamedEvent {
  var event = NamedEvent(name, at: try moment(time))
  (event.id, event.isDeleted) = (id, isDeleted)
  event.recordedAt = try recorded.map(at)
  return event
}

/// Returns an event at a local time of a zone, or at an instant.
package func event(
  _ time: String, in zoneName: String = "UTC", of task: String = "tablet", value: Double? = nil,
  units: String? = nil, status: Outcome.Status = .completed
) throws -> Outcome {
  Outcome(
    task: task, time: try moment(time).instant(in: try zone(zoneName)),
    values: value.map { [OutcomeValue(.number($0), units: units)] } ?? [], status: status)
}

/// Returns an outcome of the occurrence with a key.
package func outcome(
  _ keyText: String, at time: String? = nil, of task: String = "tablet", value: Double? = nil,
  status: Outcome.Status = .completed
) throws -> Outcome {
  Outcome(
    task: task, key: try key(keyText), time: try time.map(at),
    values: value.map { [OutcomeValue(.number($0))] } ?? [], status: status)
}
