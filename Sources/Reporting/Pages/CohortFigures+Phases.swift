import AdherenceStatistics
import Charts

// Initiation, persistence and implementation of the task with the most due.
extension CohortFigures {
  /// The figures of each phase, and of their product.
  var phaseFigures: [PageFigure] {
    guard let phases else { return [] }
    let name = taskTitle.isolated
    return [
      initiatedFigure(phases, name), persistentFigure(phases, name),
      implementationFigure(phases, name), productFigure(phases, name),
    ]
  }

  private func initiatedFigure(_ phases: PhaseSummary, _ task: String) -> PageFigure {
    figure(
      "Initiated: \(task)", phases.initiated, phases.initiatedInterval,
      "The share of the \(phases.patients) patients with anything due who have begun: an event was recorded. With "
        + "Wilson's interval.")
  }

  private func persistentFigure(_ phases: PhaseSummary, _ task: String) -> PageFigure {
    let day = phases.day.map { " beyond day \($0)" } ?? ""
    return figure(
      "Persistent\(day): \(task)", phases.persistent, phases.persistentInterval,
      "Of the patients who initiated, the share that had not stopped by then, after Kaplan and Meier: no "
        + "\(parameters.gapDays) days of the plan without an event. A stop within the last \(parameters.gapDays) days "
        + "cannot be seen yet. The day is the last of \(CohortFigures.days) with a tenth of them at risk."
    )
  }

  private func implementationFigure(_ phases: PhaseSummary, _ task: String) -> PageFigure {
    figure(
      "Implementation: \(task)", phases.implementation, phases.implementationInterval,
      "The mean of the patients' own ratios from the first event to the end of persistence, each patient weighing the "
        + "same: how well the plan was followed while it was followed. With an interval over patients."
    )
  }

  private func productFigure(_ phases: PhaseSummary, _ task: String) -> PageFigure {
    PageFigure(
      "All three: \(task)", TextTable.percent(phases.product.value),
      note: "initiated × persistent × implementation",
      definition:
        "The product of the three shares: about the share of the doses due on that day that all patients "
        + "together take, if implementation does not depend on how long a patient persists.")
  }

  private func figure(
    _ name: String, _ share: Estimate<Double>, _ interval: Estimate<Interval>,
    _ definition: String
  ) -> PageFigure {
    PageFigure(
      name, TextTable.percent(share.value),
      note: share.value == nil
        ? "cannot be judged yet" : PageWords.between(interval.value, level: parameters.confidence),
      definition: definition)
  }

  /// The landmarks as text.
  private static let days = SurvivalCurve.landmarks.map { "\(Int($0))" }.joined(separator: ", ")
}
