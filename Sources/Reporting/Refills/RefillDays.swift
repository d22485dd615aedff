import AdherenceStatistics
package import Scheduling

/// Which days of each patient are measured: those from one date to another, or those after the first fill.
package struct RefillDays: Hashable, Sendable {
  /// The first day measured, the same for all.
  package var from: CivilDate?
  /// The first day no longer measured.
  package var to: CivilDate?
  /// How many days after a patient's first fill the observation starts; `nil` is none.
  package var start: Int?
  /// How many days are observed; `nil` is two years.
  package var days: Int?
  /// For how many days after the first fill fills are looked at; `nil` is two years, or as far as the
  /// observation reaches.
  package var followUpDays: Int?

  private static let twoYears = 730
  private static let limit = 1...100_000

  /// Says nothing.
  package init() {}

  /// Refuses days that contradict each other.
  ///
  /// - Throws: `InputError` that names the one that is wrong.
  package func check() throws(InputError) {
    if (from == nil) != (to == nil) {
      throw InputError(.missing, parameter: from == nil ? "from" : "to")
    }
    let counts = [("start", start), ("days", days), ("follow-up-days", followUpDays)]
    if let from, let to {
      if let (name, _) = counts.first(where: { $0.1 != nil }) {
        throw InputError(.conflict(with: "from"), parameter: name)
      }
      if from < to { return }
      throw InputError(
        .outOfRange(text: "\(to)", rule: "come after the first day, \(from)"), parameter: "to")
    }
    for (name, count) in counts where !(name == "start" && count == 0) {
      guard let count, !(RefillDays.limit ~= count) else { continue }
      let rule = name == "start" ? "be 0 to 100000" : "be 1 to 100000"
      throw InputError(.outOfRange(text: "\(count)", rule: rule), parameter: name)
    }
  }

  /// Sets the windows; the follow-up of dates begins with the first fill of all, so that what is left
  /// of supply from before the window counts.
  ///
  /// - Parameters:
  ///   - request: What gets them.
  ///   - firstDay: The day of the first fill of all; `nil` where there is none.
  package func set(_ request: inout RefillRequest, firstDay: CivilDate?) {
    if let from, let to {
      let first = min(firstDay ?? from, from)
      request.query.followUp = RefillWindow(.on(first), length: Period(days: to - first))
      request.query.observation = RefillWindow(.on(from), length: Period(days: to - from))
      request.query.coverage.period = from...to.adding(days: -1)
    } else {
      let (start, days) = (start ?? 0, days ?? RefillDays.twoYears)
      let followUp = followUpDays ?? max(RefillDays.twoYears, start + days)
      request.query.followUp = RefillWindow(.after(.zero), length: Period(days: followUp))
      request.query.observation = RefillWindow(
        .after(Period(days: start)), length: Period(days: days))
    }
  }
}
