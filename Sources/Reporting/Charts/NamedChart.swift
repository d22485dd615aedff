package import Charts

/// A chart with the name of its files.
package struct NamedChart: Sendable {
  /// The stem of the file names, such as `calendar.tablet`; valid in every file system.
  var name: String
  /// The chart.
  package var chart: ChartData
  /// The id of the task; `nil` for all tasks.
  private var task: String?

  init(name: String, _ chart: ChartData) {
    self.name = name
    self.chart = chart
  }

  /// Names a chart by its kind, and by the task if the kind has one chart per task.
  init(_ chart: ChartData, task: String? = nil, ofSeveral: Bool = true) {
    let stem = ofSeveral ? task.map { ".\(NamedChart.stem(of: $0))" } : nil
    name = chart.kind.rawValue + (stem ?? "")
    (self.chart, self.task) = (chart, task)
  }

  /// Returns a copy with a note on the source of its data.
  func from(_ source: ChartSource, patient: String? = nil) -> NamedChart {
    var named = self
    named.chart.source = source.of(task: task, patient: patient)
    return named
  }

  /// Returns the part of the name for a task: its id if that has lowercase letters and digits only.
  static func stem(of task: String) -> String {
    let isPlain = task.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || byte == UInt8(ascii: "-")
    }
    // An encoded name contains a capital, `~` or `=`.
    return isPlain && !task.isEmpty && task.utf8.count < 60 ? task : PageName.file(for: task)
  }
}
