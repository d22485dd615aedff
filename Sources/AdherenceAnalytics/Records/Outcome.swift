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

// Negative outcomes, which state that nothing was done.
//
// A refusal has the status `skipped` or `declined`. A denial has values, all of which are the Boolean
// `false`, as in a diary's column "taken".

extension Outcome {
  /// Whether the outcome states that nothing was done: it was skipped or declined, or all of its values are
  /// the Boolean `false`.
  ///
  /// A number is never negative in this sense: a pain score of 0 is a recorded score.
  public var isNegative: Bool { status != .completed || values.areDenial }
}

extension [OutcomeValue] {
  /// Whether there are values, all of which are the Boolean `false`.
  var areDenial: Bool { !isEmpty && allSatisfy { $0.content == .boolean(false) } }
}

extension OutcomeTable.Row {
  /// Whether the values are a denial, regardless of the status.
  var isDenial: Bool { marks.contains(.denial) || marks.contains(.boolean) && !(amount > 0) }

  /// Whether it is a denial but not a refusal.
  var isDenialAlone: Bool { isDenial && marks.isDisjoint(with: .refused) }

  /// Whether the outcome states that nothing was done.
  package var isNegative: Bool { !marks.isDisjoint(with: .refused) || isDenial }
}

extension OutcomeTable {
  /// Consecutive rows of one task, with their common properties, so that queries need not read each.
  struct Run: Sendable {
    let task: Int32
    let start: Int
    /// The element of all keys and the units of all amounts, if the run is plain.
    let element: Int32
    let units: Int16
    /// Whether all rows are completed outcomes with keys of one element in ascending order and amounts in one
    /// unit, without details.
    var isPlain: Bool
    /// Whether sums of the amounts are exact.
    private(set) var addsExactly = true
    /// The latest time, and the first and last nominal times of the keys.
    private(set) var lastTime = Row.none
    let firstNominal: Int64
    private(set) var lastNominal = Row.none

    init(from row: Row, at start: Int) {
      (task, self.start) = (row.task, start)
      (element, units, firstNominal) = (row.element, row.units, row.nominal)
      isPlain = row.nominal != Row.none
    }

    mutating func add(_ row: Row) {
      let isLike = row.element == element && row.units == units && row.nominal > lastNominal
      isPlain = isPlain && isLike && row.isPlain
      addsExactly = addsExactly && row.amount.addsExactly
      lastTime = Swift.max(lastTime, row.time)
      lastNominal = Swift.max(lastNominal, row.nominal)
    }
  }
}

extension OutcomeTable.Row {
  /// Whether the row is only an amount, recorded for the first pass of a nominal time.
  fileprivate var isPlain: Bool {
    marks.isDisjoint(with: [.detailed, .secondPass, .skipped, .declined]) && amount.isPlain
      && !isDenial
  }
}
