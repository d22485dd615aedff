import AdherenceStatistics
package import Scheduling

/// What a value is of: a patient's observation, windows, episodes or classes.
package struct RefillParts: Hashable, Sendable {
  /// Only the fills of these classes; none is all.
  package var onlyClasses: [String] = []
  /// Whether each class of a patient has a row.
  package var byClass = false
  /// How several classes become one value.
  package var polypharmacy: Polypharmacy?
  /// Whether classes are summed up day by day.
  package var daily = false
  /// The days of windows that move through the observation; `nil` where there are none.
  package var window: Int?
  /// How many days they move; `nil` is thirty.
  package var step: Int?
  /// Whether each treatment episode has a row.
  package var episodes = false
  /// The longest gap in days that an episode survives; `nil` is ninety.
  package var gapDays: Double?
  /// Whether an episode begins with each fill of another class.
  package var classChange = false
  /// Whether one begins with each fill of another dose.
  package var doseChange = false
  /// Whether an episode that a gap ends lasts on for the permissible gap.
  package var appendGap = false

  /// How several classes become one value.
  package enum Polypharmacy: String, CaseIterable, Sendable {
    case mean, min, max, all, any
  }

  /// Says nothing.
  package init() {}

  /// Whether classes are put together day by day, as days covered alone can be.
  package var countsDays: Bool { polypharmacy == .all || polypharmacy == .any }

  /// Refuses parts that contradict each other.
  ///
  /// - Throws: `InputError` that names the one that is wrong.
  package func check() throws(InputError) {
    let conflicts = [
      ("episodes", "window", episodes && window != nil), ("by-class", "polypharmacy", byClass),
      ("window", "polypharmacy", window != nil), ("episodes", "polypharmacy", episodes),
    ]
    for (name, other, isThere) in conflicts
    where isThere && (other != "polypharmacy" || polypharmacy != nil) {
      throw InputError(.conflict(with: other), parameter: name)
    }
    if step != nil, window == nil { throw InputError(.missing, parameter: "window") }
    if daily, polypharmacy == nil { throw InputError(.missing, parameter: "polypharmacy") }
    if daily, countsDays { throw InputError(.conflict(with: "daily"), parameter: "polypharmacy") }
    for (name, days) in [("window", window), ("step", step)] {
      guard let days, !(1...100_000 ~= days) else { continue }
      throw InputError(.outOfRange(text: "\(days)", rule: "be 1 to 100000"), parameter: name)
    }
    if let gapDays, !(gapDays >= 0 && gapDays <= 100_000) {
      throw InputError(
        .outOfRange(text: "\(gapDays)", rule: "be 0 to 100000"), parameter: "gap-days")
    }
  }

  /// Sets what a request has of it.
  package func set(_ request: inout RefillRequest) {
    request.classes = Set(onlyClasses)
    request.separatesClasses = byClass
    request.summary = polypharmacy.flatMap { ClassSummary(rawValue: $0.rawValue) }
    request.sumsUpDays = daily
    if polypharmacy == .all { request.query.coverage.classes = .allOf }
    request.part = episodes ? .episodes : window != nil ? .windows : .observation
    if let window {
      request.query.sliding = SlidingWindows(
        length: Period(days: window), step: Period(days: step ?? 30))
    }
    request.query.episodes = EpisodeRules(permissibleGap: .days(gapDays ?? 90))
    request.query.episodes.classChangeBegins = classChange
    request.query.episodes.doseChangeBegins = doseChange
    request.query.episodes.appendsGap = appendGap
  }
}
