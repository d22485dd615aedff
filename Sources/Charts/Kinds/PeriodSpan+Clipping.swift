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

extension Adherence {
  /// Whether the period is not over at the time of the report, so that its counts do not compare with those of
  /// periods that are: something was due, and something has no final state.
  package var isUnderway: Bool { dueWithQuotas > 0 && !isResolved }
}

extension CohortAdherence {
  /// Returns the periods of a series that are not over at the time of the report; none of weeks of treatment,
  /// which end at a time of their own for each patient.
  package func underway(of scope: SeriesScope) -> [PeriodSpan] {
    if periods.period == .relativeWeek { return [] }
    return unresolved(of: scope).filter { $0.counts.isUnderway }.map(\.span)
  }
}

/// The periods that compare with one another: those that are over, and of which the report has all days.
package struct WholePeriods {
  /// Their indices; of all periods if there is none.
  package let indices: [Int]
  /// The number of periods left out because the report covers only a part of them.
  private let clipped: Int
  /// The number of periods that are not over, and whether they are left out.
  private let underway: (count: Int, areLeftOut: Bool)

  /// Creates the whole ones of periods, of each of which it is known whether it is clipped and not over.
  init(_ parts: [(isClipped: Bool, isUnderway: Bool)]) {
    let whole = parts.indices.filter { !parts[$0].isClipped && !parts[$0].isUnderway }
    let hasWhole = !whole.isEmpty
    indices = hasWhole ? whole : Array(parts.indices)
    clipped = hasWhole ? parts.count { $0.isClipped } : 0
    underway = (parts.count { $0.isUnderway && !(hasWhole && $0.isClipped) }, hasWhole)
  }

  /// Creates the whole ones of spans.
  package init(_ spans: some Sequence<PeriodSpan>, isUnderway: (Int) -> Bool) {
    self.init(
      spans.enumerated().map { place, span in
        // A week of treatment combines patients whose weeks end at different times.
        (span.isClipped, span.period != .relativeWeek && isUnderway(place))
      })
  }

  /// Returns sentences on the periods that are left out, and on those that are not over; `nil` if there
  /// are none.
  package func note(_ period: CalendarPeriod) -> String? { note(period.noun, "\(period.noun)s") }

  /// Returns the same sentences with other names of one period and of several.
  func note(_ one: String, _ several: String) -> String? {
    let sentences = [clippedNote(one), underwayNote(one, several)].compactMap(\.self)
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  private func clippedNote(_ one: String) -> String? {
    switch clipped {
    case 0: nil
    case 1: "The report covers only a part of one \(one), which is not drawn."
    default: "The report covers only a part of the first and the last \(one), which are not drawn."
    }
  }

  private func underwayNote(_ one: String, _ several: String) -> String? {
    if underway.count == 0 { return nil }
    let subject = underway.count == 1 ? "A \(one) is" : "\(underway.count.grouped) \(several) are"
    return underway.areLeftOut
      ? "\(subject) not over yet, and not drawn."
      : "\(subject) not over yet: the numbers are of the part that is over."
  }
}
