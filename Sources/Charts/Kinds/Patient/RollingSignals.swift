import AdherenceStatistics
import Scheduling

/// What control charts and changes say of a series, as marks on its rolling line.
struct RollingSignals {
  /// A day that is marked.
  private struct Mark {
    var day: Int
    var text: String
    var sentence: String
  }

  /// The level of a stretch of days.
  private struct Level {
    var name: String
    var share: Double
    var from: Int
    var to: Int
  }

  private let line: RollingLine
  private var marks: [Mark] = []
  private var levels: [Level] = []

  /// From which likelihood ratio on a change is more than chance would have it.
  private static let notable = 10.0

  init(_ signals: DoseSignals, _ thorough: ThoroughTrend?, on line: RollingLine) {
    self.line = line
    if let day = signals.firstLowDay {
      add(day, "control chart low", "The control chart first falls below its limit on \(day).")
    }
    if let day = signals.firstAlarm?.day {
      add(day, "alarm", "The cumulative sum raises its alarm on \(day).")
    }
    if let change = signals.change.value, let day = signals.changeDay,
      RollingSignals.isNotable(change, thorough)
    {
      add(
        day, "change",
        "The share changes from \(ChartText.percent(change.before)) to "
          + "\(ChartText.percent(change.after)) on \(day).")
      addLevels(change, at: day.dayNumber)
    }
  }

  private static func isNotable(_ change: ChangePoint, _ thorough: ThoroughTrend?) -> Bool {
    thorough?.changeP.value.map { $0 < 0.05 } ?? (change.likelihoodRatio >= notable)
  }

  /// Marks a day that the line has.
  private mutating func add(_ day: CivilDate, _ text: String, _ sentence: String) {
    guard line.range?.contains(Double(day.dayNumber)) == true else { return }
    marks.append(Mark(day: day.dayNumber, text: text, sentence: sentence))
  }

  private mutating func addLevels(_ change: ChangePoint, at day: Int) {
    guard let begin = line.ratios.firstIndex(where: { $0 != nil }),
      let end = line.ratios.lastIndex(where: { $0 != nil })
    else { return }
    let (first, last) = (line.first + begin, line.first + end)
    if first < day {
      levels.append(Level(name: "Before the change", share: change.before, from: first, to: day))
    }
    if day < last {
      levels.append(Level(name: "After the change", share: change.after, from: day, to: last))
    }
  }

  /// The signals in words.
  var sentences: [String] { marks.map(\.sentence) }

  /// Adds the levels, the marked days, and what they are.
  func draw(on chart: inout ChartData) {
    for level in levels {
      let points = [level.from, level.to].map { ChartPoint(Double($0), level.share) }
      chart.series.append(ChartSeries(level.name, .line, .reference, points))
    }
    let ordered = marks.sorted { $0.day < $1.day }
    let points = ordered.compactMap { mark in
      line.ratio(on: mark.day).map { ChartPoint(Double(mark.day), $0, label: mark.text) }
    }
    if !points.isEmpty { chart.series.append(ChartSeries("Signals", .dot, .signal, points)) }
    chart.annotations += annotations(of: ordered)
  }

  /// Words at the marked days; days that are close share them, as words would lie upon each other.
  private func annotations(of marks: [Mark]) -> [ChartAnnotation] {
    var annotations: [ChartAnnotation] = []
    for mark in marks {
      if let last = annotations.last, Double(mark.day) - last.x < Double(line.ratios.count) / 5 {
        annotations[annotations.count - 1].text = "\(last.text), \(mark.text)"
      } else {
        annotations.append(
          ChartAnnotation(x: Double(mark.day), y: line.ratio(on: mark.day), mark.text))
      }
    }
    return annotations
  }
}
