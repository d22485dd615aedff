// Text of a chart apart from its marks, the same in every format.
extension ChartData {
  /// The lines below the title: the subtitle and the note.
  var lines: [String] {
    [subtitle, note ?? ""].filter { !$0.isEmpty }
  }

  /// Whether colours or shapes need a legend: there are several, or a single one that represents a
  /// state.
  package var hasLegend: Bool {
    let traits = kind.traits
    guard traits.hasAxes, !traits.isCircular else { return false }
    return legendSeries.count > (traits.explainsOneSeries ? 0 : 1)
  }

  /// The series in the legend; cells coloured by value have a colour scale instead.
  var legendSeries: [ChartSeries] {
    color == nil ? series : series.filter { $0.mark != .cell }
  }

  /// Whether there is nothing to draw.
  ///
  /// Hours without an event are 0 rather than missing; if all are 0, there is nothing to draw
  /// either.
  package var isEmpty: Bool {
    let traits = kind.traits
    return panels.allSatisfy(\.isEmpty)
      && series.allSatisfy { series in
        series.points.allSatisfy { point in
          traits.countsEvents
            ? (traits.isCircular ? point.y : point.value) ?? 0 == 0
            : point.y == nil || series.mark == .cell && color != nil && point.value == nil
        }
      }
  }

  /// The text in place of the marks of an empty chart; `nil` if it is not empty.
  public var emptyReason: String? { isEmpty ? summary : nil }

  /// Returns the text of an empty chart in lines that fit the plot.
  func emptyLines(width: Int = 72) -> [String] {
    emptyReason.map { $0.wrapped(to: width) } ?? []
  }
}

extension String {
  /// Returns the text wrapped to lines of at most `width` characters; longer words have a line of
  /// their own.
  func wrapped(to width: Int) -> [String] {
    split(separator: " ").reduce(into: []) { lines, word in
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
  }
}
