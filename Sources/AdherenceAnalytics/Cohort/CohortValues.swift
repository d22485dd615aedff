import Scheduling

/// The distribution of patients' mean values, by scope and period.
///
/// Parts of a cohort merge to exactly the same rows for any order of the patients.
public struct CohortValues: Sendable {
  private var parts: [Part: Members] = [:]

  /// A period of a series in a patient group, or in the whole cohort.
  fileprivate struct Part: Hashable, Codable {
    var group: String?
    var scope: ValueScope
    var period: Int
  }

  private struct Members: Codable {
    var means = RatioCounts()
    var readings = 0
    var target = SharedTarget.none

    mutating func merge(_ other: Members) {
      means.merge(other.means)
      readings += other.readings
      target.merge(other.target)
    }
  }

  /// Creates a cohort without patients.
  public init() {}

  /// Adds a patient's summaries of a series.
  public mutating func add(
    _ summaries: [ValueSummary], of scope: ValueScope, over spans: PeriodSpans,
    target: ClosedRange<Double>? = nil, groups: [String] = []
  ) {
    guard scope.type == .number else { return }
    for (span, summary) in zip(spans, summaries) {
      var members = Members(readings: summary.amounts.count)
      if let mean = summary.mean {
        members.means.add(mean)
        members.target = SharedTarget(target)
      }
      for group in [nil] + groups.map(Optional.some) {
        parts[Part(group: group, scope: scope, period: span.number), default: Members()]
          .merge(members)
      }
    }
  }

  /// Adds the patients of another part of the cohort.
  public mutating func merge(_ other: CohortValues) {
    for (part, members) in other.parts { parts[part, default: Members()].merge(members) }
  }

  /// Returns the rows of some periods.
  ///
  /// - Parameter spans: The periods of the cohort, such as ``CohortAdherence/spans``.
  /// - Returns: The rows: the whole cohort first, then its groups by name; in each by scope, then by period.
  public func rows(over spans: [PeriodSpan]) -> [CohortValueRow] {
    let spans = Dictionary(spans.map { ($0.number, $0) }) { first, _ in first }
    return parts.sorted { $0.key < $1.key }.compactMap { part, members in
      spans[part.period].map { span in
        CohortValueRow(
          group: part.group, scope: part.scope, span: span, readings: members.readings,
          means: members.means.histogram, target: members.target.range)
      }
    }
  }
}

/// The distribution of patients' mean values in one period.
public struct CohortValueRow: Sendable {
  /// The patient group; `nil` for the whole cohort.
  public let group: String?
  /// The scope of the values.
  public let scope: ValueScope
  /// The period.
  public let span: PeriodSpan
  /// The number of recorded numbers.
  public let readings: Int
  /// The patients' means, ascending.
  let means: RatioHistogram
  /// The amounts that the latest targets of all these patients allow; `nil` if they differ, or there are
  /// none.
  public let target: ClosedRange<Double>?

  /// The number of patients with a recorded number.
  public var patients: Int { means.count }

  /// The mean of the patients' means; `nil` without any.
  public var mean: Double? { means.mean }

  /// Returns a quantile of the patients' means.
  public func quantile(_ share: Double) -> Double? { means.quantile(share) }
}

extension CohortValues.Part: Comparable {
  static func < (a: Self, b: Self) -> Bool {
    switch (a.group, b.group) {
    case (let own, let other) where own == other: (a.scope, a.period) < (b.scope, b.period)
    case (nil, _): true
    case (_, nil): false
    case (let own?, let other?): own < other
    }
  }
}

extension CohortValues: Codable {
  private struct Entry: Codable {
    var part: Part
    var members: Members
  }

  /// Encodes the parts in order, so that the encoding is deterministic.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for (part, members) in parts.sorted(by: { $0.key < $1.key }) {
      try list.encode(Entry(part: part, members: members))
    }
  }

  /// Decodes the parts, which must be distinct.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      let entry = try list.decode(Entry.self)
      guard entry.members.readings.isCount, parts[entry.part] == nil else {
        throw decoder.corrupted("invalid values of a period")
      }
      parts[entry.part] = entry.members
    }
  }
}

/// The amounts that the targets of several patients allow, as long as they are the same.
enum SharedTarget: Hashable, Sendable, Codable {
  case none
  /// The bounds; `nil` if there is none.
  case one(low: Double?, high: Double?)
  case several

  /// Creates the target of one patient.
  init(_ range: ClosedRange<Double>?) {
    func finite(_ end: Double?) -> Double? { end.flatMap { $0.isFinite ? $0 : nil } }
    self = .one(low: finite(range?.lowerBound), high: finite(range?.upperBound))
  }

  /// Merges the targets of other patients.
  mutating func merge(_ other: SharedTarget) {
    if self == .none {
      self = other
    } else if other != .none, other != self {
      self = .several
    }
  }

  /// The allowed amounts; `nil` if there is no bound, or targets differ.
  var range: ClosedRange<Double>? {
    guard case .one(let low, let high) = self, low != nil || high != nil else { return nil }
    let ends = (low ?? -.infinity, high ?? .infinity)
    return ends.0 <= ends.1 ? ends.0...ends.1 : nil
  }
}
