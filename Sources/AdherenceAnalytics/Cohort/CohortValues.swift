import Scheduling

/// The numbers that many patients recorded: of each scope and period how the patients' means are spread.
///
/// Parts of a cohort merge to the same rows to the last digit, in whatever order the patients came.
public struct CohortValues: Sendable {
  private var parts: [Part: Members] = [:]

  /// A period of a series of a patient group, or of all patients.
  fileprivate struct Part: Hashable, Codable {
    var group: String?
    var scope: ValueScope
    var period: Int
  }

  private struct Members: Codable {
    var means = RatioCounts()
    var readings = 0
    var target = SharedTarget.ofNobody

    mutating func merge(_ other: Members) {
      means.merge(other.means)
      readings += other.readings
      target.merge(other.target)
    }
  }

  /// Creates a cohort without patients.
  public init() {}

  /// Adds what a series of a patient comes to in each of the patient's periods.
  ///
  /// - Parameters:
  ///   - summaries: What the series comes to.
  ///   - scope: What its values are of; only numbers have a mean.
  ///   - spans: The periods.
  ///   - target: The amounts that the patient's latest target allows; `nil` without one.
  ///   - groups: The groups that the patient is in, beside the whole cohort.
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

  /// The rows of some periods.
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

/// How the means of patients are spread in one period.
public struct CohortValueRow: Sendable {
  /// The patient group; `nil` for the whole cohort.
  public let group: String?
  /// What the values are of.
  public let scope: ValueScope
  /// The period.
  public let span: PeriodSpan
  /// How many numbers were recorded.
  public let readings: Int
  /// The patients' means, ascending.
  let means: RatioHistogram
  /// The amounts that the latest targets of all these patients allow; `nil` where they differ, or there are none.
  public let target: ClosedRange<Double>?

  /// The patients who recorded a number.
  public var patients: Int { means.count }

  /// The mean of the patients' means; `nil` without any.
  public var mean: Double? { means.mean }

  /// A quantile of the patients' means.
  ///
  /// - Parameter share: 0 for the least, 0.5 for the median, 1 for the greatest.
  /// - Returns: The quantile, of type 7 of Hyndman and Fan (1996); `nil` without any mean.
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

  /// Writes the parts in order, so that the same patients give the same bytes.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for (part, members) in parts.sorted(by: { $0.key < $1.key }) {
      try list.encode(Entry(part: part, members: members))
    }
  }

  /// Reads the parts, each once.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      let entry = try list.decode(Entry.self)
      guard entry.members.readings.isCount, parts[entry.part] == nil else {
        throw decoder.corrupted("no values of a period")
      }
      parts[entry.part] = entry.members
    }
  }
}
