/// The task and the group that a series is about.
public struct ChartSubject: Hashable, Sendable, Codable {
  /// The id of the task; `nil` for that of the chart.
  public var task: String?
  /// The group of patients, or the class or drug of fills; `nil` for all.
  public var group: String?

  package init(task: String? = nil, group: String? = nil) {
    (self.task, self.group) = (task, group)
  }
}

extension ChartData {
  /// Returns the chart with a group as the subject of its series.
  package func of(group: String?) -> ChartData {
    var chart = self
    for place in chart.series.indices { chart.series[place].subject.group = group }
    return chart
  }
}
