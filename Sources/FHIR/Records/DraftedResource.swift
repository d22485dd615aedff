import AdherenceAnalytics
import Diagnostics
import Interchange
import Scheduling

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
