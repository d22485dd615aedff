import Scheduling

/// The properties of an element that evaluation needs for every occurrence, precomputed and free of
/// references.
struct ElementFacts {
  /// The duration of an occurrence.
  enum Length {
    case none
    case elapsed(Int64)
    /// Whole days, or a period with civil parts, which differ in seconds.
    case civil
  }

  /// The window of an occurrence.
  enum Window {
    /// Not defined by the element: implied by the day or by the neighbouring occurrences.
    case implied
    case elapsed(opensBefore: Int64, closesAfter: Int64, expiresAfter: Int64)
    case civil
  }

  /// Whether the element has occurrences.
  let hasOccurrences: Bool
  let isAllDay: Bool
  /// Whether the element has a fixed zone.
  let isForeign: Bool
  let length: Length
  let window: Window
  /// Whether an occurrence may last beyond its attribution day, apart from changes of offset.
  let mayOutlastDay: Bool

  init(_ element: borrowing ScheduleElement) {
    hasOccurrences = element.recurrence.hasOccurrences
    isAllDay = element.isAllDay
    isForeign = element.clockBinding != .floating
    let duration = element.duration
    length =
      element.isAllDay || duration.isCivil
      ? .civil : duration.isZero ? .none : .elapsed(Int64(duration.seconds))
    window = element.window.map(Window.init) ?? .implied
    let isLong =
      element.isAllDay ? duration.months > 0 || duration.days > 1 : !duration.isZero
    mayOutlastDay = isForeign || element.window != nil || isLong
  }

  /// Whether the duration closes the window.
  var lasts: Bool {
    if case .none = length { return false }
    return !isAllDay
  }
}

extension ElementFacts.Window {
  init(_ window: ScheduleElement.Window) {
    let periods = [window.opensBefore, window.closesAfter, window.lateUntil]
    self =
      periods.contains(where: \.isCivil)
      ? .civil
      : .elapsed(
        opensBefore: Int64(window.opensBefore.seconds),
        closesAfter: Int64(window.closesAfter.seconds),
        expiresAfter: Int64(max(window.closesAfter.seconds, window.lateUntil.seconds)))
  }
}

// Windows by arithmetic; `nil` if local time is needed.
//
// Safe: starts lie within `OffsetTable.bounds`, and lengths within `ISODuration.limits`.
extension ElementFacts {
  var hasWindow: Bool {
    if case .implied = window { return false }
    return true
  }

  /// Whether windows can be computed by adding seconds.
  var isArithmetic: Bool {
    switch (window, length) {
    case (.elapsed, _), (.implied, .none), (.implied, .elapsed): true
    case (.civil, _), (.implied, .civil): false
    }
  }

  /// Returns the end of an occurrence.
  func end(from start: Int64) -> Int64? {
    switch length {
    case .none: start
    case .elapsed(let length): start &+ length
    case .civil: nil
    }
  }

  /// Returns the window of an occurrence that spans its whole day.
  ///
  /// If a change of offset moves its start beyond the day, it keeps its planned length.
  @inline(__always)
  func window(
    of day: Int, _ start: Int64, _ nominal: Int64, _ days: DayTable
  ) -> OccurrenceWindow? {
    guard let end = end(from: start) else { return nil }
    let dayEnd = days.start(of: day &+ 1)
    let expiry = max(end, start < dayEnd ? dayEnd : start &+ days.localEnd(of: day) &- nominal)
    return OccurrenceWindow(days.start(of: day), lasts ? end : expiry, expiry)
  }
}

extension OccurrenceWindow {
  init(_ open: Int64, _ close: Int64, _ expiry: Int64) {
    self.init(
      open: Instant(seconds: open), close: Instant(seconds: close), expiry: Instant(seconds: expiry)
    )
  }
}

/// The units that an element's targets credit, as numbers in a table.
enum CreditedUnits {
  case all
  case one(Int32)
  /// Units of no outcome, or several units.
  case others

  /// Returns whether amounts in a unit are certainly credited.
  func takes(_ units: Int32) -> Bool {
    switch self {
    case .all: true
    case .one(let own): own == units
    case .others: false
    }
  }

  init(_ targets: [ScheduleElement.Target], in names: NameTable) {
    if targets.allSatisfy({ $0.units == nil }) {
      self = .all
    } else if targets.contains(where: { $0.units == nil }) {
      self = .others
    } else if let known = targets[0].units.flatMap(names.known) {
      self = .one(known)
    } else {
      self = .others
    }
  }
}
