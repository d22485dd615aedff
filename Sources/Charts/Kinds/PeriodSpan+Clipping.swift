package import AdherenceAnalytics
import Scheduling

extension PeriodSpan {
  /// Whether the days of the report contain only a part of the period, whose counts do not compare with those of
  /// whole ones.
  package var isClipped: Bool {
    switch period {
    case .day, .all: false
    case .week, .relativeWeek: end - start < 7
    case .month: !isWhole(months: 1)
    case .quarter: !isWhole(months: 3)
    case .year: !isWhole(months: 12)
    }
  }

  private func isWhole(months: Int) -> Bool {
    let count = (end.year - start.year) * 12 + end.month - start.month
    return start.day == 1 && end.day == 1 && count == months
  }
}

extension [PeriodSpan] {
  /// The indices of whole periods; of all if there is no whole one.
  var wholeIndices: [Int] {
    let whole = indices.filter { !self[$0].isClipped }
    return whole.isEmpty ? [Int](indices) : whole
  }
}

extension CalendarPeriod {
  /// A sentence on the clipped periods that are not drawn; `nil` if all are drawn.
  func clippingNote(_ count: Int) -> String? {
    switch count {
    case 0: nil
    case 1: "A \(noun) at one end, of which the report has a part only, is not drawn."
    default: "The first and the last \(noun), of which the report has a part only, are not drawn."
    }
  }
}
