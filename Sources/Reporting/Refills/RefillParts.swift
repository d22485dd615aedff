package import AdherenceStatistics
package import Interchange
package import Scheduling

/// What a value is of: a drug, a class or a patient, over the observation, windows or episodes.
package struct RefillParts: Hashable, Sendable {
  /// Only the fills of these classes; none is all.
  package var onlyClasses: [String] = []
  /// Only the fills of these drugs; none is all.
  package var onlyDrugs: [String] = []
  /// The level of the rows or of what is combined; `nil` is the class where fills have one, else the drug.
  package var level: Level?
  /// How all drugs or classes of a patient become one value; `nil` leaves them apart.
  package var combine: Combination?
  /// Whether availability is summarised day by day.
  package var daily = false
  /// The days of windows that move through the observation; `nil` where there are none.
  package var window: Int?
  /// How many days they move; `nil` is thirty.
  package var step: Int?
  /// Whether each treatment episode has a row.
  package var episodes = false
  /// The longest gap in days that an episode survives; `nil` is ninety.
  package var gapDays: Double?
  /// Whether an episode begins with each fill of another drug.
  package var drugChange = false
  /// Whether one begins with each fill of another dose.
  package var doseChange = false
  /// Whether an episode that a gap ends lasts on for the permissible gap.
  package var appendGap = false

  /// What has rows of its own.
  package enum Level: String, CaseIterable, Sendable {
    case drugClass = "class"
    case drug
  }

  /// How all drugs or classes of a patient become one value.
  package enum Combination: String, CaseIterable, Sendable {
    /// All fills are measured together; days covered are those with any drug.
    case any
    /// The days covered are those with all drugs or classes.
    case all
    case mean, min, max
  }

  /// Says nothing.
  package init() {}

  /// How values become one; `nil` where all fills are measured together, or drugs and classes are apart.
  package var summary: DrugSummary? { combine.flatMap { DrugSummary(rawValue: $0.rawValue) } }

  /// Refuses parts that contradict each other.
  ///
  /// - Throws: `InputError` that names the one that is wrong.
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
