public import AdherenceAnalytics
import Scheduling

extension ChartData {
  /// Returns a dot for each event by date and local time of day, and a mark for each missed
  /// occurrence.
  ///
  /// Days are attribution days: with a day boundary at 03:00 they run from 03:00 to 03:00 of the next
  /// day. The vertical axis has the hours with events. Events
  /// of an occurrence are classified by their timing, all others by their disposition; missed
  /// occurrences are at their nominal time, and pending ones are not marked. Holds are bands; clock
  /// changes and changes of time zone are lines at their date, and so are the planned times if they
  /// are few.
  ///
  /// Of long courses one in *k* consecutive days is drawn completely, sampling days with and
  /// without missed occurrences separately, so that no time of day or weekday is favoured and both
  /// are thinned out equally.
  ///
  /// - Parameters:
  ///   - evaluation: The task.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - limit: The maximum number of dots and marks.
  /// - Returns: A series for each occurring kind of event, and one of the missed occurrences.
  /// - Complexity: O(*n* log *n*) for *n* occurrences and outcomes.
  public static func chronology(
    of evaluation: TaskEvaluation, title: String, subtitle: String = "", limit: Int = 2_000
  ) -> ChartData {
    let dots = Chronology(evaluation).dots
    let (query, zone) = (evaluation.query, evaluation.moments.zone.id)
    let planned = evaluation.plannedTimes
    let seconds = dots.joined().map(\.second) + planned.map { Int($0.at) }
    let hours = hours(of: seconds, from: query.dayBoundary.secondOfDay)
    var chart = ChartData(
      .chronology, title: title, subtitle: subtitle,
      summary: summary(ofChronology: dots, isFlexible: evaluation.isFlexible),
      x: ChartAxis("Date", .day, range: days(of: dots, query.range), zone: zone),
      y: ChartAxis(
        "Time of day", .clock,
        range: Double(hours.lowerBound * 3600)...Double(hours.upperBound * 3600),
        ticks: clockTicks(hours), zone: zone))
    let fields = Chronology.EventDot.fields(in: evaluation.moments.zone)
    chart.fields = fields.fields
    let sample = DaySample(dots, limit: limit)
    chart.series = zip(EventKind.allCases, sample.kept(of: dots)).map {
      ChartSeries($0, $1, fields)
    }.filter { !$0.points.isEmpty }
    chart.bands = evaluation.holdBands
    chart.references = evaluation.clockChanges + planned
    let total = dots.reduce(0) { $0 + $1.count }
    if total > limit {
      chart.reduction = ChartReduction(.sample, points: total, limit: limit)
      chart.note =
        "\(chart.pointCount) of \(total.counted("point")) are drawn: those of some days, evenly chosen."
    }
    return chart
  }

  /// Returns the days of a query, and of events outside it that belong to its occurrences.
  private static func days(of dots: [[Chronology.EventDot]], _ range: Range<CivilDate>)
    -> ClosedRange<Double>
  {
    let first = dots.compactMap { $0.first?.day }.min() ?? range.lowerBound.dayNumber
    let last = dots.compactMap { $0.last?.day }.max() ?? range.lowerBound.dayNumber
    return Double(
      min(first, range.lowerBound.dayNumber))...Double(
        max(last + 1, range.upperBound.dayNumber))
  }

  /// Returns the hours with events, with an hour around them and at least six, within the day from
  /// a boundary; the whole day without events.
  private static func hours(of seconds: [Int], from boundary: Int) -> Range<Int> {
    let day = boundary / 3600..<(boundary + 86_400 + 3599) / 3600
    guard let first = seconds.min(), let last = seconds.max() else { return day }
    var (from, to) = (first / 3600 - 1, last / 3600 + 2)
    let missing = max(0, 6 - (to - from))
    (from, to) = (from - missing / 2, to + (missing + 1) / 2)
    return max(from, day.lowerBound)..<min(to, day.upperBound)
  }

  /// Returns ticks at each hour of a few, otherwise at every third.
  private static func clockTicks(_ hours: Range<Int>) -> [ChartTick] {
    let step = hours.count <= 8 ? 1 : hours.count <= 14 ? 2 : 3
    return stride(
      from: (hours.lowerBound + step - 1) / step * step, through: hours.upperBound, by: step
    ).map { ChartTick(Double($0 * 3600), hourName($0)) }
  }

  private static func summary(
    ofChronology dots: [[Chronology.EventDot]], isFlexible: Bool
  ) -> String {
    let missed = dots[EventKind.missed.rawValue].count
    let events = dots.reduce(0) { $0 + $1.count } - missed
    let kinds = EventKind.allCases.filter { $0 != .missed && !dots[$0.rawValue].isEmpty }.map {
      "\(dots[$0.rawValue].count.grouped) \($0.name.lowercased())"
    }
    if events + missed == 0 { return "Nothing was recorded, and nothing missed." }
    return
      "\(events.counted("event"))\(kinds.isEmpty ? "" : ": ")\(kinds.joined(separator: ", "))"
      + "\(isFlexible ? "" : "; \(missed.grouped) missed")."
  }
}

extension ChartSeries {
  fileprivate init(
    _ kind: EventKind, _ dots: [Chronology.EventDot], _ fields: PointFields<Chronology.EventDot>
  ) {
    self.init(
      kind.name, kind == .missed ? .tick : .dot, kind.role,
      dots.map { ChartPoint(Double($0.day), Double($0.second)) }.with(fields, of: dots),
      statistic: kind.statistic)
  }
}

extension TaskEvaluation {
  /// The holds within the query range.
  var holdBands: [ChartBand] {
    plan.holds.compactMap { hold in
      let from = moments.day(of: hold.from.civil(in: moments.zone))
      // A hold lasts to the end of the day that contains its last moment.
      let last = hold.to.map {
        moments.zone.civil(at: $0.instant(in: moments.zone).adding(seconds: -1))
      }
      let end = last.map { moments.day(of: $0).adding(days: 1) } ?? .last
      guard from < end else { return nil }
      let days = (from..<end).clamped(to: query.range)
      return days.isEmpty
        ? nil
        : ChartBand(
          .x, from: days.lowerBound.position, to: days.upperBound.position, hold.words,
          hold.mode == .annotate ? .reference : .onHold, statistic: "onHold")
    }
  }

  /// Lines at the dates of the patient's clock changes.
  fileprivate var clockChanges: [ReferenceLine] {
    moments.zone.changes(in: moments.range).map { change in
      ReferenceLine(
        .x, at: change.local.date.position, change.words, statistic: "clockChange")
    }
  }

  /// Lines at the planned times of day, if there are no more than six.
  fileprivate var plannedTimes: [ReferenceLine] {
    let elements = Set(scored.lazy.map(\.occurrence.element)).map(plan.element)
    guard elements.allSatisfy({ $0.keepsItsTimes && !$0.isElsewhere(than: moments.zone) }) else {
      return []
    }
    let times = Set(elements.filter { !$0.isAllDay }.flatMap { $0.timesOfDay(in: moments.zone) })
    if times.count > 6 { return [] }
    return times.sorted().map { time in
      let isNextMorning = time < query.dayBoundary
      return ReferenceLine(
        .y, at: Double(time.secondOfDay + (isNextMorning ? 86_400 : 0)), "planned \(time)",
        statistic: "plannedTime")
    }
  }
}

extension ScheduleElement {
  /// Whether it always occurs at the same times of day.
  fileprivate var keepsItsTimes: Bool {
    guard case .every(let period) = recurrence else { return true }
    return period.seconds == 0 || !times.isEmpty
  }

  fileprivate func isElsewhere(than zone: Zone) -> Bool {
    guard case .fixed(let own) = clockBinding else { return false }
    return own != zone
  }

  fileprivate func timesOfDay(in zone: Zone) -> [CivilTime] {
    times.isEmpty ? [start.civil(in: zone).time] : times
  }
}

extension Hold {
  /// The reason, otherwise the effect.
  fileprivate var words: String {
    if let reason, !reason.isEmpty { return reason }
    return switch mode {
    case .exclude, .extend: "Hold"
    case .notMonitored: "Not monitored"
    case .truncate: "Plan ended"
    case .annotate: "Note"
    }
  }
}

extension Zone.Change {
  /// The change as text, such as `clocks +1 h` or `journey −90 min`.
  fileprivate var words: String {
    let (sign, length) = (seconds < 0 ? "−" : "+", seconds.magnitude)
    let amount = length.isMultiple(of: 3600) ? "\(length / 3600) h" : "\(length / 60) min"
    return "\(isJourney ? "journey" : "clocks") \(sign)\(amount)"
  }
}

/// A deterministic sample of the days of a long chart.
///
/// One in *k* consecutive days is kept completely, separately for days with and without missed
/// occurrences, so that both are thinned out equally and no time of day is favoured. The choice is
/// pseudorandom, so that it does not correlate with weekly patterns, and reproducible.
struct DaySample {
  /// Whether each day is drawn, from the first with points.
  private var isKept: [Bool]
  /// The stride of points per kind on those days; usually 1.
  private var stride = 1
  private let first: Int

  /// Finds the largest sample of days that respects the limit.
  ///
  /// - Parameters:
  ///   - dots: The points by kind, each in order.
  ///   - limit: The maximum number of points.
  init(_ dots: [[Chronology.EventDot]], limit: Int) {
    precondition(limit > 0, "a chart has room for points, not for \(limit)")
    let days = dots.flatMap { [$0.first?.day, $0.last?.day] }.compactMap(\.self)
    let first = days.min() ?? 0
    self.first = first
    isKept = Array(repeating: true, count: (days.max() ?? first) - first + 1)
    let total = dots.reduce(0) { $0 + $1.count }
    if total <= limit { return }
    var counts = isKept.map { _ in 0 }
    var hasMiss = isKept.map { _ in false }
    for dot in dots.joined() { counts[dot.day - first] += 1 }
    for miss in dots[EventKind.missed.rawValue] { hasMiss[miss.day - first] = true }
    let least = total.step(to: limit)
    for step in least...least * 2 + 1 {
      isKept = DaySample.days(counts, hasMiss, step)
      if counts.indices.reduce(0, { isKept[$1] ? $0 + counts[$1] : $0 }) <= limit { return }
    }
    // A few days may contain nearly all points.
    while kept(of: dots).reduce(0, { $0 + $1.count }) > limit { stride += 1 }
  }

  /// Returns the drawn points by kind.
  func kept(of dots: [[Chronology.EventDot]]) -> [[Chronology.EventDot]] {
    dots.map { dots in
      let days = dots.filter { isKept[$0.day - first] }
      if stride == 1 { return days }
      return Swift.stride(from: 0, to: days.count, by: stride).map { days[$0] }
    }
  }

  /// Returns the sample of every `step` days, separately with and without missed occurrences.
  private static func days(_ counts: [Int], _ hasMiss: [Bool], _ step: Int) -> [Bool] {
    var (withMiss, without) = (0, 0)
    return counts.indices.map { day in
      if counts[day] == 0 { return false }
      if hasMiss[day] { withMiss += 1 } else { without += 1 }
      return isChosen((hasMiss[day] ? withMiss : without) - 1, of: step)
    }
  }

  /// Returns whether the day at an index is the sampled one of its group.
  private static func isChosen(_ place: Int, of step: Int) -> Bool {
    let (turn, rest) = place.quotientAndRemainder(dividingBy: step)
    return rest == Int(mixed(UInt64(turn)) % UInt64(step))
  }

  /// Returns pseudorandom bits by SplitMix64 (Steele, Lea and Flood 2014).
  ///
  /// Safe: SplitMix64 adds and multiplies modulo 2⁶⁴.
  private static func mixed(_ number: UInt64) -> UInt64 {
    var bits = (number &+ 1) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
