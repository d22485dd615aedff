package import AdherenceAnalytics

/// The figures of one patient's task by one combination of parameters.
package struct SensitivityFigures: Hashable, Sendable {
  var isInitiated = false
  /// Whether a discontinuation would have been seen.
  var isFollowed = false
  var isDiscontinued = false
  var persistence: FollowUp?
  var implementation: Double?
  var hasHoliday = false
  /// The doses near their planned time of those taken; `nil` where the grid does not vary timing.
  var nearPlanned: Double?
  /// The intervals near their planned one of those that have one; `nil` likewise.
  var nearIntervals: Double?
}

/// Which combinations of parameters are evaluated, each different one once.
package struct SensitivityPlan: Sendable {
  /// Every combination of the grid.
  package let combinations: [MeasureParameters]
  /// The different combinations without the threshold, which is of ratios over all patients.
  let variants: [MeasureParameters]
  /// By combination: the place of its variant.
  let places: [Int]
  /// Whether figures of timing are compared.
  let hasTiming: Bool

  /// Plans a grid around a base.
  package init(_ grid: ParameterGrid, _ base: MeasureParameters) {
    combinations = grid.combinations(of: base)
    hasTiming = grid.varies(.nearPlannedMinutes) || grid.varies(.intervalTolerance)
    var (variants, places) = ([MeasureParameters](), [Int]())
    for combination in combinations {
      let variant = SensitivityPlan.variant(combination, base)
      let place = variants.firstIndex(of: variant) ?? variants.count
      if place == variants.count { variants.append(variant) }
      places.append(place)
    }
    (self.variants, self.places) = (variants, places)
  }

  /// A combination with the threshold of the base.
  private static func variant(
    _ combination: MeasureParameters, _ base: MeasureParameters
  ) -> MeasureParameters {
    var variant = combination
    variant.threshold = base.threshold
    return variant
  }

  /// The groups of measures that the figures are made of.
  package var groups: Set<MeasureGroup> { hasTiming ? [.phases, .timing] : [.phases] }
}

extension MeasureEvaluator {
  /// The figures of a task by each variant of a plan.
  ///
  /// - Precondition: The measures of the same course were computed last, whose days and doses are used again.
  package func figures(
    of course: borrowing TaskCourse, by plan: SensitivityPlan
  ) -> [SensitivityFigures] {
    plan.variants.map { parameters in
      var measures = TaskMeasures()
      addPhases(of: course, parameters, to: &measures)
      if plan.hasTiming { addTiming(parameters, to: &measures) }
      return SensitivityFigures(measures)
    }
  }
}

extension SensitivityFigures {
  fileprivate init(_ measures: TaskMeasures) {
    // The same rules as those of the cohort's statistics.
    let member = CohortMember(0, measures, .reportEnd)
    (isInitiated, isDiscontinued) = (member.isInitiated, member.isDiscontinued)
    isFollowed = member.persistenceDays != nil
    persistence = member.persistence
    implementation = measures.phases?.course.value?.implementation.value
    hasHoliday = measures.holidays.map { $0.count > 0 } ?? false
    nearPlanned = measures.timing?.nearPlannedOfDone.value
    nearIntervals = measures.timing?.interdose.nearOfIntervals.value
  }
}
