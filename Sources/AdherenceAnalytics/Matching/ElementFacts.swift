import Scheduling

/// What an evaluation asks of an element at every occurrence, looked up once and free of references.
struct ElementFacts {
  /// How long an occurrence lasts.
  enum Length {
    case none
    case elapsed(Int64)
    /// Whole days or a period on the wall clock, which differ in seconds.
    case civil
  }

  /// When an outcome is in time.
  enum Window {
    /// The element does not say, so that the day or the neighbours do.
    case implied
    case elapsed(opensBefore: Int64, closesAfter: Int64, lateUntil: Int64)
    case civil
  }

  let isAllDay: Bool
  /// Whether it follows the clock of a zone of its own.
  let isForeign: Bool
  let length: Length
  let window: Window
  /// The amounts of its targets.
  let sums: ScoredSums
  /// Whether amounts in every unit are credited.
  let takesAllUnits: Bool

  init(_ element: ScheduleElement) {
    isAllDay = element.isAllDay
    isForeign = element.frame != .floating
    let duration = element.duration
    length =
      element.isAllDay || duration.isCivil
      ? .civil : duration.isZero ? .none : .elapsed(Int64(duration.seconds))
    window = element.window.map(Window.init) ?? .implied
    sums = ScoredSums(targets: element.targets)
    takesAllUnits = element.targets.isEmpty || element.targets.contains { $0.units == nil }
  }

  /// Whether a duration closes the window.
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
        lateUntil: Int64(window.lateUntil.seconds))
  }
}
