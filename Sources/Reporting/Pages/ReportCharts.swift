import AdherenceAnalytics
import Charts
package import Diagnostics
import Foundation
import Interchange
import Scheduling

/// The charts in a report's folder: those of its pages.
package struct ReportCharts {
  private let path: String

  /// Returns whether a path is the folder of a report.
  package static func isReport(_ path: String) -> Bool {
    ["report.json", "report.sqlite"].contains {
      FileManager.default.fileExists(atPath: "\(path)/\($0)")
    }
  }

  /// Opens a report's folder.
  package init(_ path: String) { self.path = path }

  /// Reads the charts of a selection from the specifications beside the pages, and their rows.
  ///
  /// - Throws: `InputError` if the report has no page of the patient, or no such chart.
  package func charts(_ selection: ChartSelection) throws(InputError) -> ChartAnswer {
    let folder = "\(path)/\(folder(of: selection.patient))"
    let names = try names(in: folder).filter { isMeant($0, selection) }
    guard !names.isEmpty else {
      let known = try Set(self.names(in: folder).map { String($0.prefix { $0 != "." }) })
      throw InputError(
        .notOneOf(text: selection.kind?.rawValue ?? "", allowed: known.sorted()),
        parameter: "chart",
        source: folder)
    }
    var answer = ChartAnswer(charts: [])
    for name in names {
      answer.charts.append(NamedChart(name: name, try chart(name, in: folder)))
    }
    return answer
  }

  private func folder(of patient: String?) -> String {
    patient.map { "\(PagePath.patients)/\(PageName.file(for: $0))" } ?? PagePath.charts
  }

  /// Returns the names of the charts in a folder, in the order of their kinds.
  private func names(in folder: String) throws(InputError) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let names = files.filter { $0.hasSuffix(".vl.json") }.map { String($0.dropLast(8)) }
    if names.isEmpty {
      throw InputError(
        .unreadable(
          reason: "the report has no such charts (name the dataset, or write the report with "
            + "--page-data all)"),
        source: folder)
    }
    let order = ChartKind.allCases.map(\.rawValue)
    return names.sorted { a, b in
      (order.firstIndex(of: kind(of: a)) ?? 0, a) < (order.firstIndex(of: kind(of: b)) ?? 0, b)
    }
  }

  private func kind(of name: String) -> String { String(name.prefix { $0 != "." }) }

  private func isMeant(_ name: String, _ selection: ChartSelection) -> Bool {
    guard selection.kind.map({ $0.rawValue == kind(of: name) }) ?? true else { return false }
    let parts = name.split(separator: ".").dropFirst()
    return selection.task.map { parts.first.map(String.init) == NamedChart.stem(of: $0) } ?? true
  }

  private func chart(_ name: String, in folder: String) throws(InputError) -> ChartData {
    let file = "\(folder)/\(name).vl.json"
    guard let data = FileManager.default.contents(atPath: file) else {
      throw InputError(.unreadable(reason: "it cannot be opened"), source: file)
    }
    do {
      // The rows are those of this chart, whatever the URL is.
      return try ChartData(vegaLite: String(decoding: data, as: UTF8.self)) {
        _ throws(InputError) in try CSVRows.read("\(folder)/\(name).csv")
      }
    } catch {
      throw InputError(
        .unreadable(reason: "it has no chart of a report"), source: file, cause: error)
    }
  }
}
