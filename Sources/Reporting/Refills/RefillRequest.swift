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
  /// What a value is of.
  package var part = Part.observation
  /// Whether each class of a patient has its own rows, as if nothing else had been dispensed.
  package var separatesClasses = false
  /// How a patient's classes become one value; `nil` where they play no part.
  package var summary: ClassSummary?
  /// Whether classes are summed up day by day, before and not after each is measured.
  package var sumsUpDays = false
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
