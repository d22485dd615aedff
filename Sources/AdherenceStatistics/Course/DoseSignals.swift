package import Scheduling

/// What a patient's series says of how things have gone, day by day and dose by dose.
package struct DoseSignals: Sendable {
  /// The last days before the end of each day.
  package internal(set) var rolling: RollingFigures
  /// The exponentially weighted mean of the daily ratios, at the end.
  package internal(set) var ewma: Estimate<Double>
  /// The days that the control chart takes as usual.
  var baseline: Estimate<ControlBaseline>
  /// The control chart, and where the mean first fell out of its limits; missing where the baseline does
  /// not vary, as there are no limits then.
  var chart: Estimate<ControlChart>
  /// The day on which it did.
  package internal(set) var firstLowDay: CivilDate?
  /// How strong a habit has become.
  package internal(set) var habit: Estimate<Double>
  /// The cumulative sum of evidence that doses are missed too often.
  package internal(set) var cusum: BernoulliCUSUM.SumCourse
  /// The position, among all occurrences, of the one that raised its alarm, and the day.
  package internal(set) var firstAlarm: DosePlace?
  /// The most likely single change of the share taken.
  package internal(set) var change: Estimate<ChangePoint>
  /// The day of the first occurrence after it.
  package internal(set) var changeDay: CivilDate?
  /// The days on which a new level of daily ratios began.
  package internal(set) var segments: Estimate<[CivilDate]>
}

/// An occurrence by its position among all of the range, and its day.
package struct DosePlace: Hashable, Sendable {
  /// The position.
  package var index: Int
  /// The day that it is attributed to.
  package var day: CivilDate
}

extension DoseSignals {
  init(
    _ days: DoseDays, _ doses: EvaluableDoses, _ parameters: MeasureParameters,
    _ scratch: SignalScratch
  ) {
    func date(_ position: Int) -> CivilDate {
      CivilDate(dayNumber: days.first + Int(days.evaluable[position]))
    }
    let charts = ControlTools(parameters)
    rolling = RollingFigures(days, length: parameters.rollingDays)
    ewma = charts.average.last(of: days.ratios)
    baseline = charts.average.baseline(of: days.ratios)
    chart = charts.average.chart(of: days.ratios)
    firstLowDay = chart.value?.firstLow.map(date)
    habit = HabitScore.score(of: days.ratios)
    cusum = charts.cusum.course(of: doses.taken)
    firstAlarm = cusum.firstAlarm.map { doses.place(of: $0) }
    change = ChangePoint.find(
      in: doses.taken, minimum: parameters.minimumSegment, scratch: scratch)
    changeDay = change.value.map { doses.place(of: $0.index).day }
    segments = Segmentation.changes(
      in: days.ratios, minimum: parameters.minimumSegment, scratch: scratch
    ).map { $0.map(date) }
  }
}

extension EvaluableDoses {
  fileprivate func place(of position: Int) -> DosePlace {
    DosePlace(
      index: Int(indices[position]), day: CivilDate(dayNumber: Int(days[position])))
  }
}

/// The charts that parameters ask for.
private struct ControlTools {
  let average: ExponentialAverage
  let cusum: BernoulliCUSUM

  init(_ parameters: MeasureParameters) {
    let average = ExponentialAverage(
      weight: parameters.ewmaWeight, limit: parameters.ewmaLimit,
      baselineDays: parameters.ewmaBaselineDays)
    let cusum = BernoulliCUSUM(
      acceptable: parameters.cusumAcceptable, unacceptable: parameters.cusumUnacceptable,
      limit: parameters.cusumLimit)
    guard let average, let cusum else { preconditionFailure("impossible \(parameters)") }
    (self.average, self.cusum) = (average, cusum)
  }
}
