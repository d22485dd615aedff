import AdherenceAnalytics
import Scheduling

/// What a task and a part of its plan say in words.
final class EventWords: Sendable {
  let title: String?
  let instructions: String?
  let element: ElementWords?

  /// `nil` where nothing is said.
  init?(_ task: CareTask, _ element: ScheduleElement?) {
    let element = ElementWords(text: element?.text, targets: element?.targets ?? [])
    if task.title == nil, task.instructions == nil, element == nil { return nil }
    (title, instructions, self.element) = (task.title, task.instructions, element)
  }
}

/// The words of the events of a task, made once for all events of a part of its plan.
struct WordsOfEvents {
  private let plan: TaskPlan
  private var known: [Int: EventWords?] = [:]
  private var last: (position: Int, words: EventWords?)?

  init(_ plan: TaskPlan) { self.plan = plan }

  /// The words of an occurrence, by the version of the task that asks for it.
  mutating func words(of occurrence: Occurrence) -> EventWords? {
    let position = occurrence.element
    if let last, last.position == position { return last.words }
    let task = plan.parts[plan.part(ofElement: position)].task
    let words = known[position] ?? EventWords(task, plan.element(at: position))
    known[position] = .some(words)
    last = (position, words)
    return words
  }

  /// The words of a part of the plan, by the version of the task that is in force last.
  func words(ofElement id: String?) -> EventWords? {
    EventWords(plan.task, id.flatMap { id in plan.task.schedule.elements.first { $0.id == id } })
  }
}
