// What a chart says besides its marks, the same in every form.
extension ChartData {
  /// The lines below the title: whose it is and of which days, and what has to be known of the marks.
  var lines: [String] {
    [subtitle, note ?? ""].filter { !$0.isEmpty }
  }

  /// Whether colours or shapes need words: where there are several, and also where a single one says what
  /// became of something.
  package var hasLegend: Bool {
    switch kind {
    case .sparkline, .clock: false
    case .calendar, .chronology, .streaks, .swimmer, .fills: !legendSeries.isEmpty
    case .bars, .rolling, .weekdayHours, .interdose, .lasagna, .survival, .covered, .ribbon,
      .funnel, .dailySums, .values, .distribution, .groups, .slidingWindows, .comparison:
      legendSeries.count > 1
    }
  }

  /// The series that a legend names: cells whose colours follow values have a scale of their own.
  var legendSeries: [ChartSeries] {
    color == nil ? series : series.filter { $0.mark != .cell }
  }

  /// Whether there is nothing to be seen.
  ///
  /// Hours without an event are 0 and not missing; where all are, there is nothing to be seen either.
  package var isEmpty: Bool {
    panels.allSatisfy(\.isEmpty)
      && series.allSatisfy { series in
        series.points.allSatisfy { point in
          switch kind {
          case .clock: (point.y ?? 0) == 0
          case .weekdayHours: (point.value ?? 0) == 0
          case .bars, .rolling, .sparkline, .calendar, .chronology, .interdose, .swimmer, .lasagna,
            .survival, .covered, .ribbon, .funnel, .streaks, .dailySums, .values, .distribution,
            .groups, .fills, .slidingWindows, .comparison:
            point.y == nil || series.mark == .cell && color != nil && point.value == nil
          }
        }
      }
  }

  /// What stands where the marks would be: why there are none; `nil` where there are some.
  public var emptyWords: String? { isEmpty ? summary : nil }

  /// The words of an empty chart in lines that fit into the picture.
  func emptyLines(width: Int = 72) -> [String] {
    emptyWords.map { $0.wrapped(to: width) } ?? []
  }
}

extension String {
  /// The words in lines of at most so many characters; a longer word has a line of its own.
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
