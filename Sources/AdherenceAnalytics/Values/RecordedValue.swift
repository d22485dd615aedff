public import Scheduling

/// A recorded value, or the gap of an occurrence without one.
public struct RecordedValue: Hashable, Sendable {
  /// The day of attribution.
  public let day: CivilDate
  /// The time of recording; if unknown, and for gaps, the planned time.
  public let time: Instant
  /// The value; `nil` for a gap.
  public let content: OutcomeValue.Content?
  /// The reason of a gap; `nil` for a value.
  public let gap: ValueGap?
  /// Whether it meets its targets; `nil` without any.
  public let isInRange: Bool?
  /// The amounts that its targets allow, in the unit of the value.
  package let band: ClosedRange<Double>?

  init(
    _ content: OutcomeValue.Content, on day: CivilDate, at time: Instant, isInRange: Bool? = nil,
    band: ClosedRange<Double>? = nil
  ) {
    (self.content, self.day, self.time, gap) = (content, day, time, nil)
    (self.isInRange, self.band) = (isInRange, band)
  }

  init(_ gap: ValueGap, on day: CivilDate, at time: Instant) {
    (self.gap, self.day, self.time) = (gap, day, time)
    (content, isInRange, band) = (nil, nil, nil)
  }

  /// The number; `nil` for other types.
  public var amount: Double? {
    if case .number(let amount)? = content { amount } else { nil }
  }
}

/// The reason why an occurrence has no value.
public enum ValueGap: String, CaseIterable, Hashable, Sendable, Codable {
  /// Nothing was recorded, and its window has expired.
  case missed
  /// It was skipped or refused.
  case declined
  /// It lies in a hold.
  case onHold
  /// Its window has not expired.
  case pending
  /// It was done without a value of the kind.
  case unrecorded
}

extension ScoredOccurrence {
  /// The reason why it has no value of some kind; `nil` if it was cancelled.
  var gap: ValueGap? {
    switch state {
    case .cancelled: nil
    case .onHold: .onHold
    case .declined: .declined
    case .done, .partial, .started: .unrecorded
    case .upcoming, .open, .overdue: .pending
    case .missed: timing == nil ? .missed : .unrecorded
    }
  }
}

/// The reason why a period has no value.
public enum MissingValue: String, CaseIterable, Hashable, Sendable, Codable {
  /// Something was due, and no value was recorded.
  case notRecorded
  /// The windows of everything planned have not expired.
  case allPending
  /// Everything planned was on hold.
  case allOnHold
  /// Nothing was planned.
  case noOccurrences
}

extension MissingValue {
  /// Creates the reason from the gaps in a period: due occurrences take precedence over pending ones, and
  /// those over ones on hold.
  package init(_ gaps: Set<ValueGap>) {
    if !gaps.isDisjoint(with: [.missed, .declined, .unrecorded]) {
      self = .notRecorded
    } else if gaps.contains(.pending) {
      self = .allPending
    } else {
      self = gaps.isEmpty ? .noOccurrences : .allOnHold
    }
  }
}
