package import AdherenceAnalytics

/// The figures of one patient's task by one combination of parameters.
package struct SensitivityFigures: Hashable, Sendable {
  var isInitiated = false
  /// Whether discontinuation could have been detected.
  var isFollowed = false
  var isDiscontinued = false
  var persistence: FollowUp?
  var implementation: Double?
  var hasHoliday = false
  /// The share of doses done near their planned time; `nil` if the grid does not vary timing.
  var nearPlanned: Double?
  /// The share of intervals near their planned length, among those with one; `nil` likewise.
  var nearIntervals: Double?
}

/// The combinations of parameters to evaluate, with duplicates merged.
package struct SensitivityPlan: Sendable {
  /// All combinations of the grid.
  package let combinations: [MeasureParameters]
  /// The distinct combinations apart from the threshold, which applies to ratios over all patients.
  let variants: [MeasureParameters]
  /// The variant index of each combination.
  let places: [Int]
  /// Whether timing is compared.
  let hasTiming: Bool

  /// Creates the plan of a grid around a base.
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

  /// Returns a combination with the threshold of the base.
  private static func variant(
    _ combination: MeasureParameters, _ base: MeasureParameters
  ) -> MeasureParameters {
    var variant = combination
    variant.threshold = base.threshold
    return variant
  }

  /// The required groups of measures.
  package var groups: Set<MeasureGroup> { hasTiming ? [.phases, .timing] : [.phases] }
}

extension MeasureEvaluator {
  /// Returns the figures of a task for each variant of a plan.
  ///
  /// - Precondition: The measures of the same course were computed last, because its days and doses
  ///   are reused.
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
    // The rules are the same as those of cohort statistics.
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
