/// The share taken of the amount due, with its uncertainty.
///
/// *E* is the number of occurrences in the denominator, *T* of those completed, *N* of doses
/// matched to them; events that make up one dose count once (Paes et al. 1997; Vrijens et al.
/// 2012).
package struct TakingAdherence: Sendable {
  /// *E*: the occurrences in the denominator.
  package internal(set) var expected = 0
  /// *T*: those of them that were completed.
  package internal(set) var taken = 0
  /// *N*: the number of doses matched to them.
  package internal(set) var events = 0
  /// Doses on days without any occurrence.
  package internal(set) var strayEvents = 0

  /// *N* − *T*: the doses beyond the first of an occurrence.
  package var extra: Int { events - taken }
  /// *T* / *E*: doses taken as scheduled; no more than 1.
  package var adherence: Estimate<Double> { Estimate(taken, of: expected, else: .nothingDue) }
  /// *N* / *E*: all doses, so that extra ones count; it may exceed 1.
  package var takingAdherence: Estimate<Double> {
    Estimate(events, of: expected, else: .nothingDue)
  }
  /// What *N* / *E* exceeds 1 by, or 0.
  var excessDosing: Estimate<Double> { takingAdherence.map { max(0, $0 - 1) } }
  /// The days by their doses that can be judged.
  package internal(set) var evaluableDays = 0
  /// The number of those with exactly as many matched doses as were due.
  var correctDays = 0
  /// The share of correct dosing days, by matched doses.
  package var correctDosing: Estimate<Double> {
    Estimate(correctDays, of: evaluableDays, else: .nothingDue)
  }
}

extension TakingAdherence {
  // Safe: places are those of days that can be judged, among all days.
  init(_ days: DoseDays) {
    for weekday in days.weekdays {
      expected += weekday.expected
      taken += weekday.taken
      events += weekday.owned
    }
    strayEvents = days.strayEvents
    evaluableDays = days.evaluable.count
    correctDays = days.all.withUnsafeBufferPointer { all in
      days.evaluable.reduce(0) { $0 &+ all[Int($1)].correct }
    }
  }
}

extension DoseDays.Day {
  /// 1 if exactly as many events are matched as were due, otherwise 0.
  ///
  /// Safe: the number is 0 or 1.
  fileprivate var correct: Int { 1 &- Int(min(1, UInt32(bitPattern: owned ^ expected))) }
}
