import AdherenceAnalytics
import Diagnostics
import ScheduleFormats
import Scheduling

/// Parses the components of one task after another.
struct TaskReader {
  let clocks: CalendarClocks
  let calendars: [CalendarHeader]
  /// Errors and warnings.
  private(set) var problems = ProblemList()
  /// Errors and warnings of the current task.
  private var found: [InputError] = []
  private var joining = TaskJoining()
  private(set) var outcomes: [Outcome] = []
  /// The number of tasks read, rejected, and kept with warnings.
  private(set) var counts = ReadCount()

  init(_ clocks: CalendarClocks, _ calendars: [CalendarHeader]) {
    (self.clocks, self.calendars) = (clocks, calendars)
  }

  /// The versions of all tasks.
  var tasks: [CareTask] { joining.tasks }

  /// Parses the components of a task; an error in the series rejects it with its changes.
  mutating func read(_ group: ComponentGroup) {
    found = []
    do throws(InputError) {
      let (master, changes) = split(group.components)
      if changes.count > Limits.values {
        throw InputError(
          .tooLarge(what: "changes", limit: Limits.values), field: "RECURRENCE-ID",
          line: changes[Limits.values].line)
      }
      guard var draft = try draft(of: master, changes, group) else { return }
      var reader = ChangeReader(draft, clocks)
      let read = try reader.changes(of: changes) { calendars[$0].cancels }
      found += reader.problems
      draft.apply(read)
      add(try TaskVersions(draft, clocks), &draft)
      if !found.isEmpty { counts.withWarnings += 1 }
    } catch {
      counts.rejected += 1
      found.append(error)
    }
    problems.append(contentsOf: found)
  }

  /// Returns the latest revision of the series, and the changes.
  private mutating func split(_ components: [Component]) -> (Component?, [Component]) {
    let changes = components.filter { $0["RECURRENCE-ID"] != nil }
    let masters = components.filter { $0["RECURRENCE-ID"] == nil }
    var best: Component?
    for component in masters {
      guard let last = best else {
        best = component
        continue
      }
      let isReplaced = last.isReplaced(by: component)
      if !last.isRevision(of: component) {
        found.append((isReplaced ? last : component).error(.superseded))
      }
      if isReplaced { best = component }
    }
    return (best, changes)
  }

  /// Returns the draft of a task: of its series, otherwise of its first valid change.
  private mutating func draft(
    of master: Component?, _ changes: [Component], _ group: ComponentGroup
  ) throws(InputError) -> TaskDraft? {
    if let master {
      let cancels = calendars[master.calendar].cancels || master.isCancelled
      let draft = try TaskDraft(group.id, master, clocks, isCancelled: cancels)
      found += draft.problems
      return draft
    }
    for change in changes {
      guard let draft = try? TaskDraft(group.id, ofChange: change, clocks) else { continue }
      found += draft.problems
      return draft
    }
    guard let first = changes.first else { return nil }
    _ = try TaskDraft(group.id, ofChange: first, clocks)
    return nil
  }

  private mutating func add(_ versions: TaskVersions, _ draft: inout TaskDraft) {
    found += versions.problems
    for task in versions.tasks { joining.add(task) }
    let shared = draft.completions.contains { $0.completion.percent < 100 }
    for (completion, original) in draft.completions {
      let key = original.flatMap(versions.key)
      outcomes.append(
        completion.outcome(of: draft.extras?.task ?? draft.id, key, inShares: shared))
    }
  }
}

extension Component {
  /// Whether its status is CANCELLED.
  var isCancelled: Bool { self["STATUS"]?.value.trimmed.uppercased() == "CANCELLED" }
}

/// Merges the tasks of components that share a task id in X-REGIMEN; each holds an element or a
/// version.
struct TaskJoining {
  /// The tasks to merge, in order of first appearance.
  private var parts: [[CareTask]] = []
  private var indices: [Name: Int] = [:]

  /// The identity of a version.
  private struct Name: Hashable {
    var id: String
    var effectiveFrom: LocalOrInstant?
  }

  /// Adds a version, or elements of one.
  mutating func add(_ task: CareTask) {
    let name = Name(id: task.id, effectiveFrom: task.effectiveFrom)
    if let index = indices[name] {
      parts[index].append(task)
    } else {
      indices[name] = parts.count
      parts.append([task])
    }
  }

  /// The versions of all tasks.
  var tasks: [CareTask] { parts.map(TaskJoining.joined) }

  /// Merges parts into one task; cancelled parts are dropped unless all are cancelled.
  private static func joined(_ parts: [CareTask]) -> CareTask {
    let kept = parts.filter { $0.deletedAt == nil }
    guard parts.count > 1, var task = kept.first ?? parts.first else { return parts[0] }
    let schedules = (kept.isEmpty ? parts : kept).map(\.schedule)
    task.schedule = Schedule([])
    var taken: [String: Int] = [:]
    for schedule in schedules {
      let own = schedule.named(apartFrom: &taken)
      task.schedule.elements += own.elements
      task.schedule.exclusions += own.exclusions.naming(own.elements)
      task.schedule.overrides.merge(own.overrides) { first, _ in first }
    }
    task.schedule.isDistinct = schedules.allSatisfy(\.isDistinct)
    return task
  }
}

extension Schedule {
  /// Returns the schedule with conflicting element ids prefixed by a number.
  fileprivate func named(apartFrom taken: inout [String: Int]) -> Schedule {
    var names: [String: String] = [:]
    for id in elements.map(\.id) {
      var name = id
      while let number = taken[name] {
        taken[name] = number + 1
        name = "\(number + 1).\(id)"
      }
      taken[name] = 1
      names[id] = name
    }
    return renamed { names[$0] ?? $0 }
  }
}
