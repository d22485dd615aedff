package import AdherenceAnalytics
package import AdherenceStatistics
import Scheduling

/// The contents of a table of refill measures.
package struct RefillRequest: Hashable, Sendable {
  /// The windows and rules.
  package var query = RefillQuery()
  /// The measures, in the order of the rows.
  package var measures: [RefillMeasure] = [.pdc, .cma7]
  /// The classes to include; empty for all.
  package var classes: Set<String> = []
  /// The drugs to include; empty for all.
  package var drugs: Set<String> = []
  /// The time span of each value.
  package var part = Part.observation
  /// The level of the rows, each measured on its own fills only.
  package var level = RefillLevel.patient
  /// The level of the parts combined by ``summary``.
  package var partLevel = RefillLevel.patient
  /// The combination of the values of several drugs or classes; `nil` if all fills of a row are
  /// measured together.
  package var summary: DrugSummary?
  /// Whether availability is combined day by day, before each part is measured.
  package var sumsUpDays = false
  /// Whether the length of the observation window was given, instead of derived from the data.
  package var hasLength = false
  /// The minimum value of an adherent patient.
  package var threshold: Share {
    get { query.coverage.threshold }
    set { query.coverage.threshold = newValue }
  }

  /// A time span that has a value.
  package enum Part: String, CaseIterable, Hashable, Sendable, Codable {
    /// The observation window.
    case observation
    /// Sliding windows in the observation window.
    case windows
    /// The treatment episodes of the follow-up.
    case episodes
  }

  /// Creates a request for the days covered and CMA 7, with the usual defaults.
  package init() {}
}
