import AdherenceAnalytics
import Scheduling

/// What statistics of a cohort remember of its patients, while they are added one by one.
///
/// Parts of a cohort that were collected apart merge to the same, in any order. Memory is a patient's id, and
/// some ten bytes and the first weeks of each task.
package struct CohortCollection: Sendable, Codable {
  /// How many weeks of each patient are kept for trajectories.
  let trajectoryWeeks: Int
  /// The fewest patients of whom statistics tell; `nil` leaves none out.
  package var smallestGroup: Int?
  /// The different sets of groups that patients are in.
  private(set) var groupSets: [[String]] = []
  /// The ids of the patients who have a task.
  private(set) var patients: [String] = []
  /// The place of each patient's groups in the list of sets.
  private var groups = CountRows(columns: 1)
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
    guard !patient.tasks.isEmpty else { return }
    for measures in patient.tasks {
      tasks[measures.task, default: TaskCollection()].add(
        CohortMember(patients.count, measures), measures.time, groupSet: set,
        weeks: trajectoryWeeks)
    }
    patients.append(patient.summary.patient.id)
    self.groups.append(CollectionOfOne(set))
  }

  /// Adds the patients of another part.
  package mutating func merge(_ other: CohortCollection) {
    let places = other.groupSets.map { place(of: $0) }
    for (name, theirs) in other.tasks {
      tasks[name, default: TaskCollection()].merge(
        theirs, behind: patients.count, groupSets: places)
    }
    for patient in other.patients.indices {
      groups.append(CollectionOfOne(places[other.groupSet(of: patient)]))
    }
    patients.reserveCapacity(patients.count + other.patients.count)
    patients += other.patients
  }

  /// Whether it can be added to others that were collected with some parameters, wherever it was read.
  package func isSound(_ parameters: MeasureParameters) -> Bool {
    trajectoryWeeks == parameters.trajectoryWeeks && groups.isSound(columns: 1)
      && groups.count == patients.count
      && patients.indices.allSatisfy { groupSet(of: $0) < groupSets.count }
      && tasks.values.allSatisfy {
        $0.isSound(
          patients: patients.count, groupSets: groupSets.count, weeks: trajectoryWeeks)
      }
  }

  private func groupSet(of patient: Int) -> Int {
    var row = groups[patient]
    return row.next() ?? 0
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
    /// The places of the group's patients in it, in order of their ids.
    var places: [Int32]
    var time = TreatmentTime()

    /// The group's patients, in order of their ids.
    var members: some Collection<CohortMember> {
      places.lazy.map { collection.members[Int($0)] }
    }
  }

  /// The patients of each task, by its name: all of them, and each group by name.
  var parts: [TaskMembers] {
    let ranks = ranks
    let names = [nil] + Set(groupSets.flatMap(\.self)).sorted().map(Optional.some)
    let parts = tasks.sorted { $0.key < $1.key }.flatMap { task, collection in
      let places = collection.members.places(by: ranks)
      return names.map { part(task, $0, collection, places) }
        .filter { $0.group == nil || !$0.places.isEmpty }
    }
    return smallestGroup.map { shown(parts, $0) } ?? parts
  }

  /// The parts that tell of patients enough, and from which no others can be computed, of tasks of which
  /// all patients are enough.
  private func shown(_ parts: [TaskMembers], _ smallest: Int) -> [TaskMembers] {
    let numbers = Dictionary(
      uniqueKeysWithValues: tasks.keys.sorted().enumerated().map { ($1, $0) })
    let names = [nil] + Set(groupSets.flatMap(\.self)).sorted().map(Optional.some)
    let rows = parts.map { part in
      SmallGroups.Row(
        group: part.group, series: 1 + (numbers[part.task] ?? 0), isOfTask: true,
        patients: [part.places.count])
    }
    let totals = names.map { SmallGroups.Row(group: $0, isTotal: true, patients: [count(in: $0)]) }
    let withheld = SmallGroups(rows + totals, smallest: smallest).withheld
    let lost = parts.indices.filter { parts[$0].group == nil && withheld.contains($0) }
    let tasks = Set(lost.map { parts[$0].task })
    return parts.indices.filter { !withheld.contains($0) && !tasks.contains(parts[$0].task) }
      .map { parts[$0] }
  }

  /// How many patients with a task there are.
  private func count(in group: String?) -> Int {
    let sets = groupSets.map { set in group.map(set.contains) ?? true }
    return patients.indices.count { sets[groupSet(of: $0)] }
  }

  private func part(
    _ task: String, _ group: String?, _ collection: TaskCollection, _ places: [Int32]
  ) -> TaskMembers {
    var part = TaskMembers(task: task, group: group, collection: collection, places: places)
    let sets = groupSets.map { set in group.map(set.contains) ?? true }
    if group != nil {
      part.places = places.filter { sets[groupSet(of: collection.members[Int($0)].patient)] }
    }
    for (set, time) in collection.time where sets[set] { part.time.merge(time) }
    return part
  }

  /// By place in ``patients``: how many come before, in order of their ids.
  private var ranks: [Int32] {
    let sorted = patients.indices.sorted { patients[$0] < patients[$1] }
    var ranks = [Int32](repeating: 0, count: patients.count)
    for (rank, place) in sorted.enumerated() { ranks[place] = Int32(clamping: rank) }
    return ranks
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
    return (tasks[task]?.members ?? CohortMembers()).filter { sets[groupSet(of: $0.patient)] }
      .map { FunnelMember(name: patients[$0.patient], count: $0.count) }
      .sorted { $0.name < $1.name }
  }
}
