public import Diagnostics

extension Schedule {
  /// The maximum number of elements: an ``Occurrence`` stores the index of its element in twenty bits.
  package static let maximumElements = 1 << 20

  /// Validates the invariants that the types do not guarantee; schedules decoded from JSON are valid.
  ///
  /// - Throws: ``InputError`` with the key path of the first invalid property.
  public func validate() throws(InputError) {
    if elements.count > Schedule.maximumElements {
      throw InputError(
        .tooLarge(what: "elements", limit: Schedule.maximumElements), field: "elements")
    }
    // Elements are borrowed from a span; iterating over the array would copy them.
    let all = elements.span
    for index in all.indices {
      do throws(InputError) {
        try all[index].validate()
      } catch {
        throw error.within("elements.\(index).")
      }
    }
    try validateIDs()
    try validateExclusions()
    try validateOverrides()
    if followsEvents { try validateChains() }
  }
}

extension Schedule {
  /// The order of a dictionary is random, so the first invalid override by key is reported.
  private func validateOverrides() throws(InputError) {
    guard !overrides.isEmpty else { return }
    let indices = Dictionary(
      elements.indices.map { (elements[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
    var wrong: (key: String, error: InputError)?
    for (key, override) in overrides {
      do throws(InputError) {
        try override.validate("overrides.\(key).")
        if let index = indices[key.element], elements[index].followsEvents {
          throw InputError(.noSuch(kind: "occurrence", id: "\(key)"), field: "overrides.\(key)")
        }
        if override.isAdded, let index = indices[key.element] {
          try elements[index].validate(addition: key)
        }
      } catch {
        let text = key.description
        if wrong.map({ text < $0.key }) ?? true { wrong = (text, error) }
      }
    }
    if let wrong { throw wrong.error }
  }
}

extension ScheduleElement {
  /// Rejects additions to an element without occurrences, and additions at a time of day to an all-day
  /// element.
  fileprivate func validate(addition key: OccurrenceKey) throws(InputError) {
    let isWithinDay = isAllDay && key.nominal.time != .midnight
    if let name = recurrence.nameWithoutOccurrences ?? (isWithinDay ? "allDay" : nil) {
      throw InputError(.conflict(with: name), field: "overrides.\(key).added")
    }
  }
}

extension Schedule {
  private func validateIDs() throws(InputError) {
    guard elements.count > 1 else { return }
    var ids: Set<String> = Set(minimumCapacity: elements.count)
    for index in elements.indices where !ids.insert(elements[index].id).inserted {
      let (id, after) = (elements[index].id, elements[index].after)
      throw InputError(
        after?.start.event == id
          ? .against(.sameEventID, text: id) : .duplicate(kind: "element", id: id),
        field: "elements.\(index).id")
    }
    if followsEvents { try validateDatedIDs() }
  }
}

extension Schedule {
  private func validateExclusions() throws(InputError) {
    let isNamed = exclusions.contains { $0.element != nil }
    let ids = isNamed ? Set(elements.map(\.id)) : []
    for (index, exclusion) in exclusions.enumerated() {
      do throws(InputError) {
        try exclusion.validate(elements: ids)
      } catch {
        throw error.within("exclusions.\(index).")
      }
    }
  }
}

extension InputError {
  /// Returns the error with `path` in front of its field.
  fileprivate func within(_ path: String) -> InputError {
    InputError(problem, field: path + (field ?? ""), line: line, source: source)
  }
}

extension ScheduleElement {
  fileprivate func validate() throws(InputError) {
    func refuse(_ field: String, _ value: some CustomStringConvertible, _ rule: String)
      -> InputError
    {
      InputError(.outOfRange(text: value.description, rule: rule), field: field)
    }
    if id.isEmpty { throw InputError(.missing, field: "id") }
    try validateAnchor()
    try start.validate("start")
    try end?.validate("end")
    if let count, !(1...Int(Int32.max) ~= count) {
      throw refuse("count", count, "be 1 to \(Int32.max)")
    }
    if case .local(let first) = start, case .local(let last)? = end, last <= first {
      throw refuse("end", last, "come after 'start'")
    }
    if !times.areDistinct {
      throw refuse(
        "times", times.map(\.description).joined(separator: " "), "differ from each other")
    }
    try validatePeriods(refuse)
    try validateRecurrence(refuse)
    try validateWithoutTimes()
    if isAllDay, duration.months > 0 || duration.seconds > 0 {
      throw refuse("duration", duration, "be whole days when the element is all day")
    }
    if let window, window.lateUntil.isShorter(than: window.closesAfter) {
      throw refuse("window.lateUntil", window.lateUntil, "not be shorter than 'closesAfter'")
    }
    for (index, target) in targets.enumerated() { try target.validate("targets.\(index)") }
  }

  /// Checks that periods can be represented as text, whatever their parts were set to.
  private func validatePeriods(_ refuse: (String, String, String) -> InputError)
    throws(InputError)
  {
    let rule = "have parts of 0 or more within the calendar"
    if !duration.isValid { throw refuse("duration", "\(duration.parts)", rule) }
    if case .every(let period) = recurrence, !period.isValid {
      throw refuse("every", "\(period.parts)", rule)
    }
    guard let window else { return }
    for (name, period) in window.periods where !period.isValid {
      throw refuse("window.\(name)", "\(period.parts)", rule)
    }
  }

  private func validateRecurrence(_ refuse: (String, String, String) -> InputError)
    throws(InputError)
  {
    if isAllDay, !times.isEmpty {
      throw InputError(.conflict(with: "allDay"), field: "times")
    }
    try validateRule()
    if case .cycle(let on, let off) = recurrence, on < 1 || off < 0 || on > 36_525 - off {
      throw refuse(
        "cycle", "\(on)/\(off)", "be 1 day or more on and 0 or more off, a century at most")
    }
    guard case .every(let period) = recurrence else { return }
    if period.isZero { throw refuse("every", period.description, "be longer than nothing") }
    if isAllDay, period.seconds > 0 {
      throw refuse("every", period.description, "be whole days when the element is all day")
    }
    if !times.isEmpty, period.seconds > 0 {
      throw InputError(.conflict(with: "times"), field: "every")
    }
  }
}

extension [CivilTime] {
  /// Whether no time occurs twice; times are usually ascending.
  fileprivate var areDistinct: Bool {
    zip(self, dropFirst()).allSatisfy { $0 < $1 } || Set(self).count == count
  }
}

extension LocalOrInstant {
  fileprivate func validate(_ field: String) throws(InputError) {
    guard case .instant(let instant) = self, !(Instant.earliest...Instant.latest ~= instant) else {
      return
    }
    throw InputError(
      .outOfRange(text: instant.description, rule: "lie in the years 1 to 9999"), field: field)
  }
}

extension Recurrence {
  /// The property of a recurrence that has no occurrences.
  fileprivate var nameWithoutOccurrences: String? {
    switch self {
    case .once, .every, .cycle, .rule: nil
    case .quota: "quota"
    case .asNeeded: "asNeeded"
    }
  }
}

extension ScheduleElement {
  /// Validates a quota or as-needed use, and rejects properties of occurrences.
  private func validateWithoutTimes() throws(InputError) {
    guard let name = recurrence.nameWithoutOccurrences else { return }
    if case .quota(let quota) = recurrence { try quota.validate("quota.") }
    if case .asNeeded(let caps) = recurrence { try caps.validate("asNeeded.") }
    let others: [(String, Bool)] = [
      ("times", !times.isEmpty), ("count", count != nil), ("window", window != nil),
      ("monthEnd", monthEnd != nil), ("gap", gap != .shiftForward), ("overlap", overlap != .first),
    ]
    for (other, isThere) in others where isThere {
      throw InputError(.conflict(with: name), field: other)
    }
  }

  private func validateRule() throws(InputError) {
    guard case .rule(let rule) = recurrence else { return }
    do throws(InputError) {
      try rule.validate()
    } catch {
      throw InputError(error.problem, field: "rule." + (error.field ?? ""))
    }
    if isAllDay, rule.frequency.seconds < 86_400 {
      throw InputError(.conflict(with: "allDay"), field: "rule.FREQ")
    }
    let namesTimes = !rule.hours.isEmpty || !rule.minutes.isEmpty || !rule.seconds.isEmpty
    if !times.isEmpty, namesTimes || rule.frequency.seconds < 86_400 {
      throw InputError(.conflict(with: "rule"), field: "times")
    }
  }
}

extension Schedule.Override {
  fileprivate func validate(_ path: String) throws(InputError) {
    if isCancelled, start != nil {
      throw InputError(.conflict(with: "start"), field: path + "cancelled")
    }
    for (index, target) in (targets ?? []).enumerated() {
      try target.validate("targets.\(index)")
    }
    let own = window.map { $0.periods.map { ("window.\($0.name)", $0.period) } } ?? []
    for (name, period) in own + (duration.map { [("duration", $0)] } ?? []) where !period.isValid {
      throw InputError(
        .outOfRange(
          text: "\(period.parts)", rule: "have parts of 0 or more within the calendar"),
        field: "\(path)\(name)")
    }
  }
}

extension Schedule.Exclusion {
  fileprivate func validate(elements: Set<String>) throws(InputError) {
    if let to, to < from {
      throw InputError(
        .outOfRange(text: to.description, rule: "not precede 'from'"), field: "to")
    }
    if let element, !elements.contains(element) {
      throw InputError(.noSuch(kind: "element", id: element), field: "element")
    }
  }
}

extension ScheduleElement.Window {
  fileprivate var periods: [(name: String, period: ISODuration)] {
    [("opensBefore", opensBefore), ("closesAfter", closesAfter), ("lateUntil", lateUntil)]
  }
}

extension ISODuration {
  fileprivate var parts: (months: Int, days: Int, seconds: Int) { (months, days, seconds) }

  /// Compares civil lengths in the same unit exactly, and others by nominal length (a month as 30 days).
  package func isShorter(than other: ISODuration) -> Bool {
    func usual(_ period: ISODuration) -> Int {
      (period.months * 30 + period.days) * 86_400 + period.seconds
    }
    return usual(self) < usual(other)
  }
}
