import AdherenceAnalytics
import Diagnostics
import Scheduling

/// One element of one version of a task, which becomes a component.
struct PlannedElement {
  /// The version.
  let task: CareTask
  /// The element, bounded by the version.
  let element: ScheduleElement
  /// The key path of the element in errors.
  let path: String
  /// The occurrences within the bounds, before exclusions and overrides; empty if it ends before it
  /// starts.
  let bare: Occurrences
  /// The occurrences after exclusions and overrides.
  let own: Occurrences
  /// The ranges of holds.
  let suspensions: [Range<Instant>]
  /// Whether the task is deleted at its start.
  let isCancelled: Bool

  init(
    _ element: ScheduleElement, of task: CareTask, _ schedule: Schedule, _ zone: Zone,
    _ suspensions: [Range<Instant>], isCancelled: Bool
  ) throws(InputError) {
    (self.task, self.suspensions, self.isCancelled) = (task, suspensions, isCancelled)
    path = "tasks.\(task.id).elements.\(element.id)."
    let exclusions = schedule.exclusions.filter { $0.element ?? element.id == element.id }
    let bound = exclusions.filter { $0.to == nil }.map(\.from).min()
    let own = if case .fixed(let own) = element.clockBinding { own } else { zone }
    let isOver = bound.map { $0 <= element.start.civil(in: own) } ?? false
    self.element = isOver ? element : element.ending(before: bound, zone)
    bare =
      isOver ? .none : try Occurrences(of: Schedule([self.element.unbegun]), in: zone)
    var schedule = schedule
    schedule.elements = [element]
    schedule.exclusions = exclusions
    schedule.overrides = schedule.overrides.filter { $0.key.element == element.id }
    self.own = try Occurrences(of: schedule, in: zone)
  }

  /// Returns an error about the element.
  func error(_ reason: String, _ field: String) -> InputError {
    InputError(.unwritable(reason: reason), field: path + field)
  }

  /// The time zone of the element's clock.
  var zone: Zone { if case .fixed(let zone) = element.clockBinding { zone } else { bare.zone } }

  /// The overrides of the element, sorted by key.
  var overrides: [(key: OccurrenceKey, value: Schedule.Override)] {
    own.schedule.overrides.sorted {
      ($0.key.nominal, $0.key.isSecondPass ? 1 : 0) < ($1.key.nominal, $1.key.isSecondPass ? 1 : 0)
    }
  }

  /// Whether the element has no occurrences left.
  var isEmpty: Bool {
    element.recurrence.hasOccurrences && !isCancelled
      && own.first(startingAtOrAfter: .earliest) == nil
      && own.cancelled(in: .earliest..<(.latest)).isEmpty
  }
}

extension ScheduleElement {
  /// Returns the element ending before a local time, by its count or end, whichever comes first.
  fileprivate func ending(before bound: CivilDateTime?, _ patientZone: Zone) -> ScheduleElement {
    var element = self
    let zone = if case .fixed(let own) = clockBinding { own } else { patientZone }
    if let bound {
      let own = end.map { $0.civil(in: zone) }
      if own.map({ bound < $0 }) ?? true { element.end = .local(bound) }
    }
    var isCounted = count != nil
    if case .rule(let rule) = recurrence, rule.count != nil { isCounted = true }
    guard isCounted, let end = element.end else { return element }
    var unbounded = element.unbegun
    unbounded.end = nil
    let all = try? Occurrences(of: Schedule([unbounded]), in: patientZone)
    if let last = all?.previous(before: .latest), last.start < end.instant(in: zone) {
      element.end = nil
    } else {
      element.count = nil
      if case .rule(var rule) = recurrence {
        rule.count = nil
        element.recurrence = .rule(rule)
      }
    }
    return element
  }

  /// The element from its anchor on, ignoring a later start.
  fileprivate var unbegun: ScheduleElement {
    var element = self
    element.begin = nil
    return element
  }
}
