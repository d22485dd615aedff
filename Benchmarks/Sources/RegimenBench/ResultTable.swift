import Foundation

/// The output format of measurements.
enum ResultFormat: String, CaseIterable {
  case table, ndjson
}

/// Prints measurements as they complete: lines of JSON, or a table with each time relative to ours.
struct ResultTable {
  private let format: ResultFormat
  private var ours = 0.0

  init(_ format: ResultFormat) {
    self.format = format
    guard format == .table else { return }
    emit("Median and minimum of several samples, in nanoseconds; CPU time of one process,\n")
    emit("or the time that passed for the tool from start to end, with its peak of memory.\n")
    emit("The last column is the median against ours, which comes first.\n")
  }

  /// Starts a row; its first system is ours.
  mutating func begin(_ row: Row) {
    ours = 0
    if format == .table { emit("\n\(row.name): \(row.what), \(row.expected.count)\n") }
  }

  mutating func print(_ measurement: Measurement) {
    if ours == 0 { ours = measurement.nanoseconds }
    switch format {
    case .table: emit(line(measurement))
    case .ndjson: emit(json(measurement))
    }
  }

  private func line(_ measurement: Measurement) -> String {
    let ratio = measurement.nanoseconds / ours
    return [
      padded(measurement.row, -8), padded(measurement.system, -16),
      padded(number(measurement.nanoseconds), 12), padded(number(measurement.minimum), 12),
      " " + padded(measurement.per.rawValue, -11), padded(number(ratio) + " ×", 14),
      measurement.megabytes.map { padded(number($0.rounded()) + " MB", 12) } ?? "",
    ].joined(separator: " ") + "\n"
  }

  /// Pads the text with spaces on the left, or for a negative width on the right.
  private func padded(_ text: String, _ width: Int) -> String {
    let space = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? text + space : space + text
  }

  /// Formats three decimals for small numbers, none for large ones.
  private func number(_ value: Double) -> String {
    String(format: value < 100 ? "%.3f" : "%.0f", value)
  }

  private func json(_ measurement: Measurement) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = (try? encoder.encode(measurement)) ?? Data()
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  private func emit(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
