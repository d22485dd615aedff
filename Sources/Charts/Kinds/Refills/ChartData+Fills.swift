import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

extension ChartData {
  /// Returns fills along time: the supplied days, carried-over supply, days without supply, and
  /// hospital stays.
  ///
  /// The days are those counted by the lane's measure (`SupplyTimeline`). If all lanes share them,
  /// the observation window is a band and the ends of follow-up are dashed lines.
  ///
  /// - Parameters:
  ///   - lanes: The lanes, the first at the top; as many of the first as fit are drawn.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - sinceStart: Whether time counts from the start of follow-up; otherwise it is the date.
  ///   - count: The total number of lanes, if only some are given.
  ///   - order: The order of the lanes, as in `with the lowest values`.
  /// - Returns: The chart.
  /// - Complexity: O(*n*) for *n* intervals.
  package static func fills(
    _ lanes: [FillLane], title: String, subtitle: String = "", sinceStart: Bool = false,
    of count: Int? = nil, order: String = ""
  ) -> ChartData {
    let drawing = FillDrawing.fitting(lanes, sinceStart: sinceStart)
    var chart = ChartData(
      .fills, title: title, subtitle: subtitle, summary: FillDrawing.summary(of: drawing.lanes),
      x: drawing.axis, y: ChartAxis("", .category, categories: drawing.lanes.map(\.label)),
      series: drawing.series)
    (chart.bands, chart.references) = (drawing.bands, drawing.references)
    (chart.fields, chart.reduction) = (FillItem.fields.fields, drawing.reduction)
    let total = count ?? lanes.count
    let first = order.isEmpty ? "" : ", those \(order)"
    let notes = [
      drawing.lanes.count < total
        ? "\(drawing.lanes.count.grouped) of \(total.counted("row")) are drawn\(first)." : nil,
      drawing.note,
    ].compactMap(\.self)
    chart.note = notes.isEmpty ? nil : notes.joined(separator: " ")
    return chart
  }
}

/// The positioned lanes of a chart of fills.
struct FillDrawing {
  /// The lanes, the first at the top.
  private(set) var lanes: [FillLane]
  /// Whether time counts from the start of follow-up.
  private let sinceStart: Bool
  /// The first drawn day of a single lane with too many points.
  private var firstDay = -Double.infinity

  init(_ lanes: [FillLane], sinceStart: Bool) {
    (self.lanes, self.sinceStart) = (lanes, sinceStart)
  }

  /// Returns a drawing with as many lanes as fit, or with the latest days of a single lane.
  static func fitting(_ lanes: [FillLane], sinceStart: Bool) -> FillDrawing {
    let limit = ChartKind.fills.pointLimit
    var drawing = FillDrawing(lanes, sinceStart: sinceStart)
    while drawing.points > limit, drawing.lanes.count > 1 {
      drawing.lanes.removeLast(max(1, drawing.lanes.count / 4))
    }
    if drawing.points > limit { drawing.cut(to: limit) }
    return drawing
  }

  private mutating func cut(to limit: Int) {
    let starts = series.flatMap(\.points).map(\.x).sorted()
    // All of the first remaining day may exceed the limit.
    firstDay = starts[starts.count - limit - 1].nextUp
  }

  private var points: Int { series.reduce(0) { $0 + $1.points.count } }

  /// A note on the omitted part of a single lane; `nil` if all is drawn.
  var note: String? {
    guard firstDay.isFinite else { return nil }
    let day = sinceStart ? "day \(ChartText.number(firstDay))" : ChartText.date(Int(firstDay))
    return "Only the part after \(day) is drawn."
  }

  /// The reduction of a single lane; `nil` if all is drawn.
  var reduction: ChartReduction? {
    guard firstDay.isFinite else { return nil }
    let whole = FillDrawing(lanes, sinceStart: sinceStart)
    return ChartReduction(.latest, points: whole.points, limit: ChartKind.fills.pointLimit)
  }

  /// The nonempty series.
  var series: [ChartSeries] {
    [
      spans(.gap, .missed, "gap"), spans(.supplied, .primary, "supplied"),
      spans(.carriedOver, .interval, "carriedOver"), spans(.away, .onHold, "inHospital"), fills,
      stays,
    ].filter { !$0.points.isEmpty }
  }

  private func spans(
    _ state: SupplyState, _ role: ChartRole, _ statistic: String
  ) -> ChartSeries {
    ChartSeries(
      state.name, .span, role,
      points { timeline in
        timeline.stretches.filter { $0.state == state }.map {
          (FillItem(start: $0.start, end: $0.end, days: $0.days), ChartText.days($0.days))
        }
      }, statistic: statistic)
  }

  private var fills: ChartSeries {
    ChartSeries(
      "Fill", .tick, .secondary,
      points { timeline in
        timeline.fills.chunked(by: \.date).map { (FillItem(of: $0), $0.words) }
      }, statistic: "fill")
  }

  /// Stays that the measure ignores are marks rather than spans, so that they do not hide counted
  /// days.
  private var stays: ChartSeries {
    ChartSeries(
      "Admission, not counted", .dot, .unscheduled,
      points { timeline in
        timeline.otherStays.chunked(by: \.days.lowerBound).map { stays in
          let first = stays[0].days.lowerBound
          let days = Double(stays.reduce(0) { max($0, $1.days.upperBound - first + 1) })
          return (
            FillItem(start: first.position, days: days), "In hospital, \(ChartText.days(days))"
          )
        }
      }, statistic: "admission")
  }

  /// Returns the points of each lane; intervals extend to their ends.
  private func points(_ items: (SupplyTimeline) -> [(FillItem, String)]) -> [ChartPoint] {
    let points = timelines.flatMap { row, timeline, origin in
      items(timeline).map { item, words in
        var item = item
        var point = ChartPoint(
          item.start - origin, row, xEnd: item.end.map { $0 - origin }, label: words)
        item.lane = lanes[Int(row)]
        point.values = FillItem.fields.values(of: item)
        return point
      }
    }
    return shown(points)
  }

  private func shown(_ points: [ChartPoint]) -> [ChartPoint] {
    firstDay.isFinite ? points.filter { $0.x >= firstDay } : points
  }

  /// The lanes with a timeline, with their row and the origin of their time.
  private var timelines: [(row: Double, timeline: SupplyTimeline, origin: Double)] {
    lanes.enumerated().compactMap { row, lane in
      lane.timeline.value.map { (Double(row), $0, lane.origin(sinceStart: sinceStart)) }
    }
  }
}

// The axis and the windows.
extension FillDrawing {
  /// The common time axis.
  var axis: ChartAxis {
    let ends = timelines.flatMap { _, timeline, origin in
      [timeline.windows.followUp.lowerBound, timeline.windows.followUp.upperBound]
        .map { $0.position - origin }
    }
    let range = ends.min().flatMap { first in ends.max().map { min(max(first, firstDay), $0)...$0 }
    }
    guard sinceStart else { return ChartAxis("Day", .day, range: range) }
    return ChartAxis(
      "Time since the follow-up began", .number, unit: "days", range: range,
      ticks: RoundTimes.ticks(RoundTimes.times(to: range?.upperBound ?? 0, least: 1)))
  }

  /// The observation window, if all lanes share it.
  var bands: [ChartBand] {
    common(\.observation).map { days in
      [
        ChartBand(
          .x, from: days.lowerBound, to: days.upperBound, "Observation window", .reference,
          statistic: "observation")
      ]
    } ?? []
  }

  /// The ends of follow-up, if all lanes share them.
  var references: [ReferenceLine] {
    common(\.followUp).map { days in
      [
        ReferenceLine(.x, at: days.lowerBound, "follow-up", statistic: "followUpStart"),
        ReferenceLine(.x, at: days.upperBound, "end of follow-up", statistic: "followUpEnd"),
      ]
    } ?? []
  }

  private func common(
    _ window: KeyPath<RefillWindows, ClosedRange<CivilDate>>
  ) -> ClosedRange<Double>? {
    let all = Set(
      timelines.map { _, timeline, origin in
        let days = timeline.windows[keyPath: window]
        return days.lowerBound.position - origin...days.upperBound.position - origin
      })
    return all.count == 1 ? all.first : nil
  }
}

extension Array {
  /// Groups consecutive elements with equal keys.
  fileprivate func chunked<Key: Equatable>(by key: (Element) -> Key) -> [[Element]] {
    reduce(into: []) { chunks, element in
      if let last = chunks.last?.last, key(last) == key(element) {
        chunks[chunks.count - 1].append(element)
      } else {
        chunks.append([element])
      }
    }
  }
}

extension FillDrawing {
  /// Returns the supplied part of the measured days as text.
  static func summary(of lanes: [FillLane]) -> String {
    let timelines = lanes.compactMap(\.timeline.value)
    guard !timelines.isEmpty else { return "Nothing was dispensed in the follow-up." }
    func days(_ state: SupplyState) -> String {
      ChartText.days(timelines.reduce(0) { $0 + $1.days(state) })
    }
    let rows = lanes.count == 1 ? "" : "\(lanes.count.grouped) rows with "
    let fills = timelines.reduce(0) { $0 + $1.fills.count }.counted("fill")
    let away = timelines.contains { $0.days(.away) > 0 } ? ", \(days(.away)) in hospital" : ""
    let measured = timelines.reduce(0.0) { sum, timeline in
      sum + (timeline.measured.map { $0.upperBound - $0.lowerBound } ?? 0)
    }
    return
      "\(rows)\(fills); of \(ChartText.days(measured)) that are measured \(days(.gap)) are without "
      + "supply, and on \(days(.carriedOver)) supply is carried over\(away)."
  }
}

extension SupplyState {
  /// The legend text.
  var name: String {
    switch self {
    case .supplied: "Supply of the last fill"
    case .carriedOver: "Carried over"
    case .gap: "No supply"
    case .away: "In hospital"
    }
  }
}

extension [Fill] {
  /// The fills of a day as text.
  var words: String {
    if count == 1 { return self[0].words }
    return "\(count.grouped) fills, \(ChartText.days(reduce(0) { $0 + $1.days }))"
  }
}

extension Fill {
  /// The fill as text.
  fileprivate var words: String {
    let dose = dose.map { "dose \(ChartText.number($0))" }
    return [ChartText.days(days), dose, (drug ?? drugClass)?.isolated].compactMap(\.self)
      .joined(separator: ", ")
  }
}

extension ChartText {
  /// Formats a number of days.
  static func days(_ days: Double) -> String { number(days) + (days == 1 ? " day" : " days") }
}
