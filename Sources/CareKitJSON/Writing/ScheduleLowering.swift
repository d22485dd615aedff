import AdherenceAnalytics
import Diagnostics
import Scheduling

/// A schedule converted to CareKit elements.
struct LoweredSchedule {
  /// The elements sorted by start, in original order where they start together.
  private(set) var elements: [LoweredElement] = []
  /// The omissions, and the occurrences at other times in CareKit.
  private(set) var reports: [InputError] = []

  /// Converts the elements of a schedule.
  ///
  /// - Parameters:
  ///   - schedule: The plan.
  ///   - zone: The patient's time zone.
  ///   - days: The dates to write occurrence by occurrence if the plan has exceptions.
  /// - Throws: `InputError` with the property that CareKit cannot represent.
  init(
    _ schedule: Schedule, in zone: Zone, expanding days: Range<CivilDate>?
  ) throws(InputError) {
    try schedule.validate()
    if let index = schedule.elements.firstIndex(where: \.followsEvents) {
      throw InputError(
        .against(.notInCareKit, text: "CareKit has no events or completions that schedules follow"),
        field: "elements.\(index).after")
    }
    let exception = LoweredSchedule.exception(schedule)
    if let exception, let days {
      try expand(schedule, in: zone, days)
      reportLosses(schedule, exception)
    } else if let exception {
      throw InputError(
        .against(.notInCareKit, text: "write its occurrences over a range"), field: exception)
    } else {
      try lower(schedule, in: zone)
    }
    let order = elements.enumerated().sorted { a, b in
      (a.element.chain.start, a.offset) < (b.element.chain.start, b.offset)
    }
    elements = order.map(\.element)
    if elements.isEmpty { throw InputError(.missing, field: "elements") }
  }

  /// Returns the name of a schedule property that CareKit does not support.
  private static func exception(_ schedule: Schedule) -> String? {
    if !schedule.exclusions.isEmpty { return "exclusions" }
    if !schedule.overrides.isEmpty { return "overrides" }
    return schedule.isDistinct && schedule.elements.count > 1 ? "distinct" : nil
  }

  private mutating func lower(_ schedule: Schedule, in zone: Zone) throws(InputError) {
    for (index, element) in schedule.elements.enumerated() {
      do throws(InputError) {
        let lowering = ElementLowering(element, in: zone)
        let parts = try lowering.elements()
        elements += parts
        report(element, "elements.\(index)", parts)
      } catch {
        throw InputError(error.problem, field: "elements.\(index).\(error.field ?? "")")
      }
    }
    if elements.count > ElementLowering.limit {
      throw InputError(
        .tooLarge(what: "elements", limit: ElementLowering.limit), field: "elements")
    }
  }

  private mutating func report(
    _ element: ScheduleElement, _ path: String, _ parts: [LoweredElement]
  ) {
    if element.window != nil { omit("\(path).window") }
    let end = element.end?.instant(in: .utc)
    if end.map({ $0 > DateReader.latest }) ?? false { omit("\(path).end") }
    if element.targets.contains(where: \.isNonNegative) { omit("\(path).targets") }
    if element.duration.isCivil { omit("\(path).duration") }
    if parts.contains(where: \.chain.driftsEver) {
      reports.append(InputError(.against(.drift, text: ""), field: path))
    }
  }

  private mutating func omit(_ path: String) {
    reports.append(InputError(.against(.omitted, text: ""), field: path))
  }
}

// Plans with exceptions, written occurrence by occurrence.
extension LoweredSchedule {
  private mutating func expand(
    _ schedule: Schedule, in zone: Zone, _ days: Range<CivilDate>
  ) throws(InputError) {
    let occurrences = try Occurrences(of: schedule, in: zone)
    let range = days.lowerBound.begin(in: zone)..<days.upperBound.begin(in: zone)
    let rows = occurrences.starting(in: range, limit: ElementLowering.limit + 1)
    if rows.count > ElementLowering.limit {
      throw InputError(
        .tooLarge(what: "occurrences in the range", limit: ElementLowering.limit),
        field: "elements")
    }
    for row in rows {
      let element = schedule.elements[row.element]
      let targets = occurrences.targets(of: row)
      try requireReached(targets, "elements.\(row.element).targets")
      elements.append(once(element, row, occurrences, targets))
    }
  }

  private func requireReached(
    _ targets: [ScheduleElement.Target], _ path: String
  ) throws(InputError) {
    for (index, target) in targets.enumerated() {
      if case .atLeast = target.condition { continue }
      throw InputError(
        .against(.notInCareKit, text: "CareKit supports only targets to be reached"),
        field: "\(path).\(index)")
    }
  }

  private func once(
    _ element: ScheduleElement, _ row: Occurrence, _ occurrences: Occurrences,
    _ targets: [ScheduleElement.Target]
  ) -> LoweredElement {
    var (zone, isFixed) = (occurrences.zone, false)
    if case .fixed(let own) = element.clockBinding { (zone, isFixed) = (own, true) }
    let seconds = element.isAllDay ? 0 : occurrences.end(of: row) - row.start
    return LoweredElement(
      chain: ChainedElement(
        start: row.start, end: row.start.adding(seconds: 1), period: ISODuration(days: 1),
        isAllDay: element.isAllDay, zone: zone),
      duration: ISODuration(seconds: Int(seconds)), isFixed: isFixed, text: element.text,
      targets: targets, element: element.id, key: occurrences.key(of: row))
  }

  private mutating func reportLosses(_ schedule: Schedule, _ exception: String) {
    omit(exception)
    for (index, element) in schedule.elements.enumerated() {
      report(element, "elements.\(index)", [])
    }
  }
}
