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
  /// Whether the ratio reaches the threshold.
  var reaches: Bool?
  /// The current streak in days; `nil` if nothing was due, or the plans have ended.
  var streak: Int?
  /// The last planned day, if all plans have ended.
  var planEnd: CivilDate?
  /// The day of the last event of any task.
  var lastDay: CivilDate?
  /// The flags except declines, the most urgent first.
  var flags: [FlaggedTasks]
  /// The declining tasks, the most significant first; they become a flag once all patients were
  /// tested.
  var falls: [FlaggedTask]
  /// The ratios of the periods.
  var sparkline: Sparkline
}

extension PatientFacts: Comparable {
  /// Orders patients by urgency: by the most urgent flag and the number of flags, then the lowest
  /// ratio; patients with nothing due are last.
  ///
  /// Declines are ignored.
  static func < (a: PatientFacts, b: PatientFacts) -> Bool {
    if a.urgency != b.urgency { return a.urgency > b.urgency }
    let (first, second) = (a.ratio ?? 2, b.ratio ?? 2)
    return first == second ? a.id < b.id : first < second
  }

  private var urgency: Int { (flags.first?.urgency ?? 0) * 10 + flags.count }

  /// The *p* of the most significant decline.
  var fallP: Double? { falls.first?.fall?.p }

  /// Returns whether a patient's decline is more significant than another's; ties are ordered by
  /// `<`.
  static func isSurer(_ a: PatientFacts, than b: PatientFacts) -> Bool {
    let (first, second) = (a.fallP ?? 2, b.fallP ?? 2)
    return first == second ? a < b : first < second
  }

  /// Returns the patient with a flag for the significant declines.
  ///
  /// - Parameter trendP: The maximum *p*; `nil` if none is significant.
  /// - Returns: The patient, unchanged if no decline is significant.
  func believing(_ trendP: Double?) -> PatientFacts {
    let own = falls.filter { ($0.fall?.p ?? 2) <= trendP ?? -1 }
    guard !own.isEmpty else { return self }
    var facts = self
    facts.flags.append(FlaggedTasks(flag: .fallingTrend, tasks: own))
    return facts
  }

  /// The day of the last event of the most urgent task, or of any task without flags.
  var lastDayToShow: CivilDate? { flags.isEmpty ? lastDay : flags[0].tasks.first?.lastDay }
}
