public import AdherenceAnalytics
public import AdherenceStatistics
import Scheduling

/// What a table of measures from fills has.
public struct RefillRequest: Hashable, Sendable {
  /// The windows and rules.
  public var query = RefillQuery()
  /// The measures, in the order of the rows.
  public var measures: [RefillMeasure] = [.pdc, .cma7]
  /// The classes whose fills are looked at; empty means all.
  public var classes: Set<String> = []
  /// What a value is of.
  public var part = Part.observation
  /// Whether each class of a patient has its own rows, as if nothing else had been dispensed.
  public var separatesClasses = false
  /// How a patient's classes become one value; `nil` where they play no part.
  public var summary: ClassSummary?
  /// Whether classes are summed up day by day, before and not after each is measured.
  public var sumsUpDays = false
  /// From which value on a patient counts as adherent.
  public var threshold: Share {
    get { query.coverage.threshold }
    set { query.coverage.threshold = newValue }
  }

  /// The stretches of time that have a value each.
  public enum Part: String, CaseIterable, Hashable, Sendable, Codable {
    /// The observation window.
    case observation
    /// The windows that move through it.
    case windows
    /// The treatment episodes of the follow-up.
    case episodes
  }

  /// Asks for the days covered and CMA 7, by the field's defaults.
  public init() {}
}
