public import AdherenceAnalytics

extension RefillEvaluator {
  /// Returns the mean over time of what a summary makes of the classes' availability on each day.
  ///
  /// A class is available where supply lasts: in its treatment episodes with no permissible gap, as
  /// far as they lie in its own observation window, to the degree of the measure over that part; 0
  /// where the part has no fill of its own that the measure needs. For CMA 9 an episode and the gap
  /// behind it are one, available to the share of the episode. Time is cut where a class's
  /// availability changes; a piece is summarised over the classes whose observation windows it
  /// meets. The mean is over the days from the first such window to the last one's end, of the
  /// classes that are ever available in theirs.
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
      let known = timelines.compactMap(\.value)
      let reason = known.isEmpty ? timelines.first?.reason : nil
      return mean(of: known.filter { !$0.stretches.isEmpty }, summary)
        .map { .value($0) } ?? .missing(reason ?? .noSupply)
    }
  }

  private func timeline(of measure: RefillMeasure, over span: SupplySpan) -> ClassTimeline {
    var rules = EpisodeRules(permissibleGap: .days(0))
    rules.appendsGap = false
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
        value: episode.days / (episode.days + episode.gap))
    }
    let value = work.value(of: measure, over: episode, in: span, query)
    return ClassStretch(start: start, end: end, value: value?.value ?? 0)
  }

  private func mean(of timelines: [ClassTimeline], _ summary: ClassSummary) -> Double? {
    var timelines = timelines
    guard let start = timelines.map(\.window.lowerBound).min(),
      let end = timelines.map(\.window.upperBound).max(), start < end
    else { return nil }
    let bounds = Set(timelines.flatMap { $0.stretches.flatMap { [$0.start, $0.end] } }).sorted()
    var sum = 0.0
    for (from, to) in zip(bounds, bounds.dropFirst()) {
      let values = timelines.indices.compactMap { timelines[$0].value(from: from, to: to) }
      if let value = summary.of(values) { sum += (min(to, end) - from) * value }
    }
    return sum / (end - start)
  }
}
