import AdherenceAnalytics
import Diagnostics
import Interchange
import Scheduling

// Task and MedicationStatement resources, whose role depends on the other resources.
extension RecordAssembly {
  /// Adds the Tasks, those that are not based on another one first, because the rest may be events
  /// of these.
  mutating func addTasks() {
    let tasks = plans.filter { if case .task = $0.content { true } else { false } }
    for resource in tasks where !isBasedOnTask(resource) { addTask(resource) }
    for resource in tasks where isBasedOnTask(resource) { addTask(resource) }
  }

  private func isBasedOnTask(_ resource: DraftedResource) -> Bool {
    guard case .task(let task) = resource.content else { return false }
    return task.basedOn.contains { draft.has(draft.resolved($0), .task) }
  }

  private mutating func addTask(_ resource: DraftedResource) {
    guard case .task(let task) = resource.content else { return }
    var resource = resource
    resource.notes = task.eventNotes
    if !tasks(of: task.basedOn).isEmpty {
      switch task.event {
      case .success(var event):
        event.references = task.basedOn
        add(event, of: resource)
      case .failure(let error): reject(resource, \.outcomes, error)
      }
      return
    }
    switch task.task {
    case .success(var own):
      if task.isCancelled { own.task.schedule.cancelAll(in: record.patient.zone) }
      count(resource, \.tasks, warnings: task.taskNotes)
      add(own, key: resource.key)
      if case .success(var event) = task.event {
        event.references = [resource.key]
        add(event, of: resource)
      }
    case .failure(let error): reject(resource, \.tasks, error)
    }
  }
}

// MedicationStatement resources.
extension RecordAssembly {
  /// Adds the statements: events of requests, or tasks of medications without a request.
  mutating func addStatements() {
    let requested = tasksOfCoding
    for resource in plans {
      guard case .statement(let statement) = resource.content else { continue }
      var resource = resource
      resource.notes = statement.eventNotes
      let named = tasks(of: statement.references)
      if !named.isEmpty, let event = statement.event {
        switch event {
        case .success(var event):
          event.references = statement.references
          add(event, of: resource)
        case .failure(let error): reject(resource, \.outcomes, error)
        }
        apply(statement, to: named, resource)
        continue
      }
      let known = named.isEmpty ? requested.tasks(statement.codings) : named
      if known.isEmpty {
        addOwnTask(statement, resource)
      } else {
        count(resource, \.tasks, warnings: [])
        apply(statement, to: known, resource)
      }
    }
  }

  private mutating func addOwnTask(_ statement: StatementDraft, _ resource: DraftedResource) {
    switch statement.task {
    case .success(let own)?:
      count(resource, \.tasks, warnings: statement.taskNotes)
      add(own, key: resource.key)
      apply(statement, to: [own.task.id], resource, isOwn: true)
    case .failure(let error)?: reject(resource, \.tasks, error)
    case nil:
      reject(resource, \.tasks, InputError(.against(.unknownTask, text: ""), field: "basedOn"))
    }
  }

  /// Applies the R5 adherence of a statement, which changes the plan only by a hold or an end as
  /// directed.
  private mutating func apply(
    _ statement: StatementDraft, to tasks: [String], _ resource: DraftedResource,
    isOwn: Bool = false
  ) {
    guard let adherence = statement.adherence, tasks.count == 1 else { return }
    for index in versions[tasks[0]] ?? []
    where !record.tasks[index].tags.contains(adherence) {
      record.tasks[index].tags.append(adherence)
    }
    let asserted = statement.lastUpdated.map { LocalOrInstant.instant($0) }
    switch adherence {
    case "on-hold-as-directed":
      guard let from = statement.from ?? asserted else { return }
      var hold = Hold(task: tasks[0], from: from, to: statement.to, reason: "on hold as directed")
      hold.id = resource.identity
      hold.recordedAt = statement.lastUpdated
      record.holds.append(hold)
    case "stopped-as-directed":
      let stop = isOwn ? statement.to == nil ? asserted : nil : statement.from ?? asserted
      guard let stop else { return }
      for index in versions[tasks[0]] ?? [] {
        record.tasks[index].schedule.end(at: stop, in: record.patient.zone)
      }
    default: return
    }
  }
}

extension Schedule {
  /// Cancels every occurrence of elements that occur once.
  fileprivate mutating func cancelAll(in zone: Zone) {
    for element in elements {
      let key = OccurrenceKey(element: element.id, nominal: element.start.civil(in: zone))
      self = cancelled(key)
    }
  }
}
