import Diagnostics
import Scheduling

/// The dates that are years or months away from almost all others, such as placeholders and
/// mistyped years.
///
/// Sorted dates are split at gaps of more than five years. A part is far if it has fewer dates than
/// the largest part and at most one date in fifty, or two dates, or one or two days twenty years away.
/// The remaining dates are split at gaps of sixty days: equally few dates that are away from the
/// largest part by more than five times its length are apart. Since a patient may have returned, these
/// are only reported.
struct OutlyingDates {
  /// The gap between two parts in years.
  static let gap = 5
  /// The gap between two parts of dates that are not far, in days.
  static let dayGap = 60
  /// The distance in years at which one or two days are placeholders or mistyped, however often they occur.
  private static let placeholderGap = 20
  private var parts: [ClosedRange<Int>] = []
  private var apart: [ClosedRange<Int>] = []

  /// Finds the far dates.
  ///
  /// - Complexity: O(*n*) for *n* days.
  init(_ days: some Collection<Int32>) {
    var counts = DayCounts()
    for day in days { counts.add(day) }
    self.init(counts)
  }

  /// Finds the far dates by the counts of each day.
  ///
  /// - Complexity: O(*d* log *d*) for *d* distinct days.
  init(_ days: DayCounts) {
    let counts = days.all.sorted { $0.key < $1.key }.map { (Int($0.key), $0.value) }
    let years = counts.map { (OutlyingDates.year(of: Int32(clamping: $0.0)), $0.1) }
    let all = OutlyingDates.parts(years, gap: OutlyingDates.gap)
    parts = (OutlyingDates.few(all) + OutlyingDates.fewDays(all)).map(\.range)
    apart = OutlyingDates.apart(counts.filter { !contains(Int32(clamping: $0.0)) })
  }

  /// A range of years or days, its number of dates, and that of distinct days.
  private typealias Part = (range: ClosedRange<Int>, count: Int, days: Int)

  /// Splits sorted years or days at gaps.
  private static func parts(_ counts: [(Int, Int)], gap: Int) -> [Part] {
    var parts: [Part] = []
    for (number, count) in counts {
      if let last = parts.last, number - last.range.upperBound <= gap {
        parts[parts.count - 1] = (last.range.lowerBound...number, last.count + count, last.days + 1)
      } else {
        parts.append((number...number, count, 1))
      }
    }
    return parts
  }

  /// Returns the small parts, excluding the largest one.
  private static func few(_ parts: [Part]) -> [Part] {
    let most = parts.map(\.count).max() ?? 0
    let few = max(2, parts.map(\.count).reduce(0, +) / 50)
    return parts.filter { $0.count <= few && $0.count < most }
  }

  /// Returns the parts of one or two days that are placeholders, such as 1900-01-01 for no date, or mistyped years, whose
  /// rows may have several doses.
  private static func fewDays(_ parts: [Part]) -> [Part] {
    guard let main = parts.max(by: { $0.count < $1.count }) else { return [] }
    return parts.filter { part in
      let distance = max(
        part.range.lowerBound - main.range.upperBound, main.range.lowerBound - part.range.upperBound
      )
      return part.days <= 2 && part.count < main.count && distance >= placeholderGap
    }
  }

  /// Returns the small parts, also small in total, that are months away from the largest one.
  private static func apart(_ counts: [(Int, Int)]) -> [ClosedRange<Int>] {
    let all = parts(counts, gap: dayGap)
    guard let main = all.max(by: { $0.count < $1.count }) else { return [] }
    let distance = max(dayGap, 5 * (main.range.upperBound - main.range.lowerBound))
    let found = few(all).filter { part in
      part.range.lowerBound - main.range.upperBound > distance
        || main.range.lowerBound - part.range.upperBound > distance
    }
    let total = found.map(\.count).reduce(0, +)
    return total <= max(2, all.map(\.count).reduce(0, +) / 50) ? found.map(\.range) : []
  }

  /// The number of dates on each day.
  struct DayCounts: Sendable {
    private var counts: [Int32: Int] = [:]
    /// The last day added, which usually is the next one too, and its count.
    private var last = (day: Int32(0), count: 0)

    mutating func add(_ day: Int32) {
      if day != last.day, last.count > 0 {
        counts[last.day, default: 0] += last.count
        last.count = 0
      }
      last = (day, last.count + 1)
    }

    fileprivate var all: [Int32: Int] {
      counts.merging(last.count > 0 ? [last.day: last.count] : [:]) { $0 + $1 }
    }
  }

  /// Whether no date is far.
  var isEmpty: Bool { parts.isEmpty }

  /// Whether no date is far or apart.
  var hasNone: Bool { parts.isEmpty && apart.isEmpty }

  /// Returns whether a date is far from the others.
  func contains(_ day: Int32) -> Bool {
    !parts.isEmpty && parts.contains { $0.contains(OutlyingDates.year(of: day)) }
  }

  /// Returns whether a date is not far from the others, but months away.
  func isApart(_ day: Int32) -> Bool { apart.contains { $0.contains(Int(day)) } }

  private static func year(of day: Int32) -> Int {
    Int((Double(day) / 365.2425).rounded(.down))
  }
}

extension InputError.Rule {
  /// A far date that is rejected.
  static let farDate = InputError.Rule(
    "farDate",
    "is years away from almost all other dates of the data, as placeholders and mistyped years are (correct it)"
  )
  /// A far date that is kept.
  static let keptFarDate = InputError.Rule(
    "keptFarDate",
    "is years away from almost all other dates of the data (correct it; observation ends with the last of the "
      + "others)", keepsRecord: true)
  /// A far first day of a plan that is kept.
  static let farStart = InputError.Rule(
    "farStart",
    "is years away from almost all other dates of the data, and every dose from that day on counts (correct it)",
    keepsRecord: true)
  /// A date that is months away from the others and kept.
  static let dateApart = InputError.Rule(
    "keptFarDate",
    "is far from almost all other dates of the data, to which the days of the report reach (correct it, or leave its "
      + "row out)", keepsRecord: true)
}
