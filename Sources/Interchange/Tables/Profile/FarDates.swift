import Scheduling

/// The dates that are years away from almost all others, such as placeholders and mistyped years.
///
/// Dates in order are split where about five years lie between neighbors. A part is far where it has no more than one
/// date in fifty, or two dates, and fewer than the largest part.
struct FarDates {
  /// The years between two parts.
  static let gap = 5
  private var parts: [ClosedRange<Int>] = []

  /// Finds the dates that are far from the others.
  ///
  /// - Complexity: O(*n*) for *n* days.
  init(_ days: some Collection<Int32>) {
    var years = YearCounts()
    for day in days { years.add(day) }
    self.init(years)
  }

  /// Finds the dates that are far from the others by the dates of each year.
  init(_ years: YearCounts) {
    let counts = years.counts.sorted { $0.key < $1.key }
    guard let first = counts.first?.key, let last = counts.last?.key, last - first > FarDates.gap
    else { return }
    var parts: [(years: ClosedRange<Int>, count: Int)] = []
    for (year, count) in counts {
      if let last = parts.last, year - last.years.upperBound <= FarDates.gap {
        parts[parts.count - 1] = (last.years.lowerBound...year, last.count + count)
      } else {
        parts.append((year...year, count))
      }
    }
    let most = parts.map(\.count).max() ?? 0
    let few = max(2, parts.map(\.count).reduce(0, +) / 50)
    self.parts = parts.filter { $0.count <= few && $0.count < most }.map(\.years)
  }

  /// The number of dates of each year.
  struct YearCounts: Sendable {
    fileprivate var counts: [Int: Int] = [:]
    mutating func add(_ day: Int32) { counts[FarDates.year(of: day), default: 0] += 1 }
  }

  /// Whether no date is far.
  var isEmpty: Bool { parts.isEmpty }

  /// Whether a date is far from the others.
  func contains(_ day: Int32) -> Bool {
    !parts.isEmpty && parts.contains { $0.contains(FarDates.year(of: day)) }
  }

  private static func year(of day: Int32) -> Int {
    Int((Double(day) / 365.2425).rounded(.down))
  }
}

extension InputError.Rule {
  /// A date that is far from the others and rejected.
  static let farDate = InputError.Rule(
    "farDate",
    "is years away from almost all other dates of the data, as placeholders and mistyped years are (correct it)"
  )
  /// A date that is far from the others and kept.
  static let keptFarDate = InputError.Rule(
    "keptFarDate",
    "is years away from almost all other dates of the data (correct it; observation ends with the last of the "
      + "others)", keepsRecord: true)
}
