import AdherenceAnalytics
import Scheduling

/// The texts of a task and a schedule element.
final class EventTexts: Sendable {
  let title: String?
  let instructions: String?
  let element: ElementWords?

  /// Creates the texts; `nil` if there are none.
  init?(_ task: CareTask, _ element: ScheduleElement?) {
    let element = ElementWords(text: element?.text, targets: element?.targets ?? [])
    if task.title == nil, task.instructions == nil, element == nil { return nil }
    (title, instructions, self.element) = (task.title, task.instructions, element)
  }
}

/// The texts of a task's events, cached for each schedule element.
struct EventTextCache {
  private let plan: TaskPlan
  private var known: [Int: EventTexts?] = [:]
  private var last: (position: Int, words: EventTexts?)?

  init(_ plan: TaskPlan) { self.plan = plan }

  /// Returns the texts of an occurrence, from the version of the task that schedules it.
  mutating func words(of occurrence: Occurrence) -> EventTexts? {
    let position = occurrence.element
    if let last, last.position == position { return last.words }
    let task = plan.parts[plan.part(ofElement: position)].task
    let words = known[position] ?? EventTexts(task, plan.element(at: position))
    known[position] = .some(words)
    last = (position, words)
    return words
  }

  /// Returns the texts of an element, from the last version of the task.
  func words(ofElement id: String?) -> EventTexts? {
    EventTexts(plan.task, id.flatMap { id in plan.task.schedule.elements.first { $0.id == id } })
  }
}
