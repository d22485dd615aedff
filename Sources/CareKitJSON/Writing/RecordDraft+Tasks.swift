import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

// Tasks.
extension RecordDraft {
  mutating func taskEntities() -> [JSONValue] {
    var entities: [JSONValue] = []
    for versions in record.tasks.byID {
      var written: [(task: CareTask, schedule: LoweredSchedule, uuid: String)] = []
      for task in versions {
        guard let schedule = lowered(task) else { continue }
        written.append((task, schedule, uuid("task", task.id, task.recordedAt, task.userInfo)))
      }
      for ((task, schedule, uuid), links) in zip(written, VersionLinks.all(written.map(\.uuid))) {
        entities.append(value(of: task, schedule, links))
        note(task, schedule, uuid)
      }
    }
    return entities
  }

  /// Returns the schedule of a task; `nil` if CareKit cannot represent it, which is reported.
  private mutating func lowered(_ task: CareTask) -> LoweredSchedule? {
    do throws(InputError) {
      let schedule = try LoweredSchedule(task.schedule, in: zone, expanding: options.expanding)
      for report in schedule.reports { self.report(report.within("tasks.\(task.id)")) }
      reportLosses(task, schedule)
      return schedule
    } catch {
      report(error.within("tasks.\(task.id)"))
      return nil
    }
  }

  private mutating func reportLosses(_ task: CareTask, _ schedule: LoweredSchedule) {
    if task.scoring != nil { omit("tasks.\(task.id).scoring") }
    if task.matching != .keyed { omit("tasks.\(task.id).matching", task.matching.rawValue) }
    if task.minWait != nil { omit("tasks.\(task.id).minWait") }
    if task.drug != nil { omit("tasks.\(task.id).drug") }
    let own = clock(of: task, schedule)
    for element in schedule.elements where options.form == .v3 && losesZone(element, own) {
      report(
        InputError(
          .against(.otherZone, text: element.chain.zone.id),
          field: "tasks.\(task.id).elements.\(element.element)"))
    }
  }

  /// Returns whether the element's time zone is lost in a format without calendars.
  private func losesZone(_ element: LoweredElement, _ own: Zone) -> Bool {
    element.chain.zone != own || element.isFixed && own == zone
  }

  /// Returns the time zone of a task: in a format without calendars that of its elements, if they
  /// share one.
  private func clock(of task: CareTask, _ schedule: LoweredSchedule) -> Zone {
    let zones = Set(schedule.elements.map(\.chain.zone))
    if options.form == .v3, zones.count == 1, let only = zones.first { return only }
    return zone
  }

  private mutating func note(_ task: CareTask, _ schedule: LoweredSchedule, _ uuid: String) {
    tasks[task.id, default: []].append(
      WrittenTask(
        uuid: uuid, from: task.effectiveFrom?.instant(in: zone) ?? .earliest,
        isDeleted: task.deletedAt != nil, indices: EventIndices(schedule.elements)))
  }

  private func value(
    of task: CareTask, _ schedule: LoweredSchedule, _ links: VersionLinks
  ) -> JSONValue {
    let start = schedule.elements.first?.chain.start ?? RecordDraft.firstDate
    var object = common(task, group: task.group, from: start, links)
    if options.form == .v3 {
      object["timezone"] = .sorted(["identifier": .text(clock(of: task, schedule).id)])
    }
    object.set("title", task.title)
    object.set("instructions", task.instructions)
    object["impactsAdherence"] = .bool(task.impactsAdherence)
    object.set("carePlanUUID", plan(task.carePlan, task.userInfo))
    object["schedule"] = .sorted([
      "elements": .list(
        schedule.elements.enumerated().map { index, element in
          value(of: element, index + 1, task.userInfo, made: task.recordedAt ?? start)
        })
    ])
    guard let linkage = linkage(task.userInfo) else { return entity("task", object) }
    object["healthKitLinkage"] = linkage
    return entity("healthKitTask", object)
  }

  private func linkage(_ userInfo: [String: String]) -> JSONValue? {
    var linkage: [String: JSONValue] = [:]
    for name in HealthKitLinkage.names {
      linkage.set("\(name)", userInfo["carekit.healthKit.\(name)"])
    }
    return linkage.count == HealthKitLinkage.names.count ? .sorted(linkage) : nil
  }
}

// Elements.
extension RecordDraft {
  private func value(
    of element: LoweredElement, _ number: Int, _ userInfo: [String: String], made: Instant
  ) -> JSONValue {
    var object: [String: JSONValue] = [
      "start": date(element.chain.start), "interval": interval(element.chain.period),
      "duration": duration(of: element),
    ]
    object["end"] = element.chain.end.map(date)
    object.set("text", element.text)
    object["targetValues"] = .list(
      element.targets.enumerated().map { index, target in
        let hint = userInfo["carekit.elements.\(number).targetValues.\(index).type"]
        return value(of: target, hint, made: made)
      })
    if options.form == .v4 { object["calendar"] = calendar(of: element) }
    return .sorted(object)
  }

  private func value(
    of target: ScheduleElement.Target, _ hint: String?, made: Instant
  ) -> JSONValue {
    guard case .atLeast(let content) = target.condition else { return .sorted([:]) }
    let value = OutcomeValue(content, units: target.units, kind: target.kind)
    return self.value(of: value, hint, created: made)
  }

  private func interval(_ period: ISODuration) -> JSONValue {
    let isWeeks = period.days > 0 && period.days.isMultiple(of: 7)
    let isYears = period.months.isMultiple(of: 12)
    let parts = [
      ("year", isYears ? period.months / 12 : 0), ("month", isYears ? 0 : period.months),
      ("weekOfYear", isWeeks ? period.days / 7 : 0), ("day", isWeeks ? 0 : period.days),
      ("hour", period.seconds / 3600), ("minute", period.seconds / 60 % 60),
      ("second", period.seconds % 60),
    ]
    let some = parts.filter { $0.1 > 0 }.map { ($0.0, JSONValue.integer($0.1)) }
    return .sorted(Dictionary(uniqueKeysWithValues: some))
  }

  private func duration(of element: LoweredElement) -> JSONValue {
    if element.chain.isAllDay { return .sorted(["isAllDay": .bool(true)]) }
    return .sorted([
      "isAllDay": .bool(false), "seconds": .integer(element.duration.seconds),
    ])
  }

  private func calendar(of element: LoweredElement) -> JSONValue {
    .sorted([
      "identifier": .text("gregorian"),
      "locale": .sorted(["identifier": .text("en_US_POSIX"), "current": .integer(0)]),
      "timeZone": .sorted(["identifier": .text(element.chain.zone.id)]),
      "firstWeekday": .integer(1), "minimumDaysInFirstWeek": .integer(1),
      "current": .integer(element.isFixed ? 0 : 2),
    ])
  }
}

// Values.
extension RecordDraft {
  /// Returns a value; the hint distinguishes a double from an integer that is written alike.
  func value(of value: OutcomeValue, _ hint: String?, created: Instant) -> JSONValue {
    let (type, content) = typed(value.content, hint)
    var object: [String: JSONValue] = [
      "type": .text(type), "value": content, "createdDate": date(created),
    ]
    object.set("units", value.units)
    object.set("kind", value.kind)
    return .sorted(object)
  }

  private func typed(_ content: OutcomeValue.Content, _ hint: String?) -> (String, JSONValue) {
    switch content {
    case .number(let number):
      guard let whole = Int(exactly: number) else { return ("double", .number(number)) }
      return (hint == "double" ? "double" : "integer", .integer(whole))
    case .boolean(let truth): return ("boolean", .bool(truth))
    case .text(let text): return ("text", .text(text))
    case .data: return ("binary", .text(content.text))
    case .date(let moment): return ("date", date(moment.instant(in: zone)))
    }
  }
}

extension InputError {
  /// Returns the error with a field prefix.
  fileprivate func within(_ path: String) -> InputError {
    InputError(problem, field: field.map { "\(path).\($0)" } ?? path)
  }
}
