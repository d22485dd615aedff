import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling
import Synchronization

/// Creates a swimmer-plot lane per patient and task.
final class LaneWorker: BlockWorker {
  private let task: String?
  private let statistics: MeasureEvaluator
  private var evaluator: AdherenceEvaluator
  private var lanes: [SwimmerLane] = []

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
      lanes.append(
        SwimmerLane(
          name: task == nil ? "\(patient.isolated), \(course.task.isolated)" : patient,
          patient: patient, of: course, statistics.measures(of: course), statistics.parameters))
    }
  }

  var size: Int { lanes.count * MemoryLayout<SwimmerLane>.stride }

  func take() -> [SwimmerLane] {
    defer { lanes = [] }
    return lanes
  }
}

/// The lanes of a cohort, collected in order of the patients.
final class LaneList: Sendable {
  private let state = Mutex<[SwimmerLane]>([])

  var lanes: [SwimmerLane] { state.withLock(\.self) }

  func append(_ lanes: [SwimmerLane]) { state.withLock { $0 += lanes } }
}
