package import AdherenceAnalytics

/// The intervals between the doses of a course, or between the uses of what names no times.
package struct DoseIntervals {
  /// Their lengths in seconds, without those in which a hold lies.
  package let lengths: [Double]
  /// How many seconds the plan puts between doses; `nil` where no two are planned.
  package let planned: Double?

  /// Measures the intervals of a course.
  package init(_ course: borrowing TaskCourse) {
    var doses = EvaluableDoses()
    doses.take(course)
    let occurrences = course.occurrences
    let times =
      occurrences.isEmpty
      ? course.uses.times.filter { $0 != TaskCourse.unknown } : doses.eventTimes
    lengths = Interdose.lengths(between: times, holds: doses.holds)
    planned = occurrences.count > 1 ? Double(NominalInterval.seconds(of: occurrences)) : nil
  }

  /// Holds the intervals against one of so many seconds.
  package func figures(nominal: Double, tolerance: Double) -> Interdose {
    Interdose(of: lengths, nominal: nominal, tolerance: tolerance)
  }
}
