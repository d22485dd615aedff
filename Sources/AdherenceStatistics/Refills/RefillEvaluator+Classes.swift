package import AdherenceAnalytics

extension RefillEvaluator {
  /// Returns a measure of each class alone, in order of name; fills without a class come first.
  ///
  /// The windows of a class start from its own first fill.
  package func classValues(
    of measure: RefillMeasure, in record: RefillRecord
  ) -> Estimate<[ClassValue]> {
    eachClass(of: record) { place, span in
      ClassValue(drugClass: classes.classNames[place], value: value(of: measure, over: span))
    }
  }

  /// Returns what a summary makes of a measure of each class alone; classes that have no value are
  /// left out.
  package func combinedValue(
    of measure: RefillMeasure, in record: RefillRecord, by summary: ClassSummary
  ) -> Estimate<Double> {
    classValues(of: measure, in: record).flatMap { values in
      let known = values.compactMap(\.value.value)
      let reason = values.first?.value.reason ?? .noSupply
      return summary.of(known).map { .value($0) } ?? .missing(reason)
    }
  }

  /// Does something for each class, with its fills prepared to be measured.
  func eachClass<Result>(
    of record: RefillRecord, _ body: (Int, Estimate<SupplySpan>) -> Result
  ) -> Estimate<[Result]> {
    if let reason = classes.load(record.fills) { return .missing(reason) }
    let places = classes.classNames.indices.sorted { classes.isNamedBefore($0, $1) }
    return .value(
      places.map { place in
        work.load(class: place, of: classes, record, query.observationEnd)
        return body(place, work.prepare(query))
      })
  }
}

extension ClassSummary {
  /// The summary of some values; `nil` where there are none.
  func of(_ values: [Double]) -> Double? {
    switch self {
    case .min: values.min()
    case .max: values.max()
    case .mean: values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
  }
}

extension RefillEvaluator {
  /// Returns the mean over time of what a summary makes of the classes' availability on each day.
  ///
  /// A class is available where supply lasts: in its treatment episodes with no permissible gap, as
  /// far as they lie in its own observation window, to the degree of the measure over that part, and
  /// does not count where that cannot be said. For CMA 9 an episode and the gap behind it are one,
  /// available to the share of the episode. Time is cut where a class's availability changes; a piece
  /// is summarised over the classes whose observation windows it meets. The mean is over the days
  /// from the first such window to the last one's end, of the classes that are ever available.
  ///
  /// This is what AdhereR aggregates "first". The days covered of
  /// ``CoverageRules/Classes/allOf`` are the stricter count of days with every class.
  ///
  /// - Complexity: O(*c* · *n* log *n*) for *n* fills of *c* classes.
  package func combinedDailyValue(
    of measure: RefillMeasure, in record: RefillRecord, by summary: ClassSummary
  ) -> Estimate<Double> {
    let timelines = eachClass(of: record) { _, span in
      span.map { timeline(of: measure, over: $0) }
    }
    return timelines.flatMap { timelines in
      let reason = timelines.lazy.compactMap(\.reason).first
      return mean(of: timelines.compactMap(\.value), summary, else: reason ?? .noSupply)
    }
  }

  private func timeline(of measure: RefillMeasure, over span: SupplySpan) -> ClassTimeline {
    let rules = EpisodeRules(permissibleGap: .days(0))
    let episodes = work.episodes(span, rules, carrying: measure.carriesOver)
    let stretches = episodes.compactMap { stretch(of: measure, over: $0, in: span) }
    return ClassTimeline(window: span.start..<max(span.start, span.end), stretches: stretches)
  }

  private func stretch(
    of measure: RefillMeasure, over episode: EpisodeSpan, in span: SupplySpan
  ) -> ClassStretch? {
    let first = work.supply.dates[episode.fills.lowerBound]
    let (start, end) = (max(first, span.start), min(first + episode.days, span.end))
    guard start < end else { return nil }
    if measure == .cma9 {
      return ClassStretch(
        start: start, end: end + episode.gap,
        value: .value(episode.days / (episode.days + episode.gap)))
    }
    return work.value(of: measure, over: episode, in: span, query).map {
      ClassStretch(start: start, end: end, value: $0)
    }
  }

  private func mean(
    of all: [ClassTimeline], _ summary: ClassSummary, else reason: MissingStatistic
  ) -> Estimate<Double> {
    var timelines = all.filter { !$0.stretches.isEmpty }
    guard let start = timelines.map(\.window.lowerBound).min(),
      let end = timelines.map(\.window.upperBound).max()
    else { return .missing(reason) }
    let stretches = timelines.flatMap(\.stretches)
    let bounds = Set(stretches.flatMap { [$0.start, $0.end] }).sorted()
    var (sum, isKnown) = (0.0, false)
    for (from, to) in zip(bounds, bounds.dropFirst()) {
      let values = timelines.indices.compactMap { timelines[$0].value(from: from, to: to) }
      guard let value = summary.of(values) else { continue }
      isKnown = true
      sum += (min(to, end) - from) * value
    }
    let unknown = stretches.lazy.compactMap(\.value.reason).first
    return isKnown ? .value(sum / (end - start)) : .missing(unknown ?? reason)
  }
}

/// A stretch of time in which a class is available to a certain degree; outside its stretches it is
/// not available.
struct ClassStretch {
  var start: Double
  var end: Double
  var value: Estimate<Double>
}

/// The stretches of a class in order, and the days in which the class counts at all.
struct ClassTimeline {
  var window: Range<Double>
  var stretches: [ClassStretch]
  /// The first stretch that may still matter.
  private var next = 0

  init(window: Range<Double>, stretches: [ClassStretch]) {
    self.window = window
    self.stretches = stretches
  }

  /// How available the class is between two days that no stretch starts or ends between.
  ///
  /// `nil` where it does not count, or where how available it is cannot be said. The days of each call come after those of the call before.
  mutating func value(from start: Double, to end: Double) -> Double? {
    guard !stretches.isEmpty, end > window.lowerBound, start < window.upperBound else { return nil }
    while next < stretches.count, stretches[next].end <= start { next += 1 }
    guard next < stretches.count, stretches[next].start < end else { return 0 }
    return stretches[next].value.value
  }
}
