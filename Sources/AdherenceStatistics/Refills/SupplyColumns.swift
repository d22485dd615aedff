import AdherenceAnalytics
import Scheduling

/// The fills of a patient as columns, in order of date.
///
/// Fills of the same date are in order of class, days and dose, so that the order in which they come
/// is of no account.
struct SupplyColumns {
  /// The day numbers, as numbers that gaps are subtracted from.
  var dates: [Double] = []
  /// The days that each fill is to last.
  var days: [Double] = []
  /// The doses; 0 where a fill has none.
  var doses: [Double] = []
  /// The classes, by their places in ``classNames``.
  var classes: [Int] = []
  /// The classes, in the order in which they come; fills without one are a class of their own.
  var classNames: [String?] = []

  var count: Int { dates.count }

  /// Removes all fills and keeps the memory.
  mutating func removeAll() {
    dates.removeAll(keepingCapacity: true)
    days.removeAll(keepingCapacity: true)
    doses.removeAll(keepingCapacity: true)
    classes.removeAll(keepingCapacity: true)
    classNames.removeAll(keepingCapacity: true)
  }

  /// The first fill on a day or later, of those in order of date.
  func firstIndex(from day: Double, in range: Range<Int>) -> Int {
    firstIndex(in: range) { $0 >= day }
  }

  /// The first fill after a day.
  func firstIndex(after day: Double, in range: Range<Int>) -> Int {
    firstIndex(in: range) { $0 > day }
  }

  private func firstIndex(in range: Range<Int>, where isBehind: (Double) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(dates[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension SupplyColumns {
  /// A fill as a record; a dose that is of no use is not known.
  func fill(_ index: Int) -> Fill {
    Fill(
      CivilDate(dayNumber: Int(dates[index])), days: days[index],
      dose: doses[index] > 0 ? doses[index] : nil, drugClass: classNames[classes[index]])
  }
}
