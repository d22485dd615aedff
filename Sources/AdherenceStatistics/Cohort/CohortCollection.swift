import AdherenceAnalytics
import Scheduling

/// What statistics of a cohort remember of its patients, while they are added one by one.
///
/// Parts of a cohort that were collected apart merge to the same, in any order. Memory is some hundred
/// bytes a patient and task.
public struct CohortCollection: Sendable, Codable {
  /// How many weeks of each patient are kept for trajectories.
  let trajectoryWeeks: Int
  /// The different sets of groups that patients are in.
  private(set) var groupSets: [[String]] = []
  private(set) var tasks: [String: TaskCollection] = [:]

  /// One task's patients.
  struct TaskCollection: Sendable, Codable {
    var members: [CohortMember] = []
    /// By group set: time since the start of treatment.
    var time: [Int: TreatmentTime] = [:]
  }

  /// Creates the collection of no patients.
  public init(_ parameters: MeasureParameters) { trajectoryWeeks = parameters.trajectoryWeeks }

  /// Adds a patient.
  ///
  /// - Parameters:
  ///   - patient: The measures, of an evaluator that computes them for a cohort.
  ///   - groups: The different groups that the patient is in, which may be none.
  public mutating func add(_ patient: PatientMeasures, to groups: [String]) {
    let set = place(of: groups)
    for measures in patient.tasks {
      let member = CohortMember(
        patient.summary.patient.id, groups: set, measures, weeks: trajectoryWeeks)
      tasks[measures.task, default: TaskCollection()].members.append(member)
      if let time = measures.time {
        tasks[measures.task]?.time[set, default: TreatmentTime()].add(time)
      }
    }
  }

  /// Adds the patients of another part.
  public mutating func merge(_ other: CohortCollection) {
    let places = other.groupSets.map { place(of: $0) }
    for (name, theirs) in other.tasks {
      var own = tasks.removeValue(forKey: name) ?? TaskCollection()
      own.members += theirs.members.map { member in
        var member = member
        member.groups = places[member.groups]
        return member
      }
      for (set, time) in theirs.time {
        own.time[places[set], default: TreatmentTime()].merge(time)
      }
      tasks[name] = own
    }
  }

  private mutating func place(of groups: [String]) -> Int {
    if let place = groupSets.firstIndex(of: groups) { return place }
    groupSets.append(groups)
    return groupSets.count - 1
  }
}
