package import AdherenceAnalytics

extension RefillEvaluator {
  /// Returns a summary of a measure over several drugs or classes, each measured separately; those
  /// without a value are omitted.
  ///
  /// The windows of each start at its own first fill. This is AdhereR's `CMA_polypharmacy` of
  /// medication groups.
  ///
  /// - Parameters:
  ///   - measure: The measure.
  ///   - parts: The patient's records, one per drug or class.
  ///   - summary: The summary function.
  /// - Returns: The summary, or the reason of the first part if none has a value.
  package func combinedValue(
    of measure: RefillMeasure, in parts: [RefillRecord], by summary: DrugSummary
  ) -> Estimate<Double> {
    let values = parts.map { value(of: measure, in: $0) }
    if values.contains(.missing(.invalidSupply)) { return .missing(.invalidSupply) }
    return summary.of(values.compactMap(\.value)).map { .value($0) }
      ?? .missing(values.first?.reason ?? .noSupply)
  }
}

extension DrugSummary {
  /// Returns the summary of values; `nil` if there are none.
  func of(_ values: [Double]) -> Double? {
    switch self {
    case .min: values.min()
    case .max: values.max()
    case .mean: values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
  }
}

extension RefillEvaluator {
  /// Returns the mean over time of a summary of the daily availability of several drugs or classes.
  ///
  /// A part is available during its treatment episodes without a permissible gap, within its own
  /// observation window, to the degree of the measure over that part, and is ignored if that is
  /// unknown. For CMA 9, an episode and the following gap are one interval, available to the share
  /// of the episode. Time is divided where the availability of a part changes; each piece is
  /// summarised over the parts whose observation windows it overlaps. The mean is over the days
  /// from the first such window to the end of the last one, of the parts that are ever available.
  ///
  /// This is AdhereR's `CMA_polypharmacy` with `aggregate.first`. The days covered with
  /// ``CoverageRules/Needs/everyClass`` are the stricter count of days with every class.
  ///
  /// - Parameters:
  ///   - measure: The measure.
  ///   - parts: The patient's records, one per drug or class.
  ///   - summary: The summary function.
  /// - Returns: The mean, or the reason of the first part if none has a value.
  /// - Complexity: O(*c* · *n* log *n*) for *n* fills of *c* parts.
  package func combinedDailyValue(
    of measure: RefillMeasure, in parts: [RefillRecord], by summary: DrugSummary
  ) -> Estimate<Double> {
    let timelines = parts.map { part in
      prepare(part).map { timeline(of: measure, over: $0) }
    }
    let reason = timelines.lazy.compactMap(\.reason).first
    if timelines.contains(where: { $0.reason == .invalidSupply }) {
      return .missing(.invalidSupply)
    }
    return mean(of: timelines.compactMap(\.value), summary, else: reason ?? .noSupply)
  }

  private func timeline(of measure: RefillMeasure, over span: SupplySpan) -> PartTimeline {
    let rules = EpisodeRules(permissibleGap: .days(0))
    let episodes = work.episodes(span, rules, carrying: measure.carriesOver)
    let stretches = episodes.compactMap { stretch(of: measure, over: $0, in: span) }
    return PartTimeline(window: span.start..<max(span.start, span.end), stretches: stretches)
  }

  private func stretch(
    of measure: RefillMeasure, over episode: EpisodeSpan, in span: SupplySpan
  ) -> PartStretch? {
    let first = work.supply.dates[episode.fills.lowerBound]
    let (start, end) = (max(first, span.start), min(first + episode.days, span.end))
    guard start < end else { return nil }
    if measure == .cma9 {
      return PartStretch(
        start: start, end: end + episode.gap,
        value: .value(episode.days / (episode.days + episode.gap)))
    }
    return work.value(of: measure, over: episode, in: span, query).map {
      PartStretch(start: start, end: end, value: $0)
    }
  }

  private func mean(
    of all: [PartTimeline], _ summary: DrugSummary, else reason: MissingStatistic
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

/// A period in which a drug or class is available to a degree; outside its periods it is not
/// available.
struct PartStretch {
  var start: Double
  var end: Double
  var value: Estimate<Double>
}

/// The periods of a drug or class in order, and the window in which it counts.
struct PartTimeline {
  var window: Range<Double>
  var stretches: [PartStretch]
  /// The first period that may still overlap.
  private var next = 0

  init(window: Range<Double>, stretches: [PartStretch]) {
    self.window = window
    self.stretches = stretches
  }

  /// Returns the availability between two days without a change between them; `nil` if it does not
  /// count or is unknown.
  ///
  /// The days of consecutive calls must ascend.
  mutating func value(from start: Double, to end: Double) -> Double? {
    guard !stretches.isEmpty, end > window.lowerBound, start < window.upperBound else { return nil }
    while next < stretches.count, stretches[next].end <= start { next += 1 }
    guard next < stretches.count, stretches[next].start < end else { return 0 }
    return stretches[next].value.value
  }
}
