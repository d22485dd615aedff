package import Scheduling

/// The rolling ratio at the end of each day.
///
/// Each value pools everything due on the evaluable days of its window. Values start when the plan
/// is as old as the window, and end with the last evaluable day.
package struct RollingFigures: Sendable {
  /// The day on which the first window ends.
  package internal(set) var start: CivilDate?
  /// The pooled ratio of the window that ends on each day; `nil` if nothing was due.
  package private(set) var values: [Double?] = []

  /// The least of the values.
  package var min: Estimate<Double> {
    Estimate(values.lazy.compactMap(\.self).min(), else: values.isEmpty ? .tooFew : .nothingDue)
  }
  /// The last of the values.
  var last: Estimate<Double> {
    Estimate(values.last ?? nil, else: values.isEmpty ? .tooFew : .nothingDue)
  }
}

extension RollingFigures {
  /// Computes the ratios of windows of `length` days.
  ///
  /// - Complexity: O(*n*) for *n* days.
  init(_ days: DoseDays, length: Int) {
    guard let begin = days.all.firstIndex(where: \.hasOccurrence),
      let end = days.evaluable.last.map(Int.init), begin + length - 1 <= end
    else { return }
    start = CivilDate(dayNumber: days.first + begin + length - 1)
    values.reserveCapacity(end - begin - length + 2)
    var window = Window()
    for last in begin...end {
      window.add(days.all[last])
      if last >= begin + length { window.remove(days.all[last - length]) }
      if last >= begin + length - 1 { values.append(window.ratio) }
    }
  }

  /// The due and taken occurrences on the evaluable days of a window.
  ///
  /// Safe: a task lists no more than some million occurrences, and only added counts are subtracted.
  private struct Window {
    private var expected: Int32 = 0
    private var taken: Int32 = 0

    mutating func add(_ day: DoseDays.Day) {
      expected &+= day.evaluable &* day.expected
      taken &+= day.evaluable &* day.taken
    }

    mutating func remove(_ day: DoseDays.Day) {
      expected &-= day.evaluable &* day.expected
      taken &-= day.evaluable &* day.taken
    }

    var ratio: Double? { expected == 0 ? nil : Double(taken) / Double(expected) }
  }
}
