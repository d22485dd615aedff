public import AdherenceAnalytics
public import Scheduling

extension RefillEvaluator {
  /// Returns the treatment episodes of the follow-up, in order.
  ///
  /// A gap longer than the permissible gap ends an episode, both between fills and at the end of
  /// the follow-up. An episode cut by the end of the follow-up ends there.
  ///
  /// - Complexity: O(*n*) for *n* fills in order of date, else O(*n* log *n*).
  public func episodes(of record: RefillRecord) -> Estimate<[TreatmentEpisode]> {
    spans(of: record).map { $0.map { work.supply.episode($0) } }
  }

  /// Returns a measure over each treatment episode, in order.
  ///
  /// The measure is computed for the part of each episode in the observation window, with the
  /// episode as its follow-up; episodes without such a part are omitted. The episodes of CMA 1 to 4
  /// and of the possession ratios are determined without carry-over, like these measures. The days
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

  /// Returns the duration of the first treatment episode, and whether its end was observed.
  ///
  /// Discontinuation is detected once the permissible gap has passed without a fill, so follow-up
  /// is censored that long before its end; it is missing if nothing remains.
  ///
  /// - Complexity: O(*n*) for *n* fills in order of date, else O(*n* log *n*).
  package func persistence(of record: RefillRecord) -> Estimate<FollowUp> {
    prepare(record).flatMap { span in
      guard let first = work.episodes(span, query.episodes).first, first.days.isFinite else {
        return .missing(.noSupply)
      }
      let last = first.fills.upperBound - 1
      let isOver = last + 1 < span.fills.upperBound || work.isTooLong(last, query.episodes)
      let judged = work.judgedDays(first, of: span, query.episodes)
      if isOver, first.days <= judged {
        return .value(FollowUp(time: max(0, first.days), hasEvent: true))
      }
      guard judged > 0 else { return .missing(.notJudgedYet) }
      return .value(FollowUp(time: judged, hasEvent: false))
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
  /// Whether remaining supply counts for later fills.
  var carriesOver: Bool {
    switch self {
    case .pdc, .cma5, .cma6, .cma7, .cma8, .cma9: true
    case .mpr, .mprCapped, .mprModified, .complianceRate, .csa, .cmg, .cmos, .oneMinusCMG: false
    case .cma1, .cma2, .cma3, .cma4: false
    }
  }
}

extension GapColumns {
  /// Computes the gaps of the follow-up as if supply remaining at the next fill were lost.
  mutating func findWithoutCarrying(_ span: SupplySpan, of supply: SupplyColumns) {
    for index in span.fills {
      let isLast = index + 1 == span.fills.upperBound
      let end = isLast ? span.followUpEnd : supply.dates[index + 1]
      gaps[index] = max(0, end - supply.dates[index] - supply.days[index])
      carried[index] = 0
    }
  }
}

/// A treatment episode and its fills.
struct EpisodeSpan {
  var fills: Range<Int>
  var days: Double
  var gap: Double
}

extension RefillWork {
  /// Returns the treatment episodes of the follow-up, in order.
  mutating func episodes(
    _ span: SupplySpan, _ rules: EpisodeRules, carrying: Bool = true
  ) -> [EpisodeSpan] {
    if !carrying { whole.findWithoutCarrying(span, of: supply) }
    var episodes: [EpisodeSpan] = []
    var first = span.fills.lowerBound
    for index in span.fills where isEnd(index, of: span, rules) {
      episodes.append(episode(first..<index + 1, in: span, rules))
      first = index + 1
    }
    return episodes
  }

  /// Returns whether a fill is the last of its episode.
  private func isEnd(_ index: Int, of span: SupplySpan, _ rules: EpisodeRules) -> Bool {
    index + 1 == span.fills.upperBound || isTooLong(index, rules)
      || rules.drugChangeBegins && supply.drugs[index] != supply.drugs[index + 1]
      || rules.doseChangeBegins && supply.changesDose(after: index)
  }

  /// Returns whether the gap after a fill exceeds the permissible gap.
  fileprivate func isTooLong(_ index: Int, _ rules: EpisodeRules) -> Bool {
    whole.gaps[index] > rules.permissibleGap.limit(after: supply.days[index])
  }

  /// Returns the days of an episode up to the last day on which its end would have been detected.
  fileprivate func judgedDays(
    _ episode: EpisodeSpan, of span: SupplySpan, _ rules: EpisodeRules
  ) -> Double {
    let gap = rules.permissibleGap.limit(after: supply.days[episode.fills.upperBound - 1])
    return span.followUpEnd - supply.dates[episode.fills.lowerBound] - (rules.appendsGap ? 0 : gap)
  }

  private func episode(
    _ fills: Range<Int>, in span: SupplySpan, _ rules: EpisodeRules
  ) -> EpisodeSpan {
    let (start, last) = (supply.dates[fills.lowerBound], fills.upperBound - 1)
    let gap = whole.gaps[last]
    guard fills.upperBound == span.fills.upperBound else {
      let end = supply.dates[fills.upperBound] - gap
      return EpisodeSpan(fills: fills, days: end + appended(last, rules) - start, gap: gap)
    }
    let rest = isTooLong(last, rules) ? gap - appended(last, rules) : 0
    return EpisodeSpan(fills: fills, days: span.followUpEnd - rest - start, gap: gap)
  }

  /// Returns the days by which an episode's last supply is extended.
  private func appended(_ last: Int, _ rules: EpisodeRules) -> Double {
    guard rules.appendsGap else { return 0 }
    return min(rules.permissibleGap.limit(after: supply.days[last]), whole.gaps[last])
  }
}

extension RefillWork {
  /// Returns a measure over the part of an episode in a window; `nil` if there is no such part.
  ///
  /// The follow-up is the episode. The gaps of the window are overwritten.
  mutating func value(
    of measure: RefillMeasure, over episode: EpisodeSpan, in span: SupplySpan,
    _ query: RefillQuery
  ) -> Estimate<Double>? {
    let start = supply.dates[episode.fills.lowerBound]
    let end = start + episode.days
    guard max(start, span.start) < min(end, span.end) else { return nil }
    let first = supply.firstIndex(from: start, in: span.fills)
    let fills = first..<supply.firstIndex(after: end, in: first..<span.fills.upperBound)
    whole.find(fills, of: supply, until: end, query.carryOver)
    let part = SupplySpan(
      supply, fills: fills, followUpEnd: end, start: max(start, span.start),
      end: min(end, span.end))
    return value(of: measure, over: part, query)
  }
}

extension SupplyColumns {
  /// Returns whether the next fill is known to have another dose.
  func changesDose(after index: Int) -> Bool {
    doses[index] > 0 && doses[index + 1] > 0 && doses[index] != doses[index + 1]
  }

  func episode(_ span: EpisodeSpan) -> TreatmentEpisode {
    TreatmentEpisode(
      start: CivilDate(dayNumber: Int(dates[span.fills.lowerBound])), days: span.days,
      gap: span.gap)
  }
}

/// The rules for the end of a treatment episode.
public struct EpisodeRules: Hashable, Sendable {
  /// The longest gap within an episode.
  public var permissibleGap = PermissibleGap.days(90)
  /// Whether a change of drug starts an episode.
  public var drugChangeBegins = false
  /// Whether a change of dose starts an episode; fills without a dose do not.
  public var doseChangeBegins = false
  /// Whether an episode that ends with a gap is extended by the permissible gap, or the gap if it
  /// is shorter.
  public var appendsGap = false

  /// Creates the rules; by default a gap of more than 90 days ends an episode.
  public init(permissibleGap: PermissibleGap = .days(90)) { self.permissibleGap = permissibleGap }
}

/// The longest gap without supply within a treatment; negative values are 0.
public enum PermissibleGap: Hashable, Sendable {
  /// A number of days.
  case days(Double)
  /// A percentage of the days of supply of the fill before the gap.
  case percent(Double)

  /// Returns a length with months of 30 and years of 365 days.
  public static func length(_ length: ISODuration) -> PermissibleGap {
    .days(Double(length.conventionalDays))
  }

  /// Returns the permissible gap in days after a fill.
  func limit(after days: Double) -> Double {
    switch self {
    case .days(let limit): max(0, limit)
    case .percent(let percent): max(0, percent / 100 * days)
    }
  }
}

extension ISODuration {
  /// The number of days, with months of 30 and years of 365 days.
  package var conventionalDays: Int { months / 12 * 365 + months % 12 * 30 + days }
}
