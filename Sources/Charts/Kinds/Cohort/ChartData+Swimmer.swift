package import Scheduling

extension ChartData {
  /// Returns a swimmer plot: episodes, drug holidays and holds as spans along time, and the end of
  /// treatment.
  ///
  /// For one patient it has a lane per task by date; for a cohort, a lane per patient by days since
  /// the start. If there are too many lanes, a deterministic sample is drawn, evenly spaced by
  /// length of persistence.
  ///
  /// - Parameters:
  ///   - lanes: The lanes, the first at the top.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - sinceStart: Whether time counts from the start of each lane, with lanes sorted by
  ///     persistence, the longest at the top; otherwise time is the date.
  ///   - limit: The maximum number of lanes. Fewer are drawn, also sorted by persistence, if they
  ///     have too many spans for `ChartKind.pointLimit`.
  ///   - days: The date range of the axis if no lane has one; not needed with `sinceStart`.
  /// - Returns: The chart.
  /// - Complexity: O(*n* log *n*).
  package static func swimmer(
    _ lanes: [SwimmerLane], title: String, subtitle: String = "", sinceStart: Bool = false,
    limit: Int = 60, days: Range<CivilDate>? = nil
  ) -> ChartData {
    let drawing = SwimmerDrawing.fitting(lanes, sinceStart: sinceStart, limit: limit, days: days)
    var chart = ChartData(
      .swimmer, title: title, subtitle: subtitle,
      summary: SwimmerDrawing.summary(of: lanes, drawn: drawing.lanes.count),
      x: drawing.axis, y: ChartAxis("", .category, categories: drawing.lanes.map(\.name)),
      series: drawing.series)
    chart.fields = SwimmerDrawing.fields.fields
    if lanes.count > drawing.lanes.count {
      chart.reduction = ChartReduction(.sample, points: lanes.count, limit: limit)
      chart.note =
        "\(drawing.lanes.count.grouped) of \(lanes.count.grouped) lanes are drawn, picked evenly by their length."
    }
    return chart
  }
}

/// The positioned lanes of a swimmer plot.
struct SwimmerDrawing {
  /// The lanes, the first at the top.
  let lanes: [SwimmerLane]
  private let sinceStart: Bool
  /// The date range of the axis if no lane has one.
  private let days: Range<CivilDate>?

  init(_ lanes: [SwimmerLane], sinceStart: Bool, limit: Int, days: Range<CivilDate>? = nil) {
    (self.sinceStart, self.days) = (sinceStart, days)
    guard sinceStart || lanes.count > limit else {
      self.lanes = lanes
      return
    }
    let ordered = lanes.sorted {
      ($1.persistenceDays, $0.name) < ($0.persistenceDays, $1.name)
    }
    self.lanes = SwimmerDrawing.picked(ordered, limit: max(1, limit))
  }

  /// Returns a drawing with as many lanes as fit the point limit.
  static func fitting(
    _ lanes: [SwimmerLane], sinceStart: Bool, limit: Int, days: Range<CivilDate>?
  ) -> SwimmerDrawing {
    var drawing = SwimmerDrawing(lanes, sinceStart: sinceStart, limit: limit, days: days)
    while drawing.points > ChartKind.swimmer.pointLimit, drawing.lanes.count > 1 {
      drawing = SwimmerDrawing(
        lanes, sinceStart: sinceStart, limit: drawing.lanes.count * 3 / 4, days: days)
    }
    return drawing
  }

  private var points: Int { series.reduce(0) { $0 + $1.points.count } }

  /// Returns an evenly spaced sample of lanes, including the first and the last.
  private static func picked(_ lanes: [SwimmerLane], limit: Int) -> [SwimmerLane] {
    guard lanes.count > limit else { return lanes }
    return (0..<limit).map { lanes[$0 * (lanes.count - 1) / max(1, limit - 1)] }
  }

  /// The common time axis.
  var axis: ChartAxis {
    let ends = lanes.flatMap { lane in
      ([lane.observed] + lane.episodes).compactMap(\.self).flatMap {
        [place($0.lowerBound, lane), place($0.upperBound, lane)]
      }
    }
    let range = ends.min().flatMap { first in ends.max().map { first...$0 } }
    guard sinceStart else { return ChartAxis("Day", .day, range: range ?? days?.positions) }
    return ChartAxis(
      "Time since the start", .number, unit: "days", range: range,
      ticks: RoundTimes.ticks(RoundTimes.times(to: range?.upperBound ?? 0, least: 1)))
  }

  /// The nonempty series.
  var series: [ChartSeries] {
    [
      spans("On treatment", .primary, "onTreatment", \.treated),
      spans("In use", .seventh, "inUse", \.uses),
      spans("Never started", .pending, "neverStarted", \.notBegun),
      spans("Drug holiday", .missed, "drugHoliday", \.holidays),
      spans("Hold", .onHold, "onHold", \.holds), ends("Stopped", .signal, "stopped", .discontinued),
      ends("Goes on", .done, "goesOn", .ongoing),
      ends("Plan ended", .eighth, "planEnded", .planEnded),
      ends("Observation ended", .secondary, "observationEnded", .observationEnded),
    ].filter { !$0.points.isEmpty }
  }

  private func spans(
    _ name: String, _ role: ChartRole, _ statistic: String,
    _ stretches: KeyPath<SwimmerLane, [Range<CivilDate>]>
  ) -> ChartSeries {
    let points = lanes.enumerated().flatMap { index, lane in
      lane[keyPath: stretches].map { days in
        var point = ChartPoint(
          place(days.lowerBound, lane), Double(index), xEnd: place(days.upperBound, lane))
        point.values = SwimmerDrawing.fields.values(
          of: LaneDays(lane: lane, from: days.lowerBound, to: days.upperBound))
        return point
      }
    }
    return ChartSeries(name, .span, role, points, statistic: statistic)
  }

  private func ends(
    _ name: String, _ role: ChartRole, _ statistic: String, _ end: SwimmerLane.End
  ) -> ChartSeries {
    let points = lanes.enumerated().compactMap { index, lane -> ChartPoint? in
      guard lane.end == end, let last = lane.persistenceEnd else { return nil }
      let day = last.adding(days: 1)
      var point = ChartPoint(place(day, lane), Double(index))
      point.values = SwimmerDrawing.fields.values(of: LaneDays(lane: lane, from: day))
      return point
    }
    return ChartSeries(name, .dot, role, points, statistic: statistic)
  }

  /// A span or the end of a lane.
  struct LaneDays {
    var lane: SwimmerLane
    var from: CivilDate
    /// The end of the span (exclusive).
    var to: CivilDate?
  }

  /// The patient, the task, and the dates, which an axis of days since the start does not show.
  static let fields = PointFields<LaneDays>([
    .text("patient", \.lane.patient), .text("task", \.lane.task), .date("periodStart") { $0.from },
    .date("periodEnd", \.to), .number("days") { own in own.to.map { Double($0 - own.from) } },
  ])

  private func place(_ day: CivilDate, _ lane: SwimmerLane) -> Double {
    Double(sinceStart ? day - (lane.start ?? day) : day.dayNumber)
  }
}

extension SwimmerLane {
  /// The episodes without holidays and holds.
  fileprivate var treated: [Range<CivilDate>] {
    let cuts = (holidays + holds).sorted { $0.lowerBound < $1.lowerBound }
    return episodes.flatMap { episode in
      var (parts, from): ([Range<CivilDate>], CivilDate) = ([], episode.lowerBound)
      for cut in cuts where cut.overlaps(episode) {
        if from < cut.lowerBound { parts.append(from..<cut.lowerBound) }
        from = max(from, cut.upperBound)
      }
      return from < episode.upperBound ? parts + [from..<episode.upperBound] : parts
    }
  }

  /// The planned days of a treatment that never started.
  fileprivate var notBegun: [Range<CivilDate>] {
    end == .neverBegun ? [observed].compactMap(\.self) : []
  }
}

extension SwimmerDrawing {
  /// Returns the ends of treatment as text.
  static func summary(of lanes: [SwimmerLane], drawn: Int) -> String {
    guard !lanes.isEmpty else { return "There is no treatment to show." }
    func count(_ end: SwimmerLane.End) -> Int { lanes.count { $0.end == end } }
    let holidays = lanes.reduce(0) { $0 + $1.holidays.count }
    let holds = lanes.reduce(0) { $0 + $1.holds.count }
    let (ongoing, unknown) = (count(.ongoing), count(.unknown))
    let ends: [(SwimmerLane.End, String)] = [
      (.planEnded, "the plan"), (.observationEnded, "observation"),
    ]
    let ended = ends.filter { count($0.0) > 0 }
      .map { "\(count($0.0).grouped) persisted until \($0.1) ended, " }.joined()
    var text =
      "Of \(lanes.count.counted("treatment")) \(ongoing.grouped) \(ongoing == 1 ? "is" : "are") ongoing, \(ended)"
      + "\(count(.discontinued).grouped) stopped and \(count(.neverBegun).grouped) never started"
    text += unknown == 0 ? "" : ", and of \(unknown.grouped) nothing was due"
    let untimed = count(.untimed)
    text += untimed == 0 ? "; " : ", and of \(untimed.grouped) no times are planned; "
    text += "\(holidays.counted("drug holiday")), \(holds.counted("hold"))."
    return drawn < lanes.count ? text + " \(drawn.grouped) of them are drawn." : text
  }
}
