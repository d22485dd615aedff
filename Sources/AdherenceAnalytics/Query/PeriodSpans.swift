public import Scheduling

/// The periods of a range of days, in order and without gaps.
///
/// Periods are computed, not stored, and the period of a day is found in constant time.
public struct PeriodSpans: Hashable, Sendable {
  /// The unit.
  public let period: CalendarPeriod
  /// The days of the range.
  public let range: Range<CivilDate>
  /// The first day of a week; Monday unless the unit is the calendar week.
  public let weekStart: Weekday
  /// The number of periods.
  public let count: Int
  /// The days that are in periods.
  private let days: Range<CivilDate>
  private let grid: PeriodGrid
  /// The unit of the first day.
  private let firstUnit: Int

  init(
    _ period: CalendarPeriod, of range: Range<CivilDate>, weekStart: Weekday, start: CivilDate
  ) {
    self.period = period
    self.range = range
    self.weekStart = period == .week ? weekStart : .monday
    let lower = period == .relativeWeek ? Swift.max(range.lowerBound, start) : range.lowerBound
    days = lower..<Swift.max(lower, range.upperBound)
    grid =
      switch period {
      case .day: .days(1, from: 0)
      // 1970-01-01 was a Thursday.
      case .week: .days(7, from: weekStart.rawValue - Weekday.thursday.rawValue)
      case .relativeWeek: .days(7, from: start.dayNumber)
      case .month: .months(1)
      case .quarter: .months(3)
      case .year: .months(12)
      case .all: .whole
      }
    firstUnit = grid.unit(of: lower)
    count = days.isEmpty ? 0 : grid.unit(of: days.upperBound.adding(days: -1)) - firstUnit + 1
  }

  /// Returns the index of the period that contains a day; `nil` for days outside.
  ///
  /// - Complexity: O(1).
  public func position(of day: CivilDate) -> Int? {
    days.contains(day) ? grid.unit(of: day) - firstUnit : nil
  }
}

extension PeriodSpans: RandomAccessCollection {
  /// The first index, which is 0.
  public var startIndex: Int { 0 }
  /// The index after the last.
  public var endIndex: Int { count }

  /// Returns the period at an index.
  public subscript(position: Int) -> PeriodSpan {
    precondition(indices.contains(position), "there is no period \(position) of \(count)")
    let unit = firstUnit + position
    return PeriodSpan(
      period: period, weekStart: weekStart, number: period == .relativeWeek ? unit : position,
      start: position == 0 ? days.lowerBound : grid.firstDay(of: unit),
      end: position == count - 1 ? days.upperBound : grid.firstDay(of: unit + 1))
  }
}

extension PeriodSpans: Codable {
  private enum CodingKeys: CodingKey {
    case period, weekStart, from, to, start
  }

  /// Encodes the parameters: the unit, the days as `from` and `to`, the number of the first day of a week,
  /// and the first relative week.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(period, forKey: .period)
    try fields.encode(weekStart.rawValue, forKey: .weekStart)
    try fields.encode(range.lowerBound, forKey: .from)
    try fields.encode(range.upperBound, forKey: .to)
    try fields.encodeIfPresent(firstRelativeDay, forKey: .start)
  }

  /// The first day of the first relative week.
  private var firstRelativeDay: CivilDate? {
    guard period == .relativeWeek, case .days(_, let origin) = grid else { return nil }
    return CivilDate(dayNumber: origin)
  }

  /// Decodes the parameters, and rejects invalid ones.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let weekStart = try fields.decode(Int.self, forKey: .weekStart)
    let from = try fields.decode(CivilDate.self, forKey: .from)
    let to = try fields.decode(CivilDate.self, forKey: .to)
    guard from <= to, Weekday.allCases.indices ~= weekStart else {
      throw decoder.corrupted("invalid range of days or first day of the week")
    }
    self.init(
      try fields.decode(CalendarPeriod.self, forKey: .period), of: from..<to,
      weekStart: Weekday.allCases[weekStart],
      start: try fields.decodeIfPresent(CivilDate.self, forKey: .start) ?? from)
  }
}

/// The division of days into units.
private enum PeriodGrid: Hashable {
  /// Units of several days, one of which begins on a day number.
  case days(Int, from: Int)
  case months(Int)
  case whole

  /// Returns the number of the unit that contains a day.
  func unit(of day: CivilDate) -> Int {
    switch self {
    case .days(1, let origin): return day.dayNumber - origin
    case .days(let length, let origin):
      let distance = day.dayNumber - origin
      return (distance < 0 ? distance - length + 1 : distance) / length
    case .months(let length):
      let (year, month, _) = day.parts
      return (year * 12 + month - 1) / length
    case .whole: return 0
    }
  }

  /// Returns the first day of a unit that begins within the calendar.
  func firstDay(of unit: Int) -> CivilDate {
    switch self {
    case .days(let length, let origin): return CivilDate(dayNumber: origin + unit * length)
    case .months(let length):
      let month = unit * length
      return CivilDate(year: month / 12, month: month % 12 + 1, day: 1) ?? .last
    case .whole: return .first
    }
  }
}

/// A unit of time by which results are summed.
public enum CalendarPeriod: String, CaseIterable, Hashable, Sendable, Codable {
  case day, week, month, quarter, year
  /// Weeks counted from each patient's start, beginning on its weekday.
  case relativeWeek = "relative-week"
  /// The whole range.
  case all

  /// Returns the periods of a range of days, in order and without gaps.
  ///
  /// The first and the last period are clipped to the range.
  ///
  ///     let days = monday..<monday.adding(days: 10)
  ///     print(CalendarPeriod.week.spans(of: days).map(\.name))  // ["2025-W02", "2025-W03"]
  public func spans(
    of range: Range<CivilDate>, weekStart: Weekday = .monday, start: CivilDate? = nil
  ) -> PeriodSpans {
    PeriodSpans(self, of: range, weekStart: weekStart, start: start ?? range.lowerBound)
  }
}
