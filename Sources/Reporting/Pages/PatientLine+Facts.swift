import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

extension PatientLine {
  /// Creates the row of a patient.
  ///
  /// - Parameters:
  ///   - facts: The data of the patient.
  ///   - tasks: The ids of the tasks of the table.
  ///   - hasPage: Whether the patient has a page.
  ///   - parameters: The definitions of flags.
  init(
    _ facts: PatientFacts, tasks: [String] = [], hasPage: Bool, _ parameters: MeasureParameters
  ) {
    self.init(name: facts.name ?? facts.id)
    group = facts.group ?? ""
    page = hasPage ? PagePath.page(of: facts.id) : nil
    sparkline = facts.sparkline
    ratio = facts.ratio
    (lower, upper) = (facts.interval?.lower, facts.interval?.upper)
    missing = facts.missing?.words ?? ""
    taskRatios = tasks.map { facts.taskRatios[$0] }
    streak = facts.streak
    planEnd = facts.planEnd?.description
    lastEvent = facts.lastDay?.description
    flags = facts.flags.map { PageFlag($0, parameters) }
  }
}
