import AdherenceAnalytics
import Diagnostics
import Interchange
import Scheduling

/// Assembles a patient's record from parsed resources by resolving references.
struct RecordAssembly {
  var record: CareRecord
  var counts = RecordCounts()
  /// The tasks of each key.
  var tasksOfKey: [Int: [String]] = [:]
  /// The tasks of each code.
  var tasksOfCoding = CodedTasks()
  /// The tasks that are followed only in hospital.
  var inpatient: Set<String> = []
  /// Errors and warnings, in the order of discovery.
  var problems: [InputError] = []
  let draft: RecordDraft
  /// All resources except events, which are the most numerous.
  let plans: [DraftedResource]
  private let name: (Int32) -> String
  /// The source location of each outcome.
  private(set) var locations: [OutcomeLocation] = []
  /// The indices of each task's versions, by task id.
  private(set) var versions: [String: [Int]] = [:]
  private var names = NameTable()
  private var rows: [OutcomeTable.Row] = []
  private var details: [Int: Outcome] = [:]

  /// The source location of an outcome.
  struct OutcomeLocation: Sendable {
    var file: Int32
    var line: Int32
  }

  /// Creates an assembly; `name` returns the name of a file in error messages.
  init(_ record: CareRecord, _ draft: RecordDraft, name: @escaping (Int32) -> String) {
    (self.record, self.draft, self.name) = (record, draft, name)
    plans = draft.resources.filter { !$0.isEvent }
  }

  /// Adds all resources.
  mutating func run(holdsStays: Bool) {
    for resource in plans { addPlan(resource) }
    addTasks()
    addStatements()
    joinCarePlans()
    addObservation()
    if holdsStays { addStays() }
    for resource in draft.resources where resource.isEvent {
      if case .event(let event) = resource.content { add(event, of: resource) }
    }
    addNamedEvents()
    addDeletions()
    record.outcomes = OutcomeTable(rows: rows, names: names, details: details)
  }

  /// Reports an error or warning about a resource.
  mutating func report(_ error: InputError, _ resource: DraftedResource) {
    problems.append(
      error.at(
        source: name(resource.file), line: Int(resource.line), record: resource.identity))
  }
}

// Events.
extension RecordAssembly {
  /// Adds an event to its task.
  mutating func add(_ event: EventDraft, of resource: DraftedResource) {
    let tasks =
      event.references.isEmpty ? tasksOfCoding.tasks(event.codings) : tasks(of: event.references)
    guard tasks.count == 1, let task = tasks.first else {
      let rule: InputError.Rule = tasks.isEmpty ? .unknownTask : .manyTasks
      let name = event.references.first.map { draft.name(of: $0) } ?? ""
      return reject(
        resource, \.outcomes, InputError(.against(rule, text: name), field: event.referring))
    }
    count(resource, \.outcomes, warnings: resource.notes)
    var outcome = event.outcome
    outcome.task = task
    var row = OutcomeTable.Row(task: names.number(of: task))
    row.time = outcome.time?.seconds ?? OutcomeTable.Row.none
    if outcome.status == .skipped { row.marks.insert(.skipped) }
    if outcome.status == .declined { row.marks.insert(.declined) }
    row.marks.insert(.detailed)
    details[rows.count] = outcome
    rows.append(row)
    locations.append(OutcomeLocation(file: resource.file, line: resource.line))
  }

  /// Retracts events that were deleted, each at its time.
  mutating func retract(_ deletions: [String: (DraftedResource, Instant)]) {
    if deletions.isEmpty { return }
    var last: [String: Int] = [:]
    for position in rows.indices {
      if let id = details[position]?.id, deletions[id] != nil { last[id] = position }
    }
    for (id, position) in last.sorted(by: { $0.value < $1.value }) {
      guard let (resource, moment) = deletions[id], var outcome = details[position] else {
        continue
      }
      outcome.recordedAt = moment
      outcome.isDeleted = true
      details[rows.count] = outcome
      rows.append(rows[position])
      locations.append(OutcomeLocation(file: resource.file, line: resource.line))
    }
  }

  /// Rejects a resource.
  mutating func reject(
    _ resource: DraftedResource, _ kind: WritableKeyPath<RecordCounts, ReadCount>,
    _ error: InputError
  ) {
    counts[keyPath: kind].read += 1
    counts[keyPath: kind].rejected += 1
    report(error, resource)
  }
}

// Requests and plans.
extension RecordAssembly {
  fileprivate mutating func addPlan(_ resource: DraftedResource) {
    switch resource.content {
    case .request(let draft):
      count(resource, \.tasks, warnings: resource.notes)
      add(draft, key: resource.key, until: resource.end)
    case .carePlan(let draft):
      count(resource, \.carePlans, warnings: resource.notes)
      record.carePlans.append(draft.plan)
      for activity in draft.activities { add(activity, of: resource) }
    case .failed(let error):
      if let kind = resource.type.kind {
        reject(resource, kind, error)
      } else {
        report(error, resource)
      }
    case .task, .statement, .event, .nothing, .inError, .stay: break
    case .fill, .observation:
      for note in resource.notes { report(note, resource) }
    }
  }

  private mutating func add(_ activity: CarePlanDraft.Activity, of resource: DraftedResource) {
    switch activity.task {
    case .success(let draft):
      count(resource, \.tasks, warnings: activity.notes)
      add(draft, key: resource.key, until: resource.end)
    case .failure(let error): reject(resource, \.tasks, error)
    }
  }

  /// Counts an accepted resource and reports its warnings.
  mutating func count(
    _ resource: DraftedResource, _ kind: WritableKeyPath<RecordCounts, ReadCount>,
    warnings: [InputError]
  ) {
    counts[keyPath: kind].read += 1
    if warnings.isEmpty { return }
    counts[keyPath: kind].withWarnings += 1
    for warning in warnings { report(warning, resource) }
  }

  /// Adds a version of the task with a key.
  mutating func add(_ draft: TaskDraft, key: Int, until end: Instant? = nil) {
    var draft = draft
    let id = draft.task.id
    draft.task.deletedAt = end.map { .instant($0) }
    if versions[id] == nil {
      tasksOfKey[key, default: []].append(id)
    }
    versions[id, default: []].append(record.tasks.count)
    record.tasks.append(draft.task)
    record.holds += draft.holds
    for coding in draft.codings { tasksOfCoding.add(id, to: coding) }
    if draft.isInpatient { inpatient.insert(id) }
  }

  /// Adds the referenced tasks to the care plans.
  fileprivate mutating func joinCarePlans() {
    for resource in plans {
      guard case .carePlan(let plan) = resource.content else { continue }
      for key in plan.references {
        for task in tasksOfKey[draft.resolved(key)] ?? [] {
          for index in versions[task] ?? [] where record.tasks[index].carePlan == nil {
            record.tasks[index].carePlan = plan.plan.id
          }
        }
      }
    }
  }

  /// Returns the tasks of some keys, without duplicates.
  func tasks(of keys: [Int]) -> [String] {
    if keys.count == 1 { return tasksOfKey[draft.resolved(keys[0])] ?? [] }
    var tasks: [String] = []
    for task in keys.flatMap({ tasksOfKey[draft.resolved($0)] ?? [] })
    where !tasks.contains(task) { tasks.append(task) }
    return tasks
  }
}

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
