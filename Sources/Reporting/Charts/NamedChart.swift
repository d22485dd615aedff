package import Charts

/// A chart with a name that its files bear.
package struct NamedChart: Sendable {
  /// What the file's name says, such as `calendar.tablet`: safe in every file system.
  var name: String
  /// The chart.
  package var chart: ChartData
  /// The id of the task; `nil` of all tasks together.
  private var task: String?

  init(name: String, _ chart: ChartData) {
    self.name = name
    self.chart = chart
  }

  /// Names a chart by its kind, and by the task where it is one of several.
  init(_ chart: ChartData, task: String? = nil, ofSeveral: Bool = true) {
    let stem = ofSeveral ? task.map { ".\(NamedChart.stem(of: $0))" } : nil
    name = chart.kind.rawValue + (stem ?? "")
    (self.chart, self.task) = (chart, task)
  }

  /// The same with where its numbers come from.
  func from(_ source: ChartSource, patient: String? = nil) -> NamedChart {
    var named = self
    named.chart.source = source.of(task: task, patient: patient)
    return named
  }

  /// What the name says of a task: the id itself where it is of small letters and digits.
  static func stem(of task: String) -> String {
    let isPlain = task.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || byte == UInt8(ascii: "-")
    }
    // A name for any id has a capital, a `~` or a `=`.
    return isPlain && !task.isEmpty && task.utf8.count < 60 ? task : PageName.file(for: task)
  }
}
