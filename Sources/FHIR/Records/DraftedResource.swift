import AdherenceAnalytics
import Interchange
import Scheduling

/// A resource that was read.
struct DraftedResource {
  var key: Int
  var type: ResourceType
  var file: Int32
  var line: Int32
  var id: String
  /// When it was last updated; the earliest of all moments where that is not said.
  var updated: Instant
  var version: ResourcePlace.Version
  var content: Content
  /// What is doubtful about it.
  var notes: [InputError] = []
  /// When a version without a plan took its place; `nil` where none did.
  var end: Instant?

  /// What it becomes; what is rare is kept apart, so that events are small.
  enum Content {
    indirect case request(TaskDraft)
    indirect case carePlan(CarePlanDraft)
    indirect case task(TaskResourceDraft)
    indirect case statement(StatementDraft)
    case event(EventDraft)
    case fill(Fill)
    case stay(StayDraft)
    indirect case observation(ObservationDraft)
    /// Nothing, and nothing is wrong with it.
    case nothing
    /// Nothing, as it says of itself that it is wrong.
    case inError
    case failed(InputError)
  }

  var identity: String { type.prefix + id }

  var isEvent: Bool { if case .event = content { true } else { false } }
}
