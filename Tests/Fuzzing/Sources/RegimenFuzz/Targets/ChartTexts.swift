import Charts
@testable import Formats
import Foundation
@testable import Scheduling

/// Untrusted chart data, encoded in every format and decoded.
///
/// Decoding gives the same chart; each format is valid JSON, CSV or markup that contains the
/// chart's texts.
enum ChartsTarget: FuzzTarget {
  static let name = "charts"

  static func run(_ input: [UInt8]) throws {
    let text = String(decoding: input, as: UTF8.self)
    let isSpecification = text.contains("\"usermeta\"")
    let chart = try isSpecification ? ChartData(vegaLite: text) : ChartData(json: text)
    try again(chart)
    try tables(chart)
    try forms(chart)
  }

  private static func again(_ chart: ChartData) throws {
    let json = chart.json()
    let read = try must("JSON that was written: \(json)") { try ChartData(json: json) }
    try require(read.json(), is: json, "JSON of JSON")
    try require(read == chart, "another chart is read: \(json)")
    let page = chart.vegaLite()
    let specified = try must("a specification: \(page)") { try ChartData(vegaLite: page) }
    try require(specified.json(), is: json, "the chart of a specification")
    _ = try JSONSerialization.jsonObject(with: Data(page.utf8))
  }

  /// Checks that the rows of the CSV equal those of the JSON.
  private static func tables(_ chart: ChartData) throws {
    let rows = try StrictCSV(chart.csv()).rows
    try require(Set(rows.map(\.count)).count <= 1, "rows of different lengths: \(chart.csv())")
    let object = try JSONSerialization.jsonObject(with: Data(chart.json().utf8))
    guard let written = (object as? [String: Any])?["rows"] as? [[String: Any]] else {
      throw Finding("no rows in \(chart.json())")
    }
    try require(rows.count - 1, is: written.count, "rows of the table and of the JSON")
    for (cells, row) in zip(rows.dropFirst(), written) {
      for (name, cell) in zip(rows[0], cells) {
        guard let text = row[name] as? String else { continue }
        let guarded = SpreadsheetText.isGuarded(text.utf8.span) ? "'\(text)" : text
        try require(cell, is: guarded, "a cell of \(name)")
      }
    }
  }

  private static func forms(_ chart: ChartData) throws {
    var texts: [String] = []
    if chart.panels.isEmpty { texts += [chart.chartJS(), chart.plotly(), chart.eCharts()] }
    if let careKit = try? chart.careKit() { texts.append(careKit) }
    for text in texts { _ = try JSONSerialization.jsonObject(with: Data(text.utf8)) }
    let picture = try StrictMarkup(chart.svg())
    for element in picture.elements {
      let names = element.attributes.map { $0.name.lowercased() }
      try require(element.name != "script" && element.name != "foreignObject", element.name)
      try require(!names.contains { $0.hasPrefix("on") || $0.hasSuffix("href") }, "\(element)")
    }
  }
}

/// A literal RFC 4180 parser.
struct StrictCSV {
  private(set) var rows: [[String]] = []

  init(_ text: String) throws {
    var (row, cell): ([String], [UInt8]) = ([], [])
    var (isQuoted, wasQuoted) = (false, false)
    func end() {
      row.append(String(decoding: cell, as: UTF8.self))
      (cell, wasQuoted) = ([], false)
    }
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        if isQuoted, bytes.first == byte {
          cell.append(byte)
          bytes.removeFirst()
        } else {
          try require(isQuoted || (cell.isEmpty && !wasQuoted), "a quote within a cell")
          (isQuoted, wasQuoted) = (!isQuoted, true)
        }
      case UInt8(ascii: ",") where !isQuoted: end()
      case UInt8(ascii: "\n") where !isQuoted:
        end()
        rows.append(row)
        row = []
      default:
        try require(isQuoted || !wasQuoted, "text behind a quoted cell")
        cell.append(byte)
      }
    }
    try require(!isQuoted && row.isEmpty && cell.isEmpty, "a table that ends within a row")
  }
}
