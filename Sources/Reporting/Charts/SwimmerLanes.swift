import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Diagnostics
import Interchange
import Scheduling
import Synchronization

/// Creates a swimmer-plot lane per patient and task.
final class LaneWorker: BlockWorker {
  private let task: String?
  private let statistics: MeasureEvaluator
  private var evaluator: AdherenceEvaluator
  private var lanes: [TaskLane] = []

  /// Creates a worker for one task, or for all tasks of each patient.
  init(_ query: AdherenceQuery, _ parameters: MeasureParameters, task: String?) {
    self.task = task
    statistics = MeasureEvaluator(parameters, groups: [.phases])
    evaluator = AdherenceEvaluator(query)
  }

  func add(_ entry: CohortEntry) {
    let entry = entry.withoutLostData
    let patient = entry.record.patient.id
    let compiled = CompiledRecord(entry.record, evaluator.query)
    _ = evaluator.evaluate(compiled, options: [.course, .wholePlan]) { course, _ in
      guard task == nil || task == course.task else { return }
      let lane = SwimmerLane(
        name: patient, patient: patient, of: course, statistics.measures(of: course),
        statistics.parameters)
      let title = entry.record.tasks.last { $0.id == course.task }?.title
      lanes.append(TaskLane(task: course.task, title: title ?? course.task, lane: lane))
    }
  }

  var size: Int { lanes.count * MemoryLayout<TaskLane>.stride }

  func take() -> [TaskLane] {
    defer { lanes = [] }
    return lanes
  }
}

/// The lane of a patient's task.
struct TaskLane: Sendable {
  var task: String
  /// The title of the task; its id if it has none.
  var title: String
  var lane: SwimmerLane
}

/// The lanes of a task.
struct TaskLanes {
  var task: String
  var title: String
  var lanes: [SwimmerLane]
  /// Whether there are other tasks.
  var isOfSeveral: Bool

  func chart(subtitle: String) -> NamedChart {
    NamedChart(
      .swimmer(lanes, title: title, subtitle: subtitle, sinceStart: true), task: task,
      ofSeveral: isOfSeveral)
  }
}

/// The lanes of a cohort, collected in order of the patients.
final class LaneList: Sendable {
  private let state = Mutex<[TaskLane]>([])

  /// The lanes by task, in order of their first lanes.
  var tasks: [TaskLanes] {
    let lanes = state.withLock(\.self)
    let byTask = Dictionary(grouping: lanes, by: \.task)
    var titles = TaskTitles()
    for own in lanes { titles.add(own.title, of: own.task) }
    var known: Set<String> = []
    return lanes.map(\.task).filter { known.insert($0).inserted }.map { task in
      TaskLanes(
        task: task, title: titles[task], lanes: (byTask[task] ?? []).map(\.lane),
        isOfSeveral: byTask.count > 1)
    }
  }

  func append(_ lanes: [TaskLane]) { state.withLock { $0 += lanes } }
}
