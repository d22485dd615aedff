import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling

/// What the page of a cohort says of one patient.
struct PatientFacts: Hashable, Sendable, Codable {
  var id: String
  /// Given and family name; `nil` without any.
  var name: String?
  var group: String?
  /// What was done of what was due.
  var ratio: Double?
  /// Between which shares the one behind it may lie; `nil` where it is no count.
  var interval: Interval?
  /// Why there is no ratio.
  var missing: MissingRatio?
  /// Whether the ratio reaches the threshold.
  var reaches: Bool?
  /// How many days in a row all was done; `nil` where nothing was due, or the plans have ended.
  var streak: Int?
  /// The last planned day, where all plans have ended.
  var planEnd: CivilDate?
  /// The day of the last event of any task.
  var lastDay: CivilDate?
  /// Why the patient needs attention, the most urgent first; without falls.
  var flags: [FlaggedTasks]
  /// The tasks that fall, the surest first: what a flag is made of once all patients were tested.
  var falls: [FlaggedTask]
  /// The ratios of the periods.
  var sparkline: Sparkline
}

extension PatientFacts: Comparable {
  /// Says who needs a call first: by the most urgent flag and how many there are, then the lowest ratio;
  /// nothing due comes last.
  ///
  /// Falls play no part.
  static func < (a: PatientFacts, b: PatientFacts) -> Bool {
    if a.urgency != b.urgency { return a.urgency > b.urgency }
    let (first, second) = (a.ratio ?? 2, b.ratio ?? 2)
    return first == second ? a.id < b.id : first < second
  }

  private var urgency: Int { (flags.first?.urgency ?? 0) * 10 + flags.count }

  /// The *p* of the surest fall.
  var fallP: Double? { falls.first?.fall?.p }

  /// Whether the patient's fall is surer than another's; of the same *p* the order is that of all.
  static func isSurer(_ a: PatientFacts, than b: PatientFacts) -> Bool {
    let (first, second) = (a.fallP ?? 2, b.fallP ?? 2)
    return first == second ? a < b : first < second
  }

  /// The patient with a flag of the falls that are believed.
  ///
  /// - Parameter trendP: The greatest *p* that is; `nil` where none is.
  /// - Returns: The patient, as it is where none of them is.
  func believing(_ trendP: Double?) -> PatientFacts {
    let own = falls.filter { ($0.fall?.p ?? 2) <= trendP ?? -1 }
    guard !own.isEmpty else { return self }
    var facts = self
    facts.flags.append(FlaggedTasks(flag: .fallingTrend, tasks: own))
    return facts
  }

  /// The day of the last event of the task that is most in need, or of any where none is.
  var lastDayToShow: CivilDate? { flags.isEmpty ? lastDay : flags[0].tasks.first?.lastDay }
}
