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

extension CohortCollection {
  /// One task's patients of one group.
  struct Part: Sendable {
    var task: String
    /// `nil` for the whole cohort.
    var group: String?
    /// In order of their ids.
    var members: [CohortMember]
    var time = TreatmentTime()
  }

  /// A task's patients: all of them, and each group by name.
  func parts(of task: String) -> [Part] {
    guard let collection = tasks[task] else { return [] }
    let members = collection.members.sorted { $0.patient < $1.patient }
    let names = Set(groupSets.flatMap(\.self)).sorted()
    return [part(task, nil, collection, members)]
      + names.map { part(task, $0, collection, members) }.filter { !$0.members.isEmpty }
  }

  private func part(
    _ task: String, _ group: String?, _ collection: TaskCollection, _ members: [CohortMember]
  ) -> Part {
    let sets = Set(groupSets.indices.filter { group.map(groupSets[$0].contains) ?? true })
    var part = Part(task: task, group: group, members: members.filter { sets.contains($0.groups) })
    for (set, time) in collection.time where sets.contains(set) { part.time.merge(time) }
    return part
  }
}
