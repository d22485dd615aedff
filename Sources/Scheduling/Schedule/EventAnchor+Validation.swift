import Diagnostics

extension ScheduleElement {
  /// Validates the anchor of an element that follows events, and rejects what contradicts it.
  func validateAnchor() throws(InputError) {
    guard let after else { return }
    if after.start.completion == nil { try requireEvent(after) }
    if after.start.isOwnTask { try validateChain(after) }
    if after.replaces, after.which != .each {
      throw InputError(.conflict(with: "which"), field: "after.replace")
    }
    if recurrence.isAllowance, after.which == .each, !after.replaces {
      throw InputError(.against(.severalAllowances, text: after.start.event), field: "after")
    }
    try after.start.validate("after.")
    try after.until?.validate("after.until.")
    if let count = after.until?.count, count < 1 {
      throw InputError(
        .outOfRange(text: "\(count)", rule: "be 1 or more"), field: "after.until.count")
    }
    let (start, offset) = (after.start, after.start.offset)
    if start.time != nil, isAllDay || !times.isEmpty {
      throw InputError(.conflict(with: isAllDay ? "allDay" : "times"), field: "after.time")
    }
    if offset.period.seconds > 0, isAllDay || !times.isEmpty {
      let rule = "be whole days or months in combination with '\(isAllDay ? "allDay" : "times")'"
      throw InputError(
        .outOfRange(text: offset.description, rule: rule), field: "after.offset")
    }
    if let until = after.until, !until.canEnd(start, midnight: isAllDay || !times.isEmpty) {
      let rule = "come after the start, which follows the same event"
      throw InputError(
        .outOfRange(text: until.summary, rule: rule), field: "after.until")
    }
  }
}

extension Recurrence {
  /// Whether it allows or requires a number of uses, which several at once would multiply.
  fileprivate var isAllowance: Bool {
    switch self {
    case .quota, .asNeeded: true
    case .once, .every, .cycle, .rule: false
    }
  }
}

extension EventTime {
  /// The offset and time of day as text.
  fileprivate var summary: String {
    offset.description + (time.map { " at \($0)" } ?? "")
  }

  /// Returns whether the time may come after a start.
  ///
  /// - Parameters:
  ///   - start: The start.
  ///   - midnight: Whether times without a time of day are at midnight.
  /// - Returns: `false` if both follow the same event and this is at or before the start whenever that happens.
  fileprivate func canEnd(_ start: EventTime, midnight: Bool) -> Bool {
    guard event == start.event, completion == start.completion, count == nil else { return true }
    let (own, first) = (offset.parts, start.offset.parts)
    let differing = zip(own, first).filter { $0 != $1 }
    if let (mine, other) = differing.first {
      let hasTimes = own[2] != first[2] && (midnight || time != nil || start.time != nil)
      return differing.count > 1 || hasTimes || mine > other
    }
    let fallback: CivilTime? = midnight ? .midnight : nil
    guard let mine = time ?? fallback, let other = start.time ?? fallback else {
      return (time ?? fallback) != (start.time ?? fallback)
    }
    return mine > other
  }
}

extension EventOffset {
  /// The months, days and seconds, negative before the event.
  fileprivate var parts: [Int] {
    let sign = isBefore ? -1 : 1
    return [period.months, period.days, period.seconds].map { sign * $0 }
  }
}

extension EventTime {
  fileprivate func validate(_ path: String) throws(InputError) {
    func refuse(_ rule: String) -> InputError {
      InputError(.outOfRange(text: offset.description, rule: rule), field: path + "offset")
    }
    if completion == nil { try event.requireEventName(path + "event") }
    if !offset.period.isValid { throw refuse("have parts of 0 or more within the calendar") }
    if time != nil, offset.period.seconds > 0 {
      throw refuse("be whole days or months in combination with 'time'")
    }
  }
}

extension Schedule {
  /// Rejects elements that follow events, which have no dates without a patient.
  package func requireDates() throws(InputError) {
    guard followsEvents else { return }
    for (index, element) in elements.enumerated() {
      guard let after = element.after else { continue }
      let rule: InputError.Rule =
        after.start.completion == nil ? .followsEvent : .followsCompletions
      throw InputError(.against(rule, text: after.start.event), field: "elements.\(index).after")
    }
  }
}

extension Schedule {
  /// Rejects ids that other elements have after an event, so that keys refer to one element.
  func validateDatedIDs() throws(InputError) {
    var stems: Set<String> = []
    for (index, element) in elements.enumerated() {
      guard let stem = element.after?.idStem(of: element.id) else { continue }
      if !stems.insert(stem).inserted { throw datedID(index) }
    }
    for (index, element) in elements.enumerated() where !element.followsEvents {
      guard let end = element.id.lastIndex(of: "#") else { continue }
      let number = element.id[element.id.index(after: end)...]
      if Int(number) != nil, stems.contains(String(element.id[...end])) { throw datedID(index) }
    }
  }

  private func datedID(_ index: Int) -> InputError {
    InputError(.against(.datedID, text: elements[index].id), field: "elements.\(index).id")
  }
}

extension String {
  /// Checks the name of an event: it is not empty, has no spaces around it and is on one line.
  package func requireEventName(_ field: String) throws(InputError) {
    if isEmpty { throw InputError(.missing, field: field) }
    if first?.isWhitespace == true || last?.isWhitespace == true || contains(where: \.isNewline) {
      throw InputError(
        .outOfRange(text: self, rule: "have no spaces around it and no line breaks"), field: field)
    }
  }
}

extension InputError.Rule {
  /// An id that is that of another element after an event.
  static let datedID = Self(
    "datedID", "is the id that another element has after an event (choose an id of another form)")
  /// Two elements without ids after the same event.
  static let sameEventID = Self(
    "sameEventID",
    "is the name of the event, which another element has as its id (give each element its own 'id')"
  )

  /// An element that follows an event, where no patient's events are known.
  static let followsEvent = Self(
    "followsEvent",
    "has no dates without a patient's named event (give its dates with 'start', or use records of patients)"
  )

  /// A quota or as-needed use after each of several events.
  static let severalAllowances = Self(
    "severalAllowances",
    "gives one allowance after each event, which would add up (use 'which' or 'replace')")
}
