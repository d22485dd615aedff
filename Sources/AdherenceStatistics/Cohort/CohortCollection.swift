import AdherenceAnalytics
import Scheduling

/// What statistics of a cohort remember of its patients, while they are added one by one.
///
/// Parts of a cohort that were collected apart merge to the same, in any order. Memory is some 80 bytes
/// a patient and task.
package struct CohortCollection: Sendable, Codable {
  /// How many weeks of each patient are kept for trajectories.
  let trajectoryWeeks: Int
  /// The different sets of groups that patients are in.
  private(set) var groupSets: [[String]] = []
  private(set) var tasks: [String: TaskCollection] = [:]

  /// Creates the collection of no patients.
  package init(_ parameters: MeasureParameters) { trajectoryWeeks = parameters.trajectoryWeeks }

  /// Adds a patient.
  ///
  /// - Parameters:
  ///   - patient: The measures, of an evaluator that computes them for a cohort.
  ///   - groups: The different groups that the patient is in, which may be none.
  package mutating func add(_ patient: PatientMeasures, to groups: [String]) {
    let set = place(of: groups)
    for measures in patient.tasks {
      let member = CohortMember(patient.summary.patient.id, groups: set, measures)
      tasks[measures.task, default: TaskCollection()].add(
        member, measures.time, weeks: trajectoryWeeks)
    }
  }

  /// Adds the patients of another part.
  package mutating func merge(_ other: CohortCollection) {
    let places = other.groupSets.map { place(of: $0) }
    for (name, theirs) in other.tasks {
      tasks[name, default: TaskCollection()].merge(theirs, groupSets: places)
    }
  }

  /// Whether it can be added to others that were collected with some parameters, wherever it was read.
  package func isSound(_ parameters: MeasureParameters) -> Bool {
    trajectoryWeeks == parameters.trajectoryWeeks
      && tasks.values.allSatisfy { $0.isSound(groupSets: groupSets.count, weeks: trajectoryWeeks) }
  }

  private mutating func place(of groups: [String]) -> Int {
    if let place = groupSets.firstIndex(of: groups) { return place }
    groupSets.append(groups)
    return groupSets.count - 1
  }
}

extension CohortCollection {
  /// One task's patients of one group.
  struct TaskMembers: Sendable {
    var task: String
    /// `nil` for the whole cohort.
    var group: String?
    /// All patients of the task.
    var collection: TaskCollection
    /// The places of the group's patients, in order of their ids.
    var places: [Int32]
    var time = TreatmentTime()

    /// The group's patients, in order of their ids.
    var members: some Sequence<CohortMember> { places.lazy.map { collection.members[Int($0)] } }
  }

  /// A task's patients: all of them, and each group by name.
  func parts(of task: String) -> [TaskMembers] {
    guard let collection = tasks[task] else { return [] }
    let members = collection.members
    let places = members.indices.sorted { members[$0].patient < members[$1].patient }
    let names = Set(groupSets.flatMap(\.self)).sorted()
    return ([nil] + names.map(Optional.some)).map { group in
      part(task, group, collection, places)
    }.filter { $0.group == nil || !$0.places.isEmpty }
  }

  private func part(
    _ task: String, _ group: String?, _ collection: TaskCollection, _ places: [Int]
  ) -> TaskMembers {
    let sets = groupSets.map { set in group.map(set.contains) ?? true }
    let own = places.filter { sets[Int(collection.members[$0].groups)] }
    var part = TaskMembers(
      task: task, group: group, collection: collection, places: own.map { Int32(clamping: $0) })
    for (set, time) in collection.time where sets[set] { part.time.merge(time) }
    return part
  }
}

extension CohortCollection {
  /// What was done of what was due of each patient with a task, by id.
  ///
  /// - Parameters:
  ///   - task: The task's id.
  ///   - group: Whose; `nil` for the whole cohort.
  /// - Returns: The patients in order of their ids, also those with nothing due; none of a task that
  ///   nobody has.
  /// - Complexity: O(*n* log *n*) for *n* patients.
  package func members(of task: String, in group: String? = nil) -> [FunnelMember] {
    let sets = groupSets.map { set in group.map(set.contains) ?? true }
    return (tasks[task]?.members ?? []).filter { sets[Int($0.groups)] }
      .sorted { $0.patient < $1.patient }
      .map { FunnelMember(name: $0.patient, count: $0.count) }
  }
}
