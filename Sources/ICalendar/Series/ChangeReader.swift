import AdherenceAnalytics
import Diagnostics
import ScheduleFormats
import Scheduling

/// The parsed changes of a series.
struct ReadChanges {
  /// The overrides of single occurrences, by original key.
  var overrides: [OccurrenceKey: Schedule.Override] = [:]
  /// Exclusions that prevent other elements from repeating a changed occurrence.
  var exclusions: [Schedule.Exclusion] = []
  /// The changes of all later occurrences, in order of original time.
  var ranges: [FutureChange] = []
  var completions: [(completion: Completion, original: OccurrenceKey)] = []
}

/// A change of all later occurrences.
struct FutureChange {
  let line: ContentLine
  /// The original time of the first occurrence.
  let original: CivilDateTime
  /// The shift in seconds of local time.
  var shift: Int64 = 0
  var isCancelled = false
  /// The new duration; `nil` if unchanged.
  var length: ISODuration?
  /// Whether occurrences change from timed to all-day or back.
  var changesKind = false
  let component: Component
}

/// Parses the changes of a series; invalid changes are rejected individually.
struct ChangeReader {
  private let draft: TaskDraft
  private let clocks: CalendarClocks
  private(set) var problems: [InputError] = []
  private var changes = ReadChanges()
  /// The original time from which all occurrences are changed.
  private var firstOfRange: CivilDateTime?

  init(_ draft: TaskDraft, _ clocks: CalendarClocks) {
    (self.draft, self.clocks) = (draft, clocks)
  }

  private var series: Series { draft.series }
  private var anchor: CalendarStamp { draft.series.anchor }

  /// Parses changes, using the latest revision of each.
  mutating func changes(of components: [Component], _ cancels: (Int) -> Bool)
    throws(InputError) -> ReadChanges
  {
    if components.isEmpty { return changes }
    let known = try OriginalOccurrences(series, clocks.patientZone)
    var best: [Change.Identity: Change] = [:]
    var order: [Change.Identity] = []
    for component in components {
      do throws(InputError) {
        let change = try self.change(
          component, known, isCancelled: cancels(component.calendar) || component.isCancelled)
        if let last = best[change.identity] {
          let isReplaced = last.component.isReplaced(by: component)
          if !last.component.isRevision(of: component) {
            problems.append((isReplaced ? last.component : component).error(.superseded))
          }
          if !isReplaced { continue }
        } else {
          order.append(change.identity)
        }
        best[change.identity] = change
      } catch {
        problems.append(error)
      }
    }
    firstOfRange = order.filter(\.isRange).map(\.original).min()
    for identity in order {
      guard let change = best[identity] else { continue }
      do throws(InputError) { try read(change, known) } catch { problems.append(error) }
    }
    changes.ranges.sort { $0.original < $1.original }
    return changes
  }
}

// Resolution of RECURRENCE-ID.
extension ChangeReader {
  private mutating func change(
    _ component: Component, _ known: OriginalOccurrences, isCancelled: Bool
  ) throws(InputError) -> Change {
    if let error = component.tooLong { throw error }
    guard let line = component["RECURRENCE-ID"] else {
      throw InputError(.missing, field: "RECURRENCE-ID", line: component.line)
    }
    let stamp = try clocks.stamp(line.value, of: line, component)
    return Change(
      component: component, line: line, original: try original(stamp, line, known),
      isRange: line.isOfFuture, isCancelled: isCancelled)
  }

  private mutating func original(
    _ stamp: CalendarStamp, _ line: ContentLine, _ known: OriginalOccurrences
  ) throws(InputError) -> CivilDateTime {
    let local = clocks.local(stamp, as: anchor)
    if anchor.isDate { return CivilDateTime(date: local.date) }
    let clock = series.clock(clocks.patientZone)
    if stamp.isDate {
      let nominals = known.nominals(on: local.date, clock: clock)
      if nominals.count > 1 {
        throw line.error(.outOfRange(text: line.value, rule: "name the time, as DTSTART does"))
      }
      guard let only = nominals.first else { return local }
      problems.append(line.error(.against(.dayOfChange, text: line.value)))
      return only
    }
    guard stamp.zone != nil, stamp.zone != anchor.zone, known.elements(at: local).isEmpty else {
      return local
    }
    // For a time within a gap, another zone may determine the instant.
    return known.nominal(startingAt: clocks.instant(stamp)) ?? local
  }
}

// Content of changes.
extension ChangeReader {
  private mutating func read(_ change: Change, _ known: OriginalOccurrences) throws(InputError) {
    if let rule = change.component["RRULE"], !draft.rules.contains(rule.value) {
      problems.append(rule.error(.against(.ruleInChange, text: rule.value)))
    }
    if change.isRange { return try readRange(change, known) }
    var override = Schedule.Override(isCancelled: true)
    if !change.isCancelled { override = try self.override(by: change) }
    if series.excluded.contains(change.original) { return report(change, .excludedOccurrence) }
    let elements = known.elements(at: change.original)
    // An unknown occurrence needs no cancellation.
    if elements.isEmpty, change.isCancelled { return }
    if elements.isEmpty, draft.hasSeries { report(change, .unknownOccurrence) }
    override.isAdded = elements.isEmpty || added(change)?.isAdded == true
    take(override, of: change, elements)
  }

  /// Adds an override for the first of the elements with this occurrence.
  private mutating func take(
    _ override: Schedule.Override, of change: Change, _ elements: [String]
  ) {
    let key = OccurrenceKey(
      element: elements.first ?? series.schedule.elements[0].id, nominal: change.original)
    changes.overrides[key] = override
    for other in elements.dropFirst() {
      changes.exclusions.append(Schedule.Exclusion(at: change.original, element: other))
    }
    if let completion = Completion(of: change.component, clocks, &problems) {
      changes.completions.append((completion, key))
    }
  }

  /// Returns the occurrence added by RDATE.
  private func added(_ change: Change) -> Schedule.Override? {
    let element = series.schedule.elements[0].id
    return series.schedule.overrides[OccurrenceKey(element: element, nominal: change.original)]
  }

  private mutating func report(_ change: Change, _ rule: InputError.Rule) {
    problems.append(change.line.error(.against(rule, text: change.line.value)))
  }

  private mutating func override(by change: Change) throws(InputError) -> Schedule.Override {
    var override = Schedule.Override()
    // Properties that a change of later occurrences would set are set explicitly.
    let isOfRange = firstOfRange.map { $0 <= change.original } ?? false
    if let timing = try timing(of: change) {
      override.start = start(timing.start, original: isOfRange ? nil : change.original)
      override.duration = isOfRange ? timing.length : duration(timing, of: change)
    }
    let text = change.component["SUMMARY"]?.unescapedValue
    override.text = text == draft.description.title && !isOfRange ? nil : text
    do throws(InputError) {
      let extras = try PlanExtras(of: change.component)
      (override.window, override.targets) = (extras?.window, extras?.targets)
    } catch {
      problems.append(error)
    }
    return override
  }

  private mutating func timing(of change: Change) throws(InputError) -> ComponentTiming? {
    let own = CalendarStamp(local: change.original, isDate: anchor.isDate, zone: anchor.zone)
    let timing = try change.component.timing(clocks, isDueOnly: draft.isDueOnly, else: own)
    problems += timing?.warnings ?? []
    return timing
  }

  /// Returns the new start of an occurrence; `nil` if unchanged.
  private func start(_ start: CalendarStamp, original: CivilDateTime?) -> LocalOrInstant? {
    let isSameKind = start.isDate == anchor.isDate
    if isSameKind, clocks.local(start, as: anchor) == original { return nil }
    if let instant = start.instant { return .instant(instant) }
    // For an all-day occurrence, its first local time is not a different start.
    return start.local == original ? nil : .local(start.local)
  }

  /// Returns the new duration of an occurrence; `nil` if unchanged.
  private func duration(_ timing: ComponentTiming, of change: Change) -> ISODuration? {
    let own = added(change)?.duration
    if !timing.saysLength, change.component["DTSTART"] == nil { return own }
    let stays = timing.start.isDate == anchor.isDate && timing.length == series.length
    return stays && own == nil ? nil : timing.length
  }

  private mutating func readRange(_ change: Change, _ known: OriginalOccurrences)
    throws(InputError)
  {
    if series.excluded.contains(change.original) {
      report(change, .excludedOccurrence)
    } else if known.elements(at: change.original).isEmpty, draft.hasSeries {
      report(change, .unknownOccurrence)
    }
    var range = FutureChange(
      line: change.line, original: change.original, isCancelled: change.isCancelled,
      component: change.component)
    if !change.isCancelled, let timing = try timing(of: change) {
      let local = clocks.local(timing.start, as: anchor)
      range.shift = local.localSeconds - change.original.localSeconds
      let stays = !timing.saysLength && change.component["DTSTART"] == nil
      range.length = stays ? nil : timing.length
      range.changesKind = timing.start.isDate != anchor.isDate
    }
    changes.ranges.append(range)
  }
}
