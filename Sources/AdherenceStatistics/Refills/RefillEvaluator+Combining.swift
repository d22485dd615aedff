package import AdherenceAnalytics

extension RefillEvaluator {
  /// Returns a summary of a measure of several drugs or classes, each measured alone; those without a value are
  /// left out.
  ///
  /// The windows of each start from its own first fill. This is AdhereR's `CMA_polypharmacy` of medication groups.
  ///
  /// - Parameters:
  ///   - measure: The measure.
  ///   - parts: The patient's records, one of the fills of each drug or class.
  ///   - summary: How the values become one.
  /// - Returns: The summary, or the reason of the first part where none has a value.
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
  /// Returns the mean over time of a summary of the availability of several drugs or classes on each day.
  ///
  /// A part is available where supply lasts: in its treatment episodes with no permissible gap, as far as they lie
  /// in its own observation window, to the degree of the measure over that part, and does not count where that
  /// is not known. For CMA 9 an episode and the gap behind it are one, available to the share of the episode. Time is
  /// cut where the availability of a part changes; a piece is summarised over the parts whose observation windows
  /// it meets. The mean is over the days from the first such window to the last one's end, of the parts that
  /// are ever available.
  ///
  /// This is AdhereR's `CMA_polypharmacy` with `aggregate.first`. The days covered of
  /// ``CoverageRules/Needs/everyClass`` are the stricter count of days with every class.
  ///
  /// - Parameters:
  ///   - measure: The measure.
  ///   - parts: The patient's records, one of the fills of each drug or class.
  ///   - summary: How availabilities become one.
  /// - Returns: The mean, or the reason of the first part where none has a value.
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

/// A stretch of time in which a drug or class is available to a certain degree; outside its stretches it is not
/// available.
struct PartStretch {
  var start: Double
  var end: Double
  var value: Estimate<Double>
}

/// The stretches of a drug or class in order, and the days in which it counts at all.
struct PartTimeline {
  var window: Range<Double>
  var stretches: [PartStretch]
  /// The first stretch that may still matter.
  private var next = 0

  init(window: Range<Double>, stretches: [PartStretch]) {
    self.window = window
    self.stretches = stretches
  }

  /// Returns the availability between two days that no stretch starts or ends between; `nil` where it does not count
  /// or is not known.
  ///
  /// The days of each call come after those of the call before.
  mutating func value(from start: Double, to end: Double) -> Double? {
    guard !stretches.isEmpty, end > window.lowerBound, start < window.upperBound else { return nil }
    while next < stretches.count, stretches[next].end <= start { next += 1 }
    guard next < stretches.count, stretches[next].start < end else { return 0 }
    return stretches[next].value.value
  }
}
