import Scheduling

extension CohortAdherence: Codable {
  private enum CodingKeys: CodingKey {
    case numerator, threshold, weeks, groups, scopes, series
  }

  /// Encodes everything that merging needs, so that parts from different processes can be merged.
  public func encode(to encoder: any Encoder) throws {
    try asked.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(numerator, forKey: .numerator)
    try fields.encode([threshold.part, threshold.whole], forKey: .threshold)
    try fields.encode(
      weeks.values.sorted { $0.number < $1.number }.map {
        [$0.number, $0.start.dayNumber, $0.end.dayNumber]
      }, forKey: .weeks)
    try fields.encode(groups.all.map(GroupFields.init), forKey: .groups)
    try fields.encode(zip(scopes.all, appearances).map(ScopeFields.init), forKey: .scopes)
    try fields.encode(series, forKey: .series)
  }

  /// Decodes a part of a cohort.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let share = try fields.decode([Int].self, forKey: .threshold)
    guard share.count == 2, share[0].isCount, share[1].isCount, share[1] > 0 else {
      throw decoder.corrupted("invalid threshold of a cohort")
    }
    self.init(
      spans: try PeriodSpans(from: decoder),
      numerator: try fields.decode(Numerator.self, forKey: .numerator),
      threshold: Share(share[0], of: share[1]))
    for week in try fields.decode([[Int]].self, forKey: .weeks) {
      guard week.count == 3, week[0].isCount, let days = CivilDate.range(week[1], week[2]) else {
        throw decoder.corrupted("invalid relative week")
      }
      cover(
        PeriodSpan(
          period: asked.period, weekStart: asked.weekStart, number: week[0],
          start: days.lowerBound, end: days.upperBound))
    }
    let series = try fields.decode([[CohortSeries?]].self, forKey: .series)
    guard series.joined().allSatisfy({ $0?.isSound != false }) else {
      throw decoder.corrupted("invalid number of patients")
    }
    let scopes = try fields.decode([ScopeFields].self, forKey: .scopes).map(\.scope)
    guard scopes.allSatisfy({ $0.1.index.isCount }) else {
      throw decoder.corrupted("invalid index of a series")
    }
    take(
      try fields.decode([GroupFields].self, forKey: .groups).map(\.group), scopes, series)
  }
}

/// The encoded form of a patient group.
private struct GroupFields: Codable {
  var name: String?
  var isShared: Bool

  init(_ group: CohortAdherence.Group) {
    switch group {
    case .apart(let name): (self.name, isShared) = (name, false)
    case .shared(let name): (self.name, isShared) = (name, true)
    }
  }

  var group: CohortAdherence.Group { isShared ? .shared(name ?? "") : .apart(name) }
}

/// The encoded form of a scope and its first appearance.
private struct ScopeFields: Codable {
  private enum Kind: String, Codable {
    case total, task, group, carePlan
  }

  private var kind: Kind
  private var id: String
  private var patient: String
  private var index: Int

  init(_ scope: SeriesScope, _ first: CohortAdherence.Appearance) {
    (patient, index) = (first.patient, first.index)
    switch scope {
    case .total: (kind, id) = (.total, "")
    case .task(let task): (kind, id) = (.task, task)
    case .group(let group): (kind, id) = (.group, group)
    case .carePlan(let plan): (kind, id) = (.carePlan, plan)
    }
  }

  var scope: (SeriesScope, CohortAdherence.Appearance) {
    let first = CohortAdherence.Appearance(patient: patient, index: index)
    return switch kind {
    case .total: (.total, first)
    case .task: (.task(id), first)
    case .group: (.group(id), first)
    case .carePlan: (.carePlan(id), first)
    }
  }
}

extension CohortAdherence {
  /// The periods of the query; for relative weeks, those of a patient who starts with the range.
  package var periods: PeriodSpans { asked }

  /// Returns the pooled counts of all patients for a series, in the order of ``periods``.
  package func pooled(_ scope: SeriesScope, group: String? = nil) -> AdherenceSeries {
    var series = AdherenceSeries(scope, asked)
    series.hidesDetails = smallestGroup != nil
    for row in rows(of: scope, group: group) {
      guard series.periods.indices.contains(row.span.number) else { continue }
      series.absence = nil
      if row.hidesSums {
        series.withheld.insert(row.span.number)
      } else {
        series.periods[row.span.number] = row.pooled
      }
    }
    return series
  }
}
