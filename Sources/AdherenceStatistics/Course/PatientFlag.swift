import AdherenceAnalytics
package import Scheduling

/// A reason to review or contact a patient.
///
/// A flag is derived only from the measures of a task, by `TaskMeasures.flags`. Missing measures
/// raise no flag.
package enum PatientFlag: String, CaseIterable, Hashable, Sendable, Codable {
  /// Treatment is ongoing, but at least the last ``MeasureParameters/holidayDays`` evaluable days
  /// are without an event.
  ///
  /// Unlike in a `DrugHoliday`, the days need not be consecutive dates, so that three missed doses
  /// on Monday, Wednesday and Friday count; days on hold are skipped. For a quota, the days of
  /// periods without an event count.
  case paused
  /// Persistence ended by discontinuation: `TreatmentPhases.Course.isDiscontinued`.
  case stopped
  /// Something was due, or a quota period is over, without any accepted event:
  /// `TreatmentPhases.isInitiated` is false.
  case neverStarted
  /// Treatment is ongoing, but the weekly ratios decline: by at least ten points over the last
  /// twelve weeks (`Trend.recentChange`), and over all weeks by a Mann-Kendall test.
  ///
  /// The test uses ranks, because ratios close to 1 with single bad weeks are not normally
  /// distributed, and is corrected for autocorrelation; it requires ten weeks. For a single patient
  /// *p* must be at most 0.05; in a cohort, where one in twenty stable patients would meet that,
  /// the tests are adjusted by `FalseDiscoveryRate`.
  case declining
}

extension TaskMeasures {
  /// Returns the flags of the task, in the order of ``PatientFlag``.
  ///
  /// Ended plans and patients no longer observed require no action.
  ///
  /// - Parameters:
  ///   - parameters: The parameters of the measures.
  ///   - today: The current date; `nil` flags ended plans too.
  ///   - trendP: The maximum *p* of a significant decline; `nil` for none.
  /// - Returns: The flags.
  package func flags(
    _ parameters: MeasureParameters = MeasureParameters(), on today: CivilDate? = nil,
    trendP: Double? = 0.05
  ) -> [PatientFlag] {
    guard goesOn(on: today) else { return [] }
    return PatientFlag.allCases.filter { flag in
      if flag == .declining { return fall(on: today).map { $0.p <= trendP ?? -1 } ?? false }
      return has(flag, parameters)
    }
  }

  /// Returns the two-sided *p* of the trend test; `nil` if no flag would be raised, because the
  /// plan has ended or treatment was discontinued, or if there is no test.
  ///
  /// - Parameter today: The current date; `nil` tests ended plans too.
  /// - Returns: The two-sided *p*.
  package func trendP(on today: CivilDate? = nil) -> Double? {
    guard goesOn(on: today), phases?.course.value?.isDiscontinued != true else { return nil }
    return trend?.value?.mannKendall.p.value
  }

  /// A decline that may raise a flag if it is significant.
  package struct Fall: Hashable, Sendable, Codable {
    /// `Trend.recentChange`, which is negative.
    package var change: Double
    /// The *p* of the test over all weeks.
    package var p: Double

    package init(change: Double, p: Double) {
      self.change = change
      self.p = p
    }
  }

  /// Returns the decline of the weekly ratios.
  ///
  /// - Parameter today: The current date; `nil` includes ended plans.
  /// - Returns: The decline; `nil` if the ratios decline by less than ten points.
  package func fall(on today: CivilDate? = nil) -> Fall? {
    guard let p = trendP(on: today), let trend = trend?.value, trend.mannKendall.s < 0,
      trend.recentChange <= -TaskMeasures.leastFall * (1 - 1e-9)
    else { return nil }
    return Fall(change: trend.recentChange, p: p)
  }

  /// The minimum change over the last twelve weeks.
  private static let leastFall = 0.1

  /// Whether anything evaluable was due.
  package var hasDue: Bool { taking.expected > 0 || quotas.periods > 0 }

  private func goesOn(on today: CivilDate?) -> Bool {
    guard let today else { return true }
    if let observedTo, observedTo < today { return false }
    return planEnd.map { $0 >= today } ?? true
  }

  private func has(_ flag: PatientFlag, _ parameters: MeasureParameters) -> Bool {
    let course = phases?.course.value
    return switch flag {
    case .neverStarted: hasDue && phases?.isInitiated == false
    case .stopped: course?.isDiscontinued == true
    case .paused:
      course.map { !$0.isDiscontinued && $0.dueDaysAfterLast >= parameters.holidayDays } == true
    case .declining: false
    }
  }
}

extension PatientMeasures {
  /// Returns the flags of any task, in the order of ``PatientFlag``; none for a deleted patient.
  ///
  /// - Parameters:
  ///   - parameters: The parameters of the measures.
  ///   - today: The current date; `nil` flags ended plans too.
  /// - Returns: The flags.
  package func flags(
    _ parameters: MeasureParameters = MeasureParameters(), on today: CivilDate? = nil
  ) -> [PatientFlag] {
    if summary.isDeleted { return [] }
    let flags = Set(tasks.flatMap { $0.flags(parameters, on: today) })
    return PatientFlag.allCases.filter(flags.contains)
  }
}
