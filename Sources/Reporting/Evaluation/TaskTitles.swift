import AdherenceAnalytics

/// The titles of a cohort's tasks.
///
/// Pages show titles, tables join by ids. A task whose title differs between patients is called by its id.
struct TaskTitles: Hashable, Sendable, Codable {
  /// The title of each task; `nil` if it differs.
  private var titles: [String: String?] = [:]

  mutating func add(_ tasks: [CareTask]) {
    for task in tasks { add(task.title ?? task.id, of: task.id) }
  }

  mutating func merge(_ other: TaskTitles) {
    for (task, title) in other.titles { add(title, of: task) }
  }

  private mutating func add(_ title: String?, of task: String) {
    if let known = titles[task], known != title {
      titles[task] = .some(nil)
    } else {
      titles[task] = .some(title)
    }
  }

  /// Returns the title of a task, or its id.
  subscript(task: String) -> String { (titles[task] ?? nil) ?? task }
}
