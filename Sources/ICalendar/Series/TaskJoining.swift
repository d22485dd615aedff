import AdherenceAnalytics
import Scheduling

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
