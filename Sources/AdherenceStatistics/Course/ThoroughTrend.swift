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
    let tallies = weeks.map { ClassTally(expected: $0.expected, taken: $0.taken) }
    let positions = weeks.map { Int32($0.number - weeks[0].number) }
    robust = RobustTrend.find(
      in: tallies.map { Double($0.taken) / Double($0.expected) }, at: positions, scratch: scratch)
    logistic = LogisticTrend.find(in: tallies, at: positions)
    changeP =
      parameters.resamples == 0
      ? .missing(.notAsked)
      : ChangePoint.permutationP(
        in: doses.taken, minimum: parameters.minimumSegment, resamples: parameters.resamples,
        seed: UInt32(clamping: parameters.seed), scratch: scratch)
  }
}
