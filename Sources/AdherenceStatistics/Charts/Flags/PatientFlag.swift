public import Scheduling

/// Why somebody should look at a patient, or call.
///
/// A flag is decided from the measures of a task alone, by ``TaskMeasures/flags(_:on:)``. Of a measure that
/// is missing or was not asked for nothing is flagged.
public enum PatientFlag: String, CaseIterable, Hashable, Sendable, Codable {
  /// Something was due, and no event was ever kept: ``TreatmentPhases/isInitiated`` is false.
  case neverBegun
  /// Persistence ended by discontinuation: ``TreatmentPhases/Course/isDiscontinued``.
  case discontinued
  /// Treatment goes on, and the last ``MeasureParameters/holidayDays`` days that can be judged, or
  /// more, are without an event.
  ///
  /// Unlike those of a ``DrugHoliday`` the days need not be consecutive dates, so that three missed
  /// doses of Monday, Wednesday and Friday count; days in a hold neither count nor end the run.
  case holidayNow
  /// Treatment goes on, and the weeks fall: more pairs of weeks fall than rise, by a Mann-Kendall test with *p* < 0.05.
  ///
  /// The test looks at the order of the weeks only. The *p* of the least-squares slope is for residuals
  /// that are alike and normal, which shares are not that lie close to 1 and fall in single bad weeks. Of
  /// patients whose weeks do not change some 2.5 % are flagged.
  case fallingTrend
}

extension TaskMeasures {
  /// The flags of the task, in the order of ``PatientFlag``.
  ///
  /// Of a plan that has ended nothing is to be done. It goes on where an occurrence lies in the five weeks
  /// before a day, or after it.
  ///
  /// - Parameters:
  ///   - parameters: Those that the measures were computed with.
  ///   - today: The day on which somebody looks; `nil` flags ended plans too.
  /// - Returns: The flags; none where nothing is to be said.
  public func flags(
    _ parameters: MeasureParameters = MeasureParameters(), on today: CivilDate? = nil
  ) -> [PatientFlag] {
    if let today, let lastDay, today - lastDay > 35 { return [] }
    return PatientFlag.allCases.filter { has($0, parameters) }
  }

  private func has(_ flag: PatientFlag, _ parameters: MeasureParameters) -> Bool {
    let course = phases?.course.value
    switch flag {
    case .neverBegun: return taking.expected > 0 && phases?.isInitiated == false
    case .discontinued: return course?.isDiscontinued == true
    case .holidayNow:
      return course.map { !$0.isDiscontinued && $0.daysAfterLast >= parameters.holidayDays } == true
    case .fallingTrend:
      guard course?.isDiscontinued != true, let test = trend?.value?.mannKendall,
        let p = test.p.value
      else { return false }
      return test.s < 0 && p < 0.05
    }
  }
}

extension PatientMeasures {
  /// The flags of any task, in the order of ``PatientFlag``.
  ///
  /// - Parameters:
  ///   - parameters: Those that the measures were computed with.
  ///   - today: The day on which somebody looks; `nil` flags ended plans too.
  /// - Returns: The flags; none where nothing is to be said.
  public func flags(
    _ parameters: MeasureParameters = MeasureParameters(), on today: CivilDate? = nil
  ) -> [PatientFlag] {
    let flags = Set(tasks.flatMap { $0.flags(parameters, on: today) })
    return PatientFlag.allCases.filter(flags.contains)
  }
}
