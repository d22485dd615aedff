package import Diagnostics
package import Scheduling

/// What schedules follow: a named event, or the completions of a task.
package struct FollowedEvent: Hashable, Sendable {
  /// The name of the event, or the id of the task; empty for an element's own task.
  package var name: String
  /// The time of completions that is followed; `nil` for a named event.
  package var completion: EventTime.Completion?

  package init(_ time: EventTime) { (name, completion) = (time.event, time.completion) }

  init(_ name: String, _ completion: EventTime.Completion?) {
    (self.name, self.completion) = (name, completion)
  }

  /// The error of a part of a schedule that has no dates without it.
  package var missing: InputError.Problem {
    .noSuch(kind: completion == nil ? "named event" : "completion of task", id: name)
  }
}
