import AdherenceAnalytics

/// The tallies of patients by the variants of a grid of parameters.
package typealias SensitivityCollection = CohortTallies<SensitivityTally>

extension CohortTallies<SensitivityTally> {
  /// Adds the task of a patient.
  ///
  /// - Parameters:
  ///   - figures: The figures of each variant of the plan.
  ///   - task: The task's id.
  ///   - groups: The different groups that the patient is in, which may be none.
  package mutating func add(_ figures: [SensitivityFigures], of task: String, to groups: [String]) {
    for group in [nil] + groups.map(Optional.some) {
      let name = PartName(task: task, group: group)
      update(name) { tallies in
        for variant in figures.indices {
          tallies[variant, default: SensitivityTally()].add(figures[variant])
        }
      }
    }
  }

  /// Returns the tally of a task and group by a combination of a plan; `nil` without patients.
  package func tally(
    of name: PartName, combination: Int, _ plan: SensitivityPlan
  ) -> SensitivityTally? {
    tally(of: name, plan.places[combination])
  }

  /// Whether it was collected by a plan; a decoded one need not be.
  package func isSound(_ plan: SensitivityPlan) -> Bool {
    numbers.allSatisfy { $0 == Set(plan.variants.indices) }
  }
}
