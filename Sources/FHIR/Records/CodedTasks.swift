/// An index of tasks by medication code.
struct CodedTasks {
  private var tasks: [Key: [String]] = [:]

  private struct Key: Hashable {
    var system: String?
    var code: String
  }

  /// Maps a code to a task.
  mutating func add(_ task: String, to coding: CodeableConcept.Coding) {
    guard let code = coding.code else { return }
    let key = Key(system: coding.system, code: code)
    if tasks[key]?.contains(task) != true { tasks[key, default: []].append(task) }
  }

  /// Returns the tasks with any of the codes, without duplicates.
  func tasks(_ codings: [CodeableConcept.Coding]) -> [String] {
    var found: [String] = []
    for coding in codings {
      guard let code = coding.code else { continue }
      for task in tasks[Key(system: coding.system, code: code)] ?? [] where !found.contains(task) {
        found.append(task)
      }
    }
    return found
  }
}
