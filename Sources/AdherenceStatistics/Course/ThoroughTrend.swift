/// The trend of the weeks by methods that take their time.
package struct ThoroughTrend: Sendable {
  /// The straight line that odd weeks hardly move.
  var robust: Estimate<RobustTrend>
  /// The trend of the odds, in which weeks count by what was due in them.
  var logistic: Estimate<LogisticTrend>
  /// How probable so likely a change of the share taken is where there is none, by permutation.
  package internal(set) var changeP: Estimate<Double>
}

extension ThoroughTrend {
  init(
    _ weeks: [DoseDays.Week], _ doses: EvaluableDoses, _ parameters: MeasureParameters,
    _ scratch: SignalScratch
  ) {
    let positions = weeks.map { Int32($0.number - weeks[0].number) }
    robust = RobustTrend.find(in: weeks.map(\.ratio), at: positions, scratch: scratch)
    // Shares of quotas are no counts, and have no odds.
    let counted = weeks.indices.filter { weeks[$0].expected > 0 }
    logistic = LogisticTrend.find(
      in: counted.map { ClassTally(expected: weeks[$0].expected, taken: weeks[$0].taken) },
      at: counted.map { positions[$0] - positions[counted[0]] })
    changeP =
      parameters.resamples == 0
      ? .missing(.notAsked)
      : ChangePoint.permutationP(
        in: doses.taken, minimum: parameters.minimumSegment, resamples: parameters.resamples,
        seed: UInt32(clamping: parameters.seed), scratch: scratch)
  }
}
