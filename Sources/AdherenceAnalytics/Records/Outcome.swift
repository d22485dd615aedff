public import Scheduling

/// A recorded result of a task: of one occurrence, or at a time.
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
  /// The key of the occurrence; `nil` for an event that is matched by time.
  ///
  /// Several outcomes with the same key are several values of one outcome.
  public var key: OccurrenceKey?
  /// The time of the event.
  public var time: Instant?
  /// The recorded values; empty if only the fact was recorded.
  public var values: [OutcomeValue]
  /// Whether it was done or refused.
  public var status: Status
  /// The id, by which a later version supersedes the outcome; `nil` if it is never superseded.
  public var id: String?
  /// When this version was recorded; `nil` if it was always known.
  public var recordedAt: Instant?
  /// Whether this version deletes the outcome.
  public var isDeleted = false
  /// The group in which it is listed.
  public var group: String?
  /// Keywords.
  public var tags: [String] = []
  /// Notes about the outcome.
  public var notes: [RecordNote] = []
  /// The id in another system.
  public var remoteID: String?
  /// Custom data of an application.
  public var userInfo: [String: String] = [:]

  /// Whether it was done or refused.
  public enum Status: String, CaseIterable, Hashable, Sendable, Codable {
    case completed
    /// Knowingly omitted.
    case skipped
    /// Refused.
    case declined
  }

  /// Creates an outcome of the occurrence with a key, or an event to be matched by its time.
  ///
  /// Without a key and a time, or with a time outside the calendar, it is not counted anywhere, and an
  /// evaluation reports it among its problems.
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

/// A recorded value.
public struct OutcomeValue: Hashable, Sendable {
  /// The same types of value can be recorded and required.
  public typealias Content = ScheduleElement.Target.Value

  /// The value.
  public var content: Content
  /// The unit of the amount.
  public var units: String?
  /// The kind of value, where an outcome has several.
  public var kind: String?

  /// Creates a value.
  public init(_ content: Content, units: String? = nil, kind: String? = nil) {
    self.content = content
    self.units = units
    self.kind = kind
  }

  /// The contribution to a sum: a number itself, 0 for `false`, 1 for any other value.
  public var amount: Double { content.amount }
}

extension OutcomeValue.Content {
  /// The contribution to a sum.
  var amount: Double {
    switch self {
    case .number(let number): number
    case .boolean(let truth): truth ? 1 : 0
    case .text, .date, .data: 1
    }
  }
}
