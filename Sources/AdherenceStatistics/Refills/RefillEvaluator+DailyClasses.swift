public import AdherenceAnalytics

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
  public func combinedDailyValue(
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
