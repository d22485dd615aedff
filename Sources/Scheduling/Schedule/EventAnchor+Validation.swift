import Diagnostics

extension ScheduleElement {
  /// Validates the anchor of an element that follows events, and rejects what contradicts it.
  func validateAnchor() throws(InputError) {
    guard let after else { return }
    if start != ScheduleElement.unknownStart {
      throw InputError(.conflict(with: "after"), field: "start")
    }
    if after.replaces, after.which != .each {
      throw InputError(.conflict(with: "which"), field: "after.replace")
    }
    try after.start.validate("after.")
    try after.until?.validate("after.until.")
    let (start, offset) = (after.start, after.start.offset)
    if start.time != nil, isAllDay || !times.isEmpty {
      throw InputError(.conflict(with: isAllDay ? "allDay" : "times"), field: "after.time")
    }
    if offset.period.seconds > 0, isAllDay || !times.isEmpty {
      let rule = "be whole days or months in combination with '\(isAllDay ? "allDay" : "times")'"
      throw InputError(
        .outOfRange(text: offset.description, rule: rule), field: "after.offset")
    }
  }
}

extension EventTime {
  fileprivate func validate(_ path: String) throws(InputError) {
    func refuse(_ rule: String) -> InputError {
      InputError(.outOfRange(text: offset.description, rule: rule), field: path + "offset")
    }
    if event.isEmpty { throw InputError(.missing, field: path + "event") }
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
      throw InputError(
        .against(.followsEvent, text: after.start.event), field: "elements.\(index).after")
    }
  }
}

extension InputError.Rule {
  /// An element that follows an event, where no patient's events are known.
  static let followsEvent = Self(
    "followsEvent",
    "has no dates without a patient's named event (give its dates with 'start', or use records of patients)"
  )
}
