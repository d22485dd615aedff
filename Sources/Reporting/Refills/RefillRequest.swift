package import AdherenceAnalytics
package import AdherenceStatistics
import Scheduling

/// What a table of measures from fills has.
package struct RefillRequest: Hashable, Sendable {
  /// The windows and rules.
  package var query = RefillQuery()
  /// The measures, in the order of the rows.
  package var measures: [RefillMeasure] = [.pdc, .cma7]
  /// The classes whose fills are looked at; empty means all.
  package var classes: Set<String> = []
  /// The drugs whose fills are looked at; empty means all.
  package var drugs: Set<String> = []
  /// What a value is of.
  package var part = Part.observation
  /// The level of the rows, each measured as if nothing else had been dispensed.
  package var level = RefillLevel.patient
  /// The level of the parts whose values ``summary`` makes one.
  package var partLevel = RefillLevel.patient
  /// How the values of several drugs or classes become one; `nil` where all fills of a row are measured together.
  package var summary: DrugSummary?
  /// Whether availability is summarised day by day, before and not after each part is measured.
  package var sumsUpDays = false
  /// Whether the length of the observation window was asked for, and is not that of the data.
  package var hasLength = false
  /// From which value on a patient counts as adherent.
  package var threshold: Share {
    get { query.coverage.threshold }
    set { query.coverage.threshold = newValue }
  }

  /// The stretches of time that have a value each.
  package enum Part: String, CaseIterable, Hashable, Sendable, Codable {
    /// The observation window.
    case observation
    /// The windows that move through it.
    case windows
    /// The treatment episodes of the follow-up.
    case episodes
  }

  /// Asks for the days covered and CMA 7, by the field's defaults.
  package init() {}
}
