import AdherenceAnalytics
import Scheduling

extension PatientGrid: Codable {
  private enum CodingKeys: CodingKey {
    case period, weekStart, from, to, numerator, rows, bins
  }

  /// Writes all that merging needs, so that parts which were added up in different processes become one.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(asked.period, forKey: .period)
    try fields.encode(asked.weekStart.rawValue, forKey: .weekStart)
    try fields.encode(asked.range.lowerBound.dayNumber, forKey: .from)
    try fields.encode(asked.range.upperBound.dayNumber, forKey: .to)
    try fields.encode(numerator, forKey: .numerator)
    try fields.encode(rows, forKey: .rows)
    try fields.encode(bins, forKey: .bins)
  }

  /// Reads a part of a grid.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let weekStart = try fields.decode(Int.self, forKey: .weekStart)
    let rows = try fields.decode([PatientRow].self, forKey: .rows)
    let bins = try fields.decode([PercentBin].self, forKey: .bins)
    guard
      let range = CivilDate.range(
        try fields.decode(Int.self, forKey: .from), try fields.decode(Int.self, forKey: .to)),
      Weekday.allCases.indices ~= weekStart, [0, 102].contains(bins.count),
      rows.allSatisfy(\.isWhole), bins.allSatisfy(\.isWhole)
    else { throw decoder.corrupted("no part of a grid") }
    let period = try fields.decode(CalendarPeriod.self, forKey: .period)
    self.init(
      spans: period.spans(of: range, weekStart: Weekday.allCases[weekStart]),
      numerator: try fields.decode(Numerator.self, forKey: .numerator))
    take(rows, bins)
  }
}

extension PatientGrid.PatientRow {
  /// Whether its lists have one length.
  fileprivate var isWhole: Bool { due.count == done.count && due.count == reasons.count }
}

extension PatientGrid.PercentBin {
  /// Whether its lists have one length.
  fileprivate var isWhole: Bool {
    due.count == done.count && due.count == reasons.count && patients.isCount
  }
}
