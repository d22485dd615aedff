public import AdherenceAnalytics

extension RefillEvaluator {
  /// Returns the treatment episodes of the follow-up, in order.
  ///
  /// A gap ends an episode where it is longer than is permitted; one of just that length does not,
  /// neither between fills nor at the end of the follow-up. An episode that the end of the follow-up
  /// cuts lasts until then.
  ///
  /// - Complexity: O(*n*) for *n* fills in order of date, else O(*n* log *n*).
  public func episodes(of record: RefillRecord) -> Estimate<[TreatmentEpisode]> {
    spans(of: record).map { $0.map { work.supply.episode($0) } }
  }

  /// Returns a measure over each treatment episode, in order.
  ///
  /// An episode is follow-up and observation window in one; its fills are those of the episode. The
  /// episodes of CMA 1 to 4 and of the ratios of possession are found without anything carried over,
  /// as these measures are. The days covered are those of each episode.
  ///
  /// - Complexity: O(*n*) for *n* fills in order of date, else O(*n* log *n*).
  public func episodeValues(
    of measure: RefillMeasure, in record: RefillRecord
  ) -> Estimate<[EpisodeValue]> {
    spans(of: record, isCarried: measure.carriesOver).map { spans in
      spans.map {
        EpisodeValue(episode: work.supply.episode($0), value: value(of: measure, over: $0))
      }
    }
  }

  private func value(of measure: RefillMeasure, over episode: EpisodeSpan) -> Estimate<Double> {
    let start = work.supply.dates[episode.fills.lowerBound]
    let end = start + episode.days
    work.whole.find(episode.fills, of: work.supply, until: end, query.carryOver)
    let span = SupplySpan(
      work.supply, fills: episode.fills, followUpEnd: end, start: start, end: end)
    return work.value(of: measure, over: span, query)
  }

  private func spans(
    of record: RefillRecord, isCarried: Bool = true
  ) -> Estimate<[EpisodeSpan]> {
    prepare(record).flatMap { span in
      if !isCarried { work.whole.findWithoutCarrying(span, of: work.supply) }
      let episodes = work.episodes(span, query.episodes)
      return episodes.isEmpty ? .missing(.noSupply) : .value(episodes)
    }
  }
}

extension RefillMeasure {
  /// Whether supply that is left counts for later fills.
  var carriesOver: Bool {
    switch self {
    case .pdc, .cma5, .cma6, .cma7, .cma8, .cma9: true
    case .mpr, .mprCapped, .mprModified, .complianceRate, .csa, .cmg, .cmos, .oneMinusCMG: false
    case .cma1, .cma2, .cma3, .cma4: false
    }
  }
}

extension GapColumns {
  /// Finds the gaps of the follow-up as if what is left at the next fill were lost.
  mutating func findWithoutCarrying(_ span: SupplySpan, of supply: SupplyColumns) {
    for index in span.fills {
      let isLast = index + 1 == span.fills.upperBound
      let end = isLast ? span.followUpEnd : supply.dates[index + 1]
      gaps[index] = max(0, end - supply.dates[index] - supply.days[index])
    }
  }
}
