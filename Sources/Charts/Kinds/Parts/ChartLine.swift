/// What one of several lines of a chart shows, with its name and its task or group.
package struct ChartLine<Values> {
  /// The name in the legend; unique within a chart.
  package var name: String
  /// The task and the group.
  package var subject: ChartSubject
  /// The values of the line.
  package var values: Values

  package init(_ name: String, _ values: Values, of subject: ChartSubject = ChartSubject()) {
    (self.name, self.values, self.subject) = (name, values, subject)
  }
}

extension ChartLine: Sendable where Values: Sendable {}
