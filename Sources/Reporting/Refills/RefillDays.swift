import AdherenceStatistics
package import Diagnostics
package import Interchange
package import Scheduling

/// The observation windows of patients, as given by options.
///
/// They end no later than the last fill in the data, unless an end or the patient's own observation
/// is given: nothing is known after it.
package struct RefillDays: Hashable, Sendable {
  /// The first day, the same for all; `nil` for each patient's first fill.
  package var from: CivilDate?
  /// The end date (exclusive), the same for all.
  package var to: CivilDate?
  /// The offset of the observation window from a patient's first fill, in days; `nil` for none.
  package var windowStart: Int?
  /// The maximum length of the observation window; `nil` until ``to`` or the last fill in the data.
  package var observe: DayCount?
  /// The length of the follow-up from the first fill, in days; `nil` until the end of the
  /// observation, and at least two years if that has a length.
  package var followUpDays: Int?

  private static let twoYears = 730
  private static let limit = 1...100_000

  /// Creates the defaults.
  package init() {}

  /// Throws if the options contradict each other.
  ///
  /// - Throws: `InputError` that names the invalid option.
  package func check() throws(InputError) {
    let others = [
      ("window-start", windowStart != nil), ("observe", observe != nil),
      ("follow-up-days", followUpDays != nil),
    ]
    if from != nil, let (name, _) = others.first(where: \.1) {
      throw InputError(.conflict(with: "from"), parameter: name)
    }
    if let from, let to, from >= to {
      throw InputError(
        .outOfRange(text: "\(to)", rule: "come after the first day, \(from)"), parameter: "to")
    }
    try RefillDays.check("window-start", windowStart, 0...100_000)
    try RefillDays.check("observe", observe?.days, RefillDays.limit)
    try RefillDays.check("follow-up-days", followUpDays, RefillDays.limit)
  }

  private static func check(
    _ name: String, _ days: Int?, _ range: ClosedRange<Int>
  ) throws(InputError) {
    guard let days, !range.contains(days) else { return }
    let rule = "be \(range.lowerBound) to \(range.upperBound)"
    throw InputError(.outOfRange(text: "\(days)", rule: rule), parameter: name)
  }
}

extension RefillDays {
  /// Sets the windows of a request for a dataset.
  package func set(_ request: inout RefillRequest, of data: RefillDataset) {
    if let from {
      let end = to ?? max(from, data.lastObservedDay ?? from).adding(days: 1)
      setDates(from, end, &request, of: data)
    } else if let observe {
      let start = windowStart ?? 0
      let followUp = followUpDays ?? max(RefillDays.twoYears, start + observe.days)
      setLengths(start, observe.days, followUp: followUp, &request)
    } else {
      setEnd(&request, of: data)
    }
    request.hasLength = observe != nil
    request.query.observationEnd = end(of: data)
  }

  /// Returns the end of observation, regardless of the length of the window.
  private func end(of data: RefillDataset) -> ObservationEnd? {
    if let to { return .on(to.adding(days: -1)) }
    return data.lastDay.map { .lastFill($0) }
  }

  /// Sets the same dates for all; the follow-up starts with the first fill in the data, so that
  /// supply carried over from before the window counts.
  private func setDates(
    _ from: CivilDate, _ end: CivilDate, _ request: inout RefillRequest, of data: RefillDataset
  ) {
    let first = min(data.firstDay ?? from, from)
    request.query.followUp = RefillWindow(.on(first), length: ISODuration(days: end - first))
    request.query.observation = RefillWindow(.on(from), length: ISODuration(days: end - from))
    request.query.coverage.period = from...end.adding(days: -1)
  }

  private func setLengths(
    _ start: Int, _ days: Int, followUp: Int, _ request: inout RefillRequest
  ) {
    request.query.followUp = RefillWindow(.after(.zero), length: ISODuration(days: followUp))
    request.query.observation = RefillWindow(
      .after(ISODuration(days: start)), length: ISODuration(days: days))
  }

  /// Sets windows from the first fill in the data to the last observed day, which clips those of
  /// patients who start later.
  private func setEnd(_ request: inout RefillRequest, of data: RefillDataset) {
    let start = windowStart ?? 0
    let last = to ?? data.lastObservedDay?.adding(days: 1)
    let reach = data.firstDay.flatMap { first in last.map { $0 - first } } ?? 1
    let followUp = max(start + 1, min(reach, followUpDays ?? reach))
    setLengths(start, followUp - start, followUp: followUp, &request)
  }
}

/// A number of days, such as `365d` or `365`.
package struct DayCount: LosslessStringConvertible, Hashable, Sendable {
  /// The number of days.
  package let days: Int

  /// Parses a whole number, with or without a `d`.
  package init?(_ text: String) {
    guard let days = Int(text.hasSuffix("d") ? text.dropLast() : text[...]) else { return nil }
    self.days = days
  }

  package var description: String { "\(days)d" }
}
