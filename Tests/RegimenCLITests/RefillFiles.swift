import Foundation
import Testing

/// AdhereR's `med_events.csv` converted to a folder for `regimen refills`.
struct RefillFiles {
  let place: Scratch

  private static let golden = Tool.repository.appending(path: "Datasets/golden")

  init(stays: String? = nil) throws {
    place = try Scratch()
    let file = RefillFiles.golden.appending(path: "adherer/med_events.csv")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    // ROW, PATIENT_ID, DATE, PERDAY, CATEGORY, DURATION.
    let fills = rows.map { row in
      let fields = row.split(separator: ",")
      return [fields[1], fields[2], fields[5], fields[3], fields[4]].joined(separator: ",")
    }
    let header = "patient,date,days,dose,class"
    try place.write(
      Array(([header] + fills).joined(separator: "\n").appending("\n").utf8), to: "fills.csv")
    if let stays { try place.write(Array(stays.utf8), to: "stays.csv") }
  }

  /// Runs `refills`; the rows by column.
  func rows(_ arguments: [String]) throws -> [[String: String]] {
    let result = try Tool.run(["refills", place.url.path, "--format", "csv"] + arguments)
    #expect(result.status == 0, "\(result.errors)")
    return try RefillFiles.rows(result.output)
  }

  /// The rows of a table without quotes.
  static func rows(_ text: String) throws -> [[String: String]] {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let columns = try #require(lines.first)
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(columns, $0)) }
  }

  /// The runs of one of AdhereR's results.
  static func golden<Run: Decodable>(_ name: String, _ type: Run.Type) throws -> [Run] {
    let data = try Data(contentsOf: golden.appending(path: "adherer/\(name).json"))
    return try JSONDecoder().decode(GoldenRuns<Run>.self, from: data).runs
  }

  static func goldenText(_ name: String) throws -> String {
    try String(contentsOf: golden.appending(path: name), encoding: .utf8)
  }

  /// Whether a cell equals a number up to rounding.
  static func isClose(_ cell: String?, _ number: Double?) -> Bool {
    guard let number else { return cell?.isEmpty == true }
    guard let value = cell.flatMap(Double.init) else { return false }
    return abs(value - number) <= 1e-9 * max(abs(value), abs(number), 1e-3)
  }
}

/// The runs of a file.
private struct GoldenRuns<Run: Decodable>: Decodable {
  var runs: [Run]
}

/// A value of AdhereR: a number, missing, or `"Inf"`, which is missing in ours.
struct RefillValue: Decodable {
  var number: Double?

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    number = value.decodeNil() ? nil : try? value.decode(Double.self)
  }
}
