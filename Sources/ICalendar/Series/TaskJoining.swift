import AdherenceAnalytics
import Scheduling

/// Puts together the tasks of components that name one in X-REGIMEN: each has an element, or a version.
struct TaskJoining {
  /// What belongs together, in order of first appearance.
  private var parts: [[CareTask]] = []
  private var places: [Name: Int] = [:]

  /// A version of a task.
  private struct Name: Hashable {
    var id: String
    var effectiveFrom: LocalOrInstant?
  }

  /// Adds a version, or the elements of one.
  mutating func add(_ task: CareTask) {
    let name = Name(id: task.id, effectiveFrom: task.effectiveFrom)
    if let place = places[name] {
      parts[place].append(task)
    } else {
      places[name] = parts.count
      parts.append([task])
    }
  }

  /// The versions of all tasks.
  var tasks: [CareTask] { parts.map(TaskJoining.joined) }

  /// One task of its parts; of one that is not cancelled as a whole, cancelled parts do not take place.
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
  /// The schedule with a number before ids that are taken.
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
