public import Scheduling

/// What was recorded for a task: about one occurrence, or at some time.
///
///     let taken = Outcome(task: "tablet", time: Instant("2025-01-06T07:10:00Z")!)
///     let measured = Outcome(
///       task: "pressure", key: OccurrenceKey("morning/2025-01-06T08:00:00"),
///       values: [OutcomeValue(.number(135), units: "mmHg", kind: "systolic")])
///     let refused = Outcome(task: "tablet", time: taken.time, status: .declined)
///     print(taken.status, refused.status, measured.values.count)  // completed declined 1
public struct Outcome: Hashable, Sendable {
  /// The id of the task.
  public var task: String
  /// The occurrence that is meant; `nil` for an event that is matched by its time.
  ///
  /// Several outcomes with one key are several values of one outcome.
  public var key: OccurrenceKey?
  /// When it happened.
  public var time: Instant?
  /// The values recorded; none where the fact alone counts.
  public var values: [OutcomeValue]
  /// Whether it was done or refused.
  public var status: Status
  /// The identity of the outcome, under which a later version replaces it; `nil` where it is never
  /// replaced.
  public var id: String?
  /// When this version became known; `nil` means always.
  public var recordedAt: Instant?
  /// Whether this version takes the outcome back.
  public var isDeleted = false
  /// The outcomes that it is listed with.
  public var group: String?
  /// Words to find the outcome by.
  public var tags: [String] = []
  /// What was noted about the outcome.
  public var notes: [Note] = []
  /// Its name in another system.
  public var remoteID: String?
  /// What a program wants to remember.
  public var userInfo: [String: String] = [:]

  /// Whether what was asked for was done.
  public enum Status: String, CaseIterable, Hashable, Sendable, Codable {
    case completed
    /// Left out knowingly.
    case skipped
    /// Refused.
    case declined
  }

  /// Creates an outcome of the occurrence with a key, or an event to be matched by its time.
  ///
  /// With neither, or with a time outside the calendar, it is of no occurrence and of no day: it is
  /// counted nowhere, and an evaluation names it among its problems.
  public init(
    task: String, key: OccurrenceKey? = nil, time: Instant? = nil, values: [OutcomeValue] = [],
    status: Status = .completed
  ) {
    self.task = task
    self.key = key
    self.time = time
    self.values = values
    self.status = status
  }
}

/// A value that was recorded, with what it measures.
public struct OutcomeValue: Hashable, Sendable {
  /// What can be recorded is what can be asked for.
  public typealias Content = ScheduleElement.Target.Value

  /// What was recorded.
  public var content: Content
  /// The unit of the amount.
  public var units: String?
  /// What the amount is of, where an outcome has several values.
  public var kind: String?

  /// Creates a value.
  public init(_ content: Content, units: String? = nil, kind: String? = nil) {
    self.content = content
    self.units = units
    self.kind = kind
  }

  /// What the value adds to a sum: its number, 0 for `false`, 1 for anything else that is present.
  public var amount: Double { content.amount }
}

extension OutcomeValue.Content {
  /// What a value adds to a sum.
  var amount: Double {
    switch self {
    case .number(let number): number
    case .boolean(let truth): truth ? 1 : 0
    case .text, .date, .data: 1
    }
  }
}
