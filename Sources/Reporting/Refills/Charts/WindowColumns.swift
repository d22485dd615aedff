import AdherenceStatistics
import Charts
import Scheduling

/// The values of many patients by window number.
///
/// Of many windows only every *n*th is kept, so that the memory per patient is bounded.
struct WindowColumns {
  /// The maximum number of windows kept.
  private static let limit = 120

  /// The step between the windows kept.
  let step: Int
  private var columns: [ValueColumn] = []

  /// The values in a window.
  private struct ValueColumn {
    var start: Double
    var end: Double
    var values: [Double] = []
    var missing: [MissingStatistic: Int] = [:]
  }

  /// Creates columns for the windows of a query.
  init(_ query: RefillQuery) {
    let sliding = query.sliding
    let days = query.observation.length.conventionalDays - sliding.length.conventionalDays
    let count = max(0, days) / max(1, sliding.step.conventionalDays) + 1
    step = (count + Self.limit - 1) / Self.limit
  }

  /// Adds the windows of a patient, whose positions are relative to a day.
  mutating func add(_ windows: [WindowValue], origin: Int) {
    for (place, number) in stride(from: 0, to: windows.count, by: step).enumerated() {
      let window = windows[number]
      if place == columns.count {
        columns.append(
          ValueColumn(
            start: Double(window.start.dayNumber - origin),
            end: Double(window.end.dayNumber - origin)))
      }
      switch window.value {
      case .value(let value): columns[place].values.append(value)
      case .missing(let reason): columns[place].missing[reason, default: 0] += 1
      }
    }
  }

  /// The columns for a chart.
  var all: [WindowColumn] {
    columns.enumerated().map { place, column in
      let reasons = column.missing.sorted {
        ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue)
      }
      return WindowColumn(
        number: place * step + 1, start: column.start, end: column.end,
        values: column.values.sorted(), missing: column.missing.values.reduce(0, +),
        reason: reasons.first?.key)
    }
  }
}
