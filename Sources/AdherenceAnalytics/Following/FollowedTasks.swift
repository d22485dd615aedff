import Diagnostics
import Scheduling

/// The tasks whose schedules follow events or completions, in an order in which each comes after those that it
/// follows.
struct FollowedTasks {
  /// The ids of the tasks.
  private(set) var ids: [String] = []
  /// The errors of tasks that follow unknown tasks, or each other.
  private(set) var problems: [String: InputError] = [:]
  /// The tasks that each follows, with the field that names it.
  private var followed: [String: [(task: String, field: String)]] = [:]
  private var path: [String] = []
  private var done: Set<String> = []

  init(_ tasks: [CareTask]) {
    let known = Set(tasks.map(\.id))
    for task in tasks where task.schedule.followsEvents {
      followed[task.id, default: []] += task.schedule.followedTasks.filter { $0.task != task.id }
    }
    for task in tasks where followed[task.id] != nil { visit(task.id, known) }
  }

  private mutating func visit(_ id: String, _ known: Set<String>) {
    guard !done.contains(id), let all = followed[id] else { return }
    if let first = path.firstIndex(of: id) { return noteCycle(path[first...] + [id]) }
    path.append(id)
    for (task, field) in all {
      if known.contains(task) {
        visit(task, known)
      } else {
        problems[id] = InputError(.noSuch(kind: "task", id: task), field: field)
      }
    }
    path.removeLast()
    done.insert(id)
    ids.append(id)
  }

  private mutating func noteCycle(_ cycle: ArraySlice<String>) {
    let text = cycle.joined(separator: " → ")
    for (id, next) in zip(cycle, cycle.dropFirst()) {
      let field = followed[id]?.first { $0.task == next }?.field
      problems[id] = InputError(.against(.cycle, text: text), field: field)
    }
  }
}

extension Schedule {
  /// The ids of the tasks that elements follow, with the fields that name them.
  fileprivate var followedTasks: [(task: String, field: String)] {
    elements.enumerated().flatMap { index, element in
      [(element.after?.start, "after"), (element.after?.until, "after.until")].compactMap {
        guard let time = $0.0, time.completion != nil, !time.event.isEmpty else { return nil }
        return (time.event, "elements.\(index).\($0.1).task")
      }
    }
  }
}

extension InputError.Rule {
  /// Tasks that follow each other.
  fileprivate static let cycle = Self(
    "followingCycle", "is a cycle of tasks that follow each other (give one of them its dates)")
}
