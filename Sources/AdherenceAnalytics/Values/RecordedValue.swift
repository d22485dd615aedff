public import Scheduling

/// A value that was recorded, or the gap that an occurrence left where one was to be.
public struct RecordedValue: Hashable, Sendable {
  /// The day that it is attributed to.
  public let day: CivilDate
  /// When it was recorded; where that is not known, and of gaps, when it was planned.
  public let time: Instant
  /// What was recorded; `nil` for a gap.
  public let content: OutcomeValue.Content?
  /// Why nothing was recorded; `nil` for a value.
  public let gap: ValueGap?
  /// Whether it is as the targets that it is held against want it; `nil` without any.
  public let isInRange: Bool?
  /// The amounts that those targets allow, in the unit of the value.
  package let band: ClosedRange<Double>?

  /// A value, held against its targets.
  init(
    _ content: OutcomeValue.Content, on day: CivilDate, at time: Instant, isInRange: Bool? = nil,
    band: ClosedRange<Double>? = nil
  ) {
    (self.content, self.day, self.time, gap) = (content, day, time, nil)
    (self.isInRange, self.band) = (isInRange, band)
  }

  /// A gap.
  init(_ gap: ValueGap, on day: CivilDate, at time: Instant) {
    (self.gap, self.day, self.time) = (gap, day, time)
    (content, isInRange, band) = (nil, nil, nil)
  }

  /// The number that was recorded; `nil` for what is none.
  public var amount: Double? {
    if case .number(let amount)? = content { amount } else { nil }
  }
}

/// Why an occurrence has no value.
public enum ValueGap: String, CaseIterable, Hashable, Sendable, Codable {
  /// Nothing was recorded, and its time is over.
  case missed
  /// It was skipped or refused.
  case declined
  /// It lies in a hold.
  case onHold
  /// Its time is not over.
  case pending
  /// It was done without a value of the kind.
  case unrecorded
}

extension ScoredOccurrence {
  /// Why no value of some kind was recorded for it; `nil` where the plan took it back.
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

/// Why nothing was recorded in a period.
public enum MissingValue: String, CaseIterable, Hashable, Sendable, Codable {
  /// Something was due, and no value was recorded.
  case notRecorded
  /// What is planned is not over yet.
  case allPending
  /// All that was planned lies in holds.
  case allOnHold
  /// Nothing was planned.
  case noOccurrences
}

extension MissingValue {
  /// What speaks for some gaps: what was due before what is to come, and that before what rests.
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
