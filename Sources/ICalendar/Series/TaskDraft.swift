import AdherenceAnalytics
import Diagnostics
import ScheduleFormats
import Scheduling

/// A parsed task, before it is split into versions.
struct TaskDraft {
  let id: String
  let kind: Component.Kind
  /// The line of its component.
  let line: Int
  var series: Series
  var description = TaskDescription()
  /// The RRULEs of the series, which some programs repeat in changes.
  private(set) var rules: Set<String> = []
  /// The X-REGIMEN property.
  private(set) var extras: PlanExtras?
  /// Whether there is a series, rather than changes alone.
  let hasSeries: Bool
  let isCancelled: Bool
  /// Whether it has DUE but no start.
  private(set) var isDueOnly = false
  /// Warnings.
  private(set) var problems: [InputError] = []
  /// The overrides of single occurrences, by original key.
  private(set) var overrides: [OccurrenceKey: Schedule.Override] = [:]
  /// The changes of later occurrences, in order of original time.
  private(set) var ranges: [FutureChange] = []
  /// The completions by original key; `nil` if the occurrence is unknown.
  private(set) var completions: [(completion: Completion, original: OccurrenceKey?)] = []

  /// Parses a series.
  init(_ id: String, _ master: Component, _ clocks: CalendarClocks, isCancelled: Bool)
    throws(InputError)
  {
    (self.id, kind, self.isCancelled, hasSeries) = (id, master.kind, isCancelled, true)
    line = master.line
    if let error = master.tooLong { throw error }
    isDueOnly = master.isDueOnly
    rules = Set(master.all("RRULE").map(\.value))
    if let timing = try master.timing(clocks, isDueOnly: isDueOnly) {
      series = Series(at: timing.start, lasting: timing.length)
      if isDueOnly { series.schedule.elements[0].window = TaskDraft.untilDue }
      problems = timing.warnings
      problems += try series.repeated(by: master, clocks)
    } else if master.kind == .todo {
      series = Series(at: CalendarStamp(local: .first, isDate: true))
      series.schedule.elements[0].recurrence = .asNeeded(.none)
      problems = [master.error(.undated, "DTSTART")]
    } else {
      throw InputError(.missing, field: "DTSTART", line: master.line)
    }
    problems += description.take(master, clocks)
    do throws(InputError) { extras = try PlanExtras(of: master) } catch { problems.append(error) }
    complete(master, clocks)
  }

  /// Parses the first change of a series that is not in the file.
  init(_ id: String, ofChange change: Component, _ clocks: CalendarClocks) throws(InputError) {
    (self.id, kind, isCancelled, hasSeries) = (id, change.kind, false, false)
    self.line = change.line
    if let error = change.tooLong { throw error }
    guard let line = change["RECURRENCE-ID"] else {
      throw InputError(.missing, field: "RECURRENCE-ID", line: change.line)
    }
    series = Series(at: try clocks.stamp(line.value, of: line, change))
    _ = description.take(change, clocks)
  }

  /// Open for a day before DUE, and overdue for a day.
  private static let untilDue = ScheduleElement.Window(
    opensBefore: ISODuration(days: 1), closesAfter: .zero, lateUntil: ISODuration(days: 1))

  /// Adds the completion of a series: of its single occurrence, or without an occurrence.
  private mutating func complete(_ master: Component, _ clocks: CalendarClocks) {
    guard let completion = Completion(of: master, clocks, &problems) else { return }
    let element = series.schedule.elements[0]
    if !series.isRecurring, element.recurrence == .once {
      completions = [
        (completion, OccurrenceKey(element: element.id, nominal: series.anchor.local))
      ]
    } else if completion.time != nil {
      completions = [(completion, nil)]
    } else {
      problems.append(master.error(.untimedCompletion, "COMPLETED"))
    }
  }

  /// Applies changes.
  mutating func apply(_ changes: ReadChanges) {
    overrides = changes.overrides
    ranges = changes.ranges
    series.schedule.exclusions += changes.exclusions
    completions += changes.completions.map { ($0.completion, $0.original) }
  }
}

extension Component {
  /// Whether it is a to-do with DUE but no start.
  fileprivate var isDueOnly: Bool { kind == .todo && self["DTSTART"] == nil && self["DUE"] != nil }

  /// Returns start and duration; a component with DUE only starts at DUE, for a date at its first
  /// moment.
  func timing(_ clocks: CalendarClocks, isDueOnly: Bool, else fallback: CalendarStamp? = nil)
    throws(InputError) -> ComponentTiming?
  {
    guard isDueOnly, self["DTSTART"] == nil, let due = self["DUE"] else {
      return try ComponentTiming(of: self, clocks, else: fallback)
    }
    var stamp = try clocks.stamp(due.value, of: due, self)
    stamp.isDate = false
    return ComponentTiming(start: stamp)
  }
}

/// The descriptive properties of a task.
struct TaskDescription {
  private(set) var title: String?
  private(set) var instructions: String?
  private(set) var tags: [String] = []
  private(set) var notes: [RecordNote] = []
  private(set) var userInfo: [String: String] = [:]
  private(set) var recordedAt: Instant?

  init() {}

  /// Overrides the properties by those of a component, where it has any.
  ///
  /// - Returns: Warnings.
  mutating func take(_ component: Component, _ clocks: CalendarClocks) -> [InputError] {
    if let title = component["SUMMARY"]?.unescapedValue { self.title = title }
    if let text = component["DESCRIPTION"]?.unescapedValue { instructions = text }
    let tags = component.all("CATEGORIES").flatMap(\.unescapedValues).filter { !$0.isEmpty }
    if !tags.isEmpty { self.tags = tags }
    let notes = component.all("COMMENT").map { RecordNote($0.unescapedValue) }
    if !notes.isEmpty { self.notes = notes }
    var known: Set<String> = []
    for property in component.properties where property.isOfUserInfo && !property.value.isEmpty {
      guard known.insert(property.name).inserted else { continue }
      userInfo[property.name] = property.isText ? property.unescapedValue : property.value
    }
    guard let line = component["LAST-MODIFIED"] else { return [] }
    do throws(InputError) {
      recordedAt = clocks.instant(try clocks.stamp(line.value, of: line, component))
      return []
    } catch {
      recordedAt = nil
      return [line.error(.against(.unreadable, text: line.value))]
    }
  }

  /// Sets the properties of a task.
  func put(into task: inout CareTask) {
    (task.title, task.instructions, task.tags, task.notes) = (title, instructions, tags, notes)
    task.userInfo = userInfo
    task.recordedAt = recordedAt
  }
}

extension ContentLine {
  /// Whether the property is kept in the user info.
  fileprivate var isOfUserInfo: Bool {
    switch name {
    case "LOCATION", "URL", "CLASS", "PRIORITY": true
    case "X-REGIMEN": false
    default: name.hasPrefix("X-")
    }
  }

  /// Whether the value is TEXT, in which backslashes are escapes.
  var isText: Bool { name != "URL" && name != "CLASS" && name != "PRIORITY" }
}
