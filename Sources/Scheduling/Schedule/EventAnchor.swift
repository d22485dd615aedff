/// The events of a patient's course, or the completions of a task, that an element follows, in place of a start
/// on the calendar.
///
/// The element has no dates of its own: a patient's record has the dates of the events. It is planned once
/// for each event that ``which`` selects, as an ordinary element that starts at the time of ``start``.
///
///     let tenDays = EventTime("surgery", offset: EventOffset("P10D")!, at: CivilTime("09:00")!)
///     var visit = ScheduleElement("visit", after: EventAnchor(tenDays))
///     visit.recurrence = .every(ISODuration(days: 7))
///     visit.count = 4
///     print(visit.summary)  // every week at 09:00 from 10 days after surgery, 4 times
public struct EventAnchor: Hashable, Sendable {
  /// The start, relative to an event.
  public var start: EventTime
  /// Which of several events with the name are followed.
  public var which = Selection.each
  /// Whether the next event ends the occurrences of the one before, or the next start if that is earlier; only
  /// for ``Selection/each``.
  public var replaces = false
  /// The end (exclusive), relative to the event followed if that has the name, otherwise to the first event of
  /// its name that is not before it, by date if only the date of one is known; open until there is one.
  public var until: EventTime?
  /// The least time from a completion to the next planned time, of an element that follows its own task.
  public var minimumGap: ISODuration?
  /// What follows an occurrence that is not completed, of an element that follows its own task.
  public var whenMissed = WhenMissed.fromPlanned

  /// A choice among several events with the same name, by time.
  public enum Selection: String, CaseIterable, Hashable, Sendable, Codable {
    /// The earliest.
    case first
    /// The latest.
    case last
    /// All of them; events at the same time are one, and so are those after which the element starts at the
    /// same time.
    case each
  }

  /// What the next occurrence counts from if one is not completed until its window expires.
  public enum WhenMissed: String, CaseIterable, Hashable, Sendable, Codable {
    /// The planned time of the missed occurrence.
    case fromPlanned
    /// The next completion, which belongs to the missed occurrence; nothing follows until then.
    case wait
    /// The time at which it was recorded as skipped or declined, otherwise the end of its window.
    case fromNow
  }

  /// Creates an anchor.
  public init(_ start: EventTime, which: Selection = .each) {
    self.start = start
    self.which = which
  }
}

extension EventAnchor {
  /// Returns the id that an element has after an event, without the event's number.
  package func idStem(of id: String) -> String {
    id == start.event ? "\(id)#" : "\(id)@\(start.event)#"
  }
}

/// A time relative to an event, or to a completion of a task.
public struct EventTime: Hashable, Sendable {
  /// The name of the event, or the id of the task whose completions are followed; empty for the element's own
  /// task.
  public var event: String
  /// The time of completions that is followed; `nil` for a named event.
  public var completion: Completion?
  /// The offset from the event; without ``time`` it is added to the event's own time of day.
  public var offset: EventOffset
  /// The time of day; the offset is then in days or months.
  public var time: CivilTime?
  /// The number of the event as an end: 2 is the second that is not before the one followed.
  public var count: Int?

  /// The time of a completion.
  public enum Completion: String, CaseIterable, Hashable, Sendable, Codable {
    /// The time of the outcome.
    case taken
    /// The planned time of the completed occurrence.
    case planned
  }

  /// Creates a time relative to the completions of a task; `nil` is the task of the element.
  public init(
    completionOf task: String?, _ completion: Completion = .taken, offset: EventOffset = .zero
  ) {
    (event, self.offset, self.completion) = (task ?? "", offset, completion)
  }

  /// Creates a time relative to an event.
  public init(_ event: String, offset: EventOffset = .zero, at time: CivilTime? = nil) {
    self.event = event
    self.offset = offset
    self.time = time
  }
}

/// A period after or before an event: civil months and days, and elapsed seconds.
///
///     print(EventOffset("-P3D")!.isBefore, EventOffset("PT8H")!.period.seconds)  // true 28800
public struct EventOffset: Hashable, Sendable {
  /// The length.
  public var period: ISODuration
  /// Whether it is before the event.
  public var isBefore: Bool

  /// At the event.
  public static let zero = EventOffset(.zero)

  /// Creates an offset after an event, or before it.
  public init(_ period: ISODuration, isBefore: Bool = false) {
    self.period = period
    self.isBefore = isBefore && !period.isZero
  }
}

extension EventOffset: LosslessStringConvertible {
  /// Parses an ISO 8601 duration with an optional sign, such as `P10D` or `-P3D`.
  public init?(_ text: String) {
    let isSigned = text.hasPrefix("-") || text.hasPrefix("+")
    guard let period = ISODuration(isSigned ? String(text.dropFirst()) : text) else { return nil }
    self.init(period, isBefore: text.hasPrefix("-"))
  }

  /// The text, which is parsed to an equal offset.
  public var description: String { "\(isBefore ? "-" : "")\(period)" }
}

extension ScheduleElement {
  /// The anchor in memory of its own, so that elements on the calendar are copied as fast as before.
  final class StoredAnchor: Hashable, Sendable {
    let anchor: EventAnchor?
    let listed: ListedStarts?

    init(_ anchor: EventAnchor?, _ listed: ListedStarts? = nil) {
      (self.anchor, self.listed) = (anchor, listed)
    }

    static func == (a: StoredAnchor, b: StoredAnchor) -> Bool {
      a.anchor == b.anchor && a.listed == b.listed
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(anchor)
      hasher.combine(listed)
    }
  }

  /// Creates an element that follows events, once after each.
  public init(_ id: String, after anchor: EventAnchor) {
    self.init(id, from: ScheduleElement.unknownStart)
    after = anchor
  }

  /// The events that the element follows; `nil` for an element on the calendar.
  ///
  /// The element then has no ``start``, which stays at the first second of the calendar; only if it follows its
  /// own task, it may have one, for the first occurrence.
  public var after: EventAnchor? {
    get { storedAnchor?.anchor }
    set { storedAnchor = newValue.map { StoredAnchor($0) } }
  }

  /// The nominal times after the start that are listed one by one; `nil` if the recurrence alone determines them.
  package var listedStarts: ListedStarts? {
    get { storedAnchor?.listed }
    set { storedAnchor = newValue.map { StoredAnchor(nil, $0) } }
  }

  /// The start of an element that follows events.
  package static let unknownStart = LocalOrInstant.local(.first)

  /// Whether the element follows events.
  package var followsEvents: Bool { storedAnchor != nil && storedAnchor?.anchor != nil }
}

extension Schedule {
  /// The names of the events that elements follow, in order of the elements.
  package var eventNames: [String] {
    relativeTimes.filter { $0.completion == nil }.map(\.event)
  }

  /// The starts and ends relative to events and completions, in order of the elements.
  package var relativeTimes: [EventTime] {
    elements.compactMap(\.after).flatMap { [$0.start] + ($0.until.map { [$0] } ?? []) }
  }

  /// Whether some elements follow events of a patient's course, and so have no dates without a patient.
  public var followsEvents: Bool {
    let all = elements.span
    for index in all.indices where all[index].followsEvents { return true }
    return false
  }
}
