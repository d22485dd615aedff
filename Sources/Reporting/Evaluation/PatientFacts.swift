import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling

/// The data of one patient shown on a cohort's page.
struct PatientFacts: Hashable, Sendable, Codable {
  var id: String
  /// Given and family name; `nil` without any.
  var name: String?
  var group: String?
  /// The pooled ratio over the whole range.
  var ratio: Double?
  /// The confidence interval of the ratio; `nil` if the numerator is not a count.
  var interval: Interval?
  /// The reason for a missing ratio.
  var missing: MissingRatio?
  /// The current streak in days; `nil` if nothing was due, or the plans have ended.
  var streak: Int?
  /// The last planned day, if all plans have ended.
  var planEnd: CivilDate?
  /// The day of the last event of any task.
  var lastDay: CivilDate?
  /// The flags except declines, the most urgent first.
  var flags: [TaskFlag]
  /// The declining tasks, the most significant first; they become flags once all patients were tested.
  var falls: [TaskFlag]
  /// The ratios of the periods.
  var sparkline: Sparkline
}

extension PatientFacts: Comparable {
  /// Orders patients by their most urgent flag, then by the lowest ratio; patients with nothing due are last.
  ///
  /// Declines are ignored.
  static func < (a: PatientFacts, b: PatientFacts) -> Bool {
    if let one = a.flags.first, let other = b.flags.first {
      if one < other { return true }
      if other < one { return false }
    } else if a.flags.isEmpty != b.flags.isEmpty {
      return b.flags.isEmpty
    }
    let (first, second) = (a.ratio ?? 2, b.ratio ?? 2)
    return first == second ? a.id < b.id : first < second
  }

  /// The *p* of the most significant decline.
  var fallP: Double? { falls.first?.fall?.p }

  /// Returns whether a patient's decline is more significant than another's; ties are ordered by
  /// `<`.
  static func isSurer(_ a: PatientFacts, than b: PatientFacts) -> Bool {
    let (first, second) = (a.fallP ?? 2, b.fallP ?? 2)
    return first == second ? a < b : first < second
  }

  /// Returns the patient with the significant declines among the flags.
  ///
  /// - Parameter trendP: The maximum *p*; `nil` if none is significant.
  /// - Returns: The patient with them.
  func believing(_ trendP: Double?) -> PatientFacts {
    var facts = self
    facts.flags += falls.filter { $0.isSignificant(trendP) }
    return facts
  }
}
