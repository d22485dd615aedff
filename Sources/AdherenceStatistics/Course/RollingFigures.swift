package import Scheduling

/// The adherence of the last days before the end of each day.
///
/// Each value pools all that was due on the days of its window that can be judged. Values begin when the
/// plan is as old as the window, and end with the last day that can be judged.
package struct RollingFigures: Sendable {
  /// The day on which the first window ends.
  package internal(set) var start: CivilDate?
  /// A value a day: the pooled ratio of the window that ends on it; `nil` where nothing was due in it.
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
  /// Pools the last `length` days of each day.
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

  /// What was due and taken on the days of a window that can be judged.
  ///
  /// Safe: a task lists no more than some million occurrences, and what is taken away was added before.
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
