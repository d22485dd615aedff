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
  /// What is measured is the part of each episode that lies in the observation window, with the episode
  /// as its follow-up; episodes that have no such part are left out. The episodes of CMA 1 to 4 and of
  /// the ratios of possession are found without anything carried over, as these measures are. The days
  /// covered are those of each part.
  ///
  /// - Complexity: O(*n*) for *n* fills in order of date, else O(*n* log *n*).
  public func episodeValues(
    of measure: RefillMeasure, in record: RefillRecord
  ) -> Estimate<[EpisodeValue]> {
    prepare(record).flatMap { span in
      let episodes = work.episodes(span, query.episodes, carrying: measure.carriesOver)
      guard !episodes.isEmpty else { return .missing(.noSupply) }
      return .value(
        episodes.compactMap { episode in
          work.value(of: measure, over: episode, in: span, query).map {
            EpisodeValue(episode: work.supply.episode(episode), value: $0)
          }
        })
    }
  }

  private func spans(of record: RefillRecord) -> Estimate<[EpisodeSpan]> {
    prepare(record).flatMap { span in
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
