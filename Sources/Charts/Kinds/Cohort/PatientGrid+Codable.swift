import AdherenceAnalytics
import Scheduling

extension PatientGrid: Codable {
  private enum CodingKeys: CodingKey {
    case numerator, rows, bins
  }

  /// Encodes the state needed to merge partial grids of different processes.
  package func encode(to encoder: any Encoder) throws {
    try asked.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(numerator, forKey: .numerator)
    try fields.encode(rows, forKey: .rows)
    try fields.encode(bins, forKey: .bins)
  }

  /// Decodes a partial grid.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let rows = try fields.decode([PatientRow].self, forKey: .rows)
    let bins = try fields.decode([PercentBin].self, forKey: .bins)
    guard
      [0, 102].contains(bins.count), rows.allSatisfy(\.isWhole), bins.allSatisfy(\.isWhole)
    else { throw decoder.corrupted("no part of a grid") }
    self.init(
      spans: try PeriodSpans(from: decoder),
      numerator: try fields.decode(Numerator.self, forKey: .numerator))
    take(rows, bins)
  }
}

extension PatientGrid.PatientRow {
  /// Whether its lists have equal lengths.
  fileprivate var isWhole: Bool { due.count == done.count && due.count == reasons.count }
}

extension PatientGrid.PercentBin {
  /// Whether its lists have equal lengths.
  fileprivate var isWhole: Bool {
    due.count == done.count && due.count == reasons.count && patients.isCount
  }
}
