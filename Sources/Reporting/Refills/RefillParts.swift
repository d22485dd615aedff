package import AdherenceStatistics
package import Diagnostics
package import Interchange
import Scheduling

/// The unit of each value, as given by options: drug, class or patient, over the observation,
/// windows or episodes.
package struct RefillParts: Hashable, Sendable {
  /// The classes to include; empty for all.
  package var onlyClasses: [String] = []
  /// The drugs to include; empty for all.
  package var onlyDrugs: [String] = []
  /// The level of the rows or of the combined parts; `nil` for the class if fills have one, else
  /// the drug.
  package var level: Level?
  /// The combination of a patient's drugs or classes into one value; `nil` for separate values.
  package var combine: Combination?
  /// Whether availability is summarised day by day.
  package var daily = false
  /// The length of sliding windows in days; `nil` for no windows.
  package var window: Int?
  /// The step of the windows in days; `nil` for thirty.
  package var step: Int?
  /// Whether each treatment episode has a row.
  package var episodes = false
  /// The permissible gap in days; `nil` for ninety.
  package var gapDays: Double?
  /// Whether a fill of another drug starts a new episode.
  package var drugChange = false
  /// Whether a fill of another dose starts a new episode.
  package var doseChange = false
  /// Whether an episode ended by a gap includes the permissible gap.
  package var appendGap = false

  /// The level of the rows.
  package enum Level: String, CaseIterable, Sendable {
    case drugClass = "class"
    case drug
  }

  /// A combination of a patient's drugs or classes into one value.
  package enum Combination: String, CaseIterable, Sendable {
    /// All fills are measured together; days covered are those with any drug.
    case any
    /// The days covered are those with all drugs or classes.
    case all
    case mean, min, max
  }

  /// Creates the defaults.
  package init() {}

  /// The summary of separate values; `nil` if fills are measured together, or values are not
  /// combined.
  package var summary: DrugSummary? { combine.flatMap { DrugSummary(rawValue: $0.rawValue) } }

  /// Throws if the options contradict each other.
  ///
  /// - Throws: `InputError` that names the invalid option.
  package func check() throws(InputError) {
    let isWhole = combine != nil && combine != .any
    let conflicts = [
      ("episodes", "window", episodes && window != nil),
      ("window", "combine", window != nil && isWhole), ("episodes", "combine", episodes && isWhole),
    ]
    for (name, other, isThere) in conflicts where isThere {
      throw InputError(.conflict(with: other), parameter: name)
    }
    if step != nil, window == nil { throw InputError(.missing, parameter: "window") }
    if daily, combine == nil { throw InputError(.missing, parameter: "combine") }
    if daily, summary == nil { throw InputError(.conflict(with: "daily"), parameter: "combine") }
    for (name, days) in [("window", window), ("step", step)] {
      guard let days, !(1...100_000 ~= days) else { continue }
      throw InputError(.outOfRange(text: "\(days)", rule: "be 1 to 100000"), parameter: name)
    }
    if let gapDays, !(gapDays >= 0 && gapDays <= 100_000) {
      throw InputError(
        .outOfRange(text: "\(gapDays)", rule: "be 0 to 100000"), parameter: "gap-days")
    }
  }

  /// Sets the parts of a request for a dataset.
  package func set(_ request: inout RefillRequest, of data: RefillDataset) {
    (request.classes, request.drugs) = (Set(onlyClasses), Set(onlyDrugs))
    request.partLevel = level.flatMap { RefillLevel(rawValue: $0.rawValue) } ?? data.level
    request.level = combine == nil ? request.partLevel : .patient
    (request.summary, request.sumsUpDays) = (summary, daily)
    if combine == .all {
      request.query.coverage.needs = request.partLevel == .drug ? .everyDrug : .everyClass
    }
    request.part = episodes ? .episodes : window != nil ? .windows : .observation
    if let window {
      request.query.sliding = SlidingWindows(
        length: ISODuration(days: window), step: ISODuration(days: step ?? 30))
    }
    request.query.episodes = EpisodeRules(permissibleGap: .days(gapDays ?? 90))
    request.query.episodes.drugChangeBegins = drugChange
    request.query.episodes.doseChangeBegins = doseChange
    request.query.episodes.appendsGap = appendGap
  }
}
