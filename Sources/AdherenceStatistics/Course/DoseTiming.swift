/// The timing of doses.
package struct DoseTiming: Sendable {
  /// The deviations from planned times; missing if no dose was taken at a known time.
  package internal(set) var lateness: Estimate<Lateness>
  /// The intervals between doses.
  package internal(set) var interdose: Interdose
  /// The local times of doses for each planned time of day, as directions on a circle.
  package internal(set) var regularity: [Estimate<CircularTime>]
  /// The occurrences in the denominator, and those completed.
  private let expected: Int
  private let taken: Int

  /// Doses near their planned time among all that were due; those in their windows are another number, the
  /// count `inWindow` of an `Adherence`.
  package var nearPlannedOfDue: Estimate<Double> {
    Estimate(lateness.value?.nearPlanned ?? 0, of: expected, else: .nothingDue)
  }
  /// Doses near their planned time among those taken.
  package var nearPlannedOfDone: Estimate<Double> {
    Estimate(
      lateness.value?.nearPlanned ?? 0, of: taken, else: expected == 0 ? .nothingDue : .noDose)
  }
  /// Intervals near their planned ones, over all doses that were due.
  package var nearOfExpected: Estimate<Double> { interdose.near(ofPrescribed: expected) }
}

extension DoseTiming {
  init(
    _ doses: EvaluableDoses, _ intervals: borrowing DoseIntervals, _ parameters: MeasureParameters,
    _ scratch: SignalScratch
  ) {
    lateness = Lateness.summary(
      of: doses.delays, nearPlanned: Int64(parameters.nearPlannedSeconds), scratch: scratch)
    interdose = Interdose(intervals, tolerance: parameters.intervalTolerance)
    regularity = CircularSum.sums(
      of: doses.clocks, by: doses.clockSlots, count: doses.slotTimes.count
    ).map(\.result)
    expected = doses.taken.count
    taken = doses.taken.count { $0 }
  }
}
