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

  /// The index among all reasons.
  var index: Int {
    switch self {
    case .missed: 0
    case .declined: 1
    case .onHold: 2
    case .pending: 3
    case .unrecorded: 4
    }
  }
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

/// The kinds of the recorded values, by occurrence and day.
struct FoundKinds {
  private let occurrences: Int
  /// The indices of the occurrences that have a value, by kind.
  private var indices: [[Int]] = []
  /// The days with values outside of occurrences, by kind.
  private var days: [Set<CivilDate>] = []

  init(occurrences: Int) { self.occurrences = occurrences }

  /// Adds a value of an occurrence.
  mutating func add(_ kind: Int, at index: Int) {
    reserve(kind)
    indices[kind].append(index)
  }

  /// Adds a value outside of occurrences.
  mutating func add(_ kind: Int, on day: CivilDate) {
    reserve(kind)
    days[kind].insert(day)
  }

  private mutating func reserve(_ kind: Int) {
    while indices.count <= kind {
      indices.append([])
      days.append([])
    }
  }

  /// Returns whether there is a value of a kind outside of occurrences on a day.
  func found(_ kind: Int, on day: CivilDate) -> Bool {
    kind < days.count && !days[kind].isEmpty && days[kind].contains(day)
  }

  /// Returns the indices of the occurrences that have no value of a kind, in order.
  func missing(_ kind: Int) -> [Int] {
    guard kind < indices.count else { return Array(0..<occurrences) }
    var isFound = [Bool](repeating: false, count: occurrences)
    for index in indices[kind] { isFound[index] = true }
    return isFound.indices.filter { !isFound[$0] }
  }
}

/// The gaps of a task, by the numbers of kinds.
struct ValueGaps {
  /// Those of all elements, in order of time.
  private(set) var ofTask: [[RecordedValue]]
  /// Those of each element, if there are several.
  private(set) var ofElements: [String: [Int: [RecordedValue]]] = [:]

  init(kinds: Int) { ofTask = Array(repeating: [], count: kinds) }

  /// Adds a gap to those of the task, and of an element if given.
  mutating func add(_ gap: RecordedValue, _ kind: Int, _ element: String?) {
    ofTask[kind].append(gap)
    if let element { ofElements[element, default: [:]][kind, default: []].append(gap) }
  }
}
