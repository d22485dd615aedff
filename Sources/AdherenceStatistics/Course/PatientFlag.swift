import AdherenceAnalytics
package import Scheduling

/// Why somebody should look at a patient, or call.
///
/// A flag is decided from the measures of a task alone, by `TaskMeasures.flags`. Of a measure that
/// is missing or was not asked for nothing is flagged.
package enum PatientFlag: String, CaseIterable, Hashable, Sendable, Codable {
  /// Something was due, or a period of a quota was over, and no event was ever kept:
  /// `TreatmentPhases.isInitiated` is false.
  case neverBegun
  /// Persistence ended by discontinuation: `TreatmentPhases.Course.isDiscontinued`.
  case discontinued
  /// Treatment goes on, and the last ``MeasureParameters/holidayDays`` days that can be judged, or
  /// more, are without an event.
  ///
  /// Unlike those of a `DrugHoliday` the days need not be consecutive dates, so that three missed
  /// doses of Monday, Wednesday and Friday count; days in a hold neither count nor end the run. Of a quota the
  /// days of those periods count in which nothing was done.
  case holidayNow
  /// Treatment goes on, and the weeks fall: by ten points or more over the last twelve
  /// (`Trend.recentChange`), and over all weeks by a Mann-Kendall test.
  ///
  /// The test looks at the order of the weeks only, as ratios that lie close to 1 and fall in single bad weeks are
  /// not normal, and is corrected for autocorrelation; of fewer than ten weeks there is none.
  /// Of a patient alone its *p* is 0.05 or less; in a cohort, where one in twenty of those who change
  /// nothing would have such a *p*, it is what `FalseDiscoveryRate` believes of all tests together.
  case fallingTrend
}

extension TaskMeasures {
  /// The flags of the task, in the order of ``PatientFlag``.
  ///
  /// Of a plan that has ended, or a patient who is no longer observed, nothing is to be done. It goes on where an occurrence, or a day of a quota, lies
  /// in the five weeks before a day, or after it.
  ///
  /// - Parameters:
  ///   - parameters: Those that the measures were computed with.
  ///   - today: The day on which somebody looks; `nil` flags ended plans too.
  ///   - trendP: The greatest *p* with which a fall is believed; `nil` where none is.
  /// - Returns: The flags; none where nothing is to be said.
  package func flags(
    _ parameters: MeasureParameters = MeasureParameters(), on today: CivilDate? = nil,
    trendP: Double? = 0.05
  ) -> [PatientFlag] {
    guard goesOn(on: today) else { return [] }
    return PatientFlag.allCases.filter { flag in
      if flag == .fallingTrend { return fall(on: today).map { $0.p <= trendP ?? -1 } ?? false }
      return has(flag, parameters)
    }
  }

  /// The *p* of the test whether the weeks fall or rise; `nil` where nobody would be called for it, as the
  /// plan has ended or treatment was discontinued, and where there is no test.
  ///
  /// - Parameter today: The day on which somebody looks; `nil` tests ended plans too.
  /// - Returns: The *p* on both sides.
  package func trendP(on today: CivilDate? = nil) -> Double? {
    guard goesOn(on: today), phases?.course.value?.isDiscontinued != true else { return nil }
    return trend?.value?.mannKendall.p.value
  }

  /// A fall that is worth a look, if it is believed.
  package struct Fall: Hashable, Sendable, Codable {
    /// `Trend.recentChange`, which is negative.
    package var change: Double
    /// The *p* of the test over all weeks.
    package var p: Double

    /// Creates a fall.
    package init(change: Double, p: Double) {
      self.change = change
      self.p = p
    }
  }

  /// The fall of the weeks, for whoever looks at a patient.
  ///
  /// - Parameter today: The day on which somebody looks; `nil` looks at ended plans too.
  /// - Returns: The fall; `nil` where the weeks do not fall, or by less than ten points.
  package func fall(on today: CivilDate? = nil) -> Fall? {
    guard let p = trendP(on: today), let trend = trend?.value, trend.mannKendall.s < 0,
      trend.recentChange <= -TaskMeasures.leastFall * (1 - 1e-9)
    else { return nil }
    return Fall(change: trend.recentChange, p: p)
  }

  /// The least change over the last twelve weeks that is a fall.
  private static let leastFall = 0.1

  /// Whether anything was due that can be judged.
  package var hasDue: Bool { taking.expected > 0 || quotas.periods > 0 }

  private func goesOn(on today: CivilDate?) -> Bool {
    guard let today else { return true }
    if let observedTo, observedTo < today { return false }
    guard let lastDay else { return true }
    return today - lastDay <= 35
  }

  private func has(_ flag: PatientFlag, _ parameters: MeasureParameters) -> Bool {
    let course = phases?.course.value
    return switch flag {
    case .neverBegun: hasDue && phases?.isInitiated == false
    case .discontinued: course?.isDiscontinued == true
    case .holidayNow:
      course.map { !$0.isDiscontinued && $0.dueDaysAfterLast >= parameters.holidayDays } == true
    case .fallingTrend: false
    }
  }
}

extension PatientMeasures {
  /// The flags of any task, in the order of ``PatientFlag``; none of a patient who is deleted.
  ///
  /// - Parameters:
  ///   - parameters: Those that the measures were computed with.
  ///   - today: The day on which somebody looks; `nil` flags ended plans too.
  /// - Returns: The flags; none where nothing is to be said.
  package func flags(
    _ parameters: MeasureParameters = MeasureParameters(), on today: CivilDate? = nil
  ) -> [PatientFlag] {
    if summary.isDeleted { return [] }
    let flags = Set(tasks.flatMap { $0.flags(parameters, on: today) })
    return PatientFlag.allCases.filter(flags.contains)
  }
}
