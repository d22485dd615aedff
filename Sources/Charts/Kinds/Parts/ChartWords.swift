import AdherenceAnalytics
import Scheduling

// Text of summaries and labels.

extension Double {
  /// The number with at most one decimal: `7` or `3.5`.
  var shortText: String {
    let tenths = (self * 10).rounded()
    guard tenths.magnitude < 1e15 else { return "\(self)" }
    let count = Int(tenths)
    return count.isMultiple(of: 10) ? "\(count / 10)" : "\(tenths / 10)"
  }

  /// The share in percent, such as `77.8 %`.
  var percentText: String { "\((self * 100).shortText) %" }
}

extension Double {
  /// The number with at most one decimal, with separators of thousands, as `1,234.5`.
  package var grouped: String {
    // Numbers beyond the integers, and infinite sums.
    guard let tenths = Int(exactly: (self * 10).rounded()) else { return "\(self)" }
    let (whole, rest) = Int(clamping: tenths.magnitude).quotientAndRemainder(dividingBy: 10)
    return (tenths < 0 ? "-" : "") + whole.grouped + (rest == 0 ? "" : ".\(rest)")
  }
}

extension Int {
  /// The number with separators of thousands, as `12,345`.
  package var grouped: String {
    var digits = Array("\(magnitude)")
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
    return (self < 0 ? "-" : "") + String(digits)
  }

  /// Returns the number with a regular noun, such as `1 week` or `1,024 weeks`.
  func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(grouped) \(noun)s" }

  /// Returns the number of periods, or of groups of consecutive ones if they are merged.
  func counted(_ period: CalendarPeriod, areMerged: Bool) -> String {
    areMerged ? "\(grouped) groups of \(period.noun)s" : counted(period.noun)
  }
}

extension CalendarPeriod {
  /// The name of one period.
  var noun: String {
    switch self {
    case .day, .week, .month, .quarter, .year: rawValue
    case .relativeWeek: "week"
    case .all: "period"
    }
  }

  /// The axis title of the periods.
  var axisTitle: String {
    switch self {
    case .relativeWeek: "Week of treatment"
    case .day, .all: "Date"
    case .week, .month, .quarter, .year: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
  }
}

extension Numerator {
  /// The series name of the numerator.
  var seriesName: String {
    switch self {
    case .done: "Done"
    case .inWindow: "Done in the window"
    case .progress: "Progress"
    }
  }

  /// The key of an amount of the numerator.
  var statistic: String {
    switch self {
    case .done: "done"
    case .inWindow: "inWindow"
    case .progress: "progress"
    }
  }

  /// The participle in `80 % of 10 due done`.
  var participle: String {
    switch self {
    case .done: "done"
    case .inWindow: "done in the window"
    case .progress: "reached"
    }
  }
}

extension Weekday {
  /// The capitalized first three letters of the English name.
  var shortName: String { description.prefix(1).uppercased() + description.dropFirst().prefix(2) }

  /// Returns the seven weekdays from one on.
  static func week(from first: Weekday) -> [Weekday] {
    (0..<7).map { allCases[(first.rawValue + $0) % 7] }
  }
}

extension CivilDate {
  /// The day number as a position of a chart.
  var position: Double { Double(dayNumber) }
}

extension Range<CivilDate> {
  /// The first and last day.
  package var text: String { "\(lowerBound) to \(upperBound.adding(days: -1))" }

  /// The first and last day in words.
  package var words: String { "\(lowerBound.words) to \(upperBound.adding(days: -1).words)" }

  /// The days as a range of an axis.
  var positions: ClosedRange<Double> { lowerBound.position...upperBound.position }
}

extension [String?] {
  /// The notes as one text; `nil` if there are none.
  var joinedNotes: String? {
    let notes = compactMap(\.self)
    return notes.isEmpty ? nil : notes.joined(separator: " ")
  }
}

extension Array {
  /// Returns every *k*-th element, so that labels fit.
  func thinned(to count: Int = 12) -> [Element] {
    let step = Swift.max(1, (self.count + count - 1) / count)
    return stride(from: 0, to: self.count, by: step).map { self[$0] }
  }
}

extension Int {
  /// Returns the number of neighbours to merge to respect a limit.
  func step(to limit: Int) -> Int {
    precondition(limit > 0, "a chart has room for something, not for \(limit)")
    return Swift.max(1, (self + limit - 1) / limit)
  }
}
