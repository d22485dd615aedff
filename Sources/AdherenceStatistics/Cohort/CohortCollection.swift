import AdherenceAnalytics
import Scheduling

/// What statistics of a cohort remember of its patients, while they are added one by one.
///
/// Parts of a cohort that were collected apart merge to the same, in any order. Memory is a patient's id, and
/// some ten bytes and the first weeks of each task.
package struct CohortCollection: Sendable, Codable {
  /// How many weeks of each patient are kept for trajectories.
  let trajectoryWeeks: Int
  /// The parts that are left out of the statistics for small groups.
  package var withheld: Set<PartName> = []
  /// The different sets of groups that patients are in.
  private(set) var groupSets: [[String]] = []
  /// The ids of the patients who have a task.
  private(set) var patients: [String] = []
  /// The place of each patient's groups in the list of sets.
  private var groups = CountRows(columns: 1)
  private(set) var tasks: [String: TaskCollection] = [:]
  /// The place of each set, for those that were asked for since the collection was made or decoded.
  private var places: [[String]: Int] = [:]

  private enum CodingKeys: String, CodingKey {
    case trajectoryWeeks, groupSets, patients, groups, tasks
  }

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
    let end = FollowUpEnd(of: patient.summary)
    for measures in patient.tasks {
      tasks[measures.task, default: TaskCollection()].add(
        CohortMember(patients.count, measures, end), measures.time, groupSet: set,
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
    if places.count < groupSets.count {
      places = Dictionary(zip(groupSets, 0...)) { first, _ in first }
    }
    if let place = places[groups] { return place }
    groupSets.append(groups)
    places[groups] = groupSets.count - 1
    return groupSets.count - 1
  }
}

extension CohortCollection {
  /// Which patients a part of the statistics is of.
  package struct PartName: Hashable, Comparable, Sendable {
    package var task: String
    /// The group; `nil` for the whole cohort.
    package var group: String?

    /// Names a part.
    package init(task: String, group: String?) { (self.task, self.group) = (task, group) }

    package static func < (a: Self, b: Self) -> Bool {
      (a.task, a.group ?? "") < (b.task, b.group ?? "")
    }
  }

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

    var name: PartName { PartName(task: task, group: group) }

    /// The group's patients, in order of their ids.
    var members: some Collection<CohortMember> {
      places.lazy.map { collection.members[Int($0)] }
    }
  }

  /// The patients of each task, by its name: all of them, and each group by name.
  ///
  /// - Complexity: O(*n* log *n*) for *n* patients, whatever the number of groups.
  var parts: [TaskMembers] {
    let ranks = ranks
    let names = Set(groupSets.flatMap(\.self)).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    let groups = groupSets.map { set in Set(set).compactMap { numbers[$0] } }
    let all = tasks.sorted { $0.key < $1.key }.flatMap { task, collection in
      let places = collection.members.places(by: ranks)
      let whole = TaskMembers(task: task, collection: collection, places: places)
      return parts(of: whole, names, groups)
    }
    return withheld.isEmpty ? all : all.filter { isShown($0) }
  }

  /// Whether a part is shown; without all patients of a task none of its groups is.
  private func isShown(_ part: TaskMembers) -> Bool {
    !withheld.contains(part.name) && !withheld.contains(PartName(task: part.task, group: nil))
  }

  /// All patients of a task and its groups that are not empty, given the numbers of each set's groups.
  private func parts(of all: TaskMembers, _ names: [String], _ groups: [[Int]]) -> [TaskMembers] {
    var whole = all
    var parts = names.map {
      TaskMembers(task: all.task, group: $0, collection: all.collection, places: [])
    }
    for place in whole.places {
      let set = groupSet(of: all.collection.members[Int(place)].patient)
      for group in groups[set] { parts[group].places.append(place) }
    }
    for (set, time) in all.collection.time {
      whole.time.merge(time)
      for group in groups[set] { parts[group].time.merge(time) }
    }
    return [whole] + parts.filter { !$0.places.isEmpty }
  }

  /// By place in ``patients``: how many come before, in order of their ids.
  private var ranks: [Int32] {
    let sorted = patients.indices.sorted { patients[$0] < patients[$1] }
    var ranks = [Int32](repeating: 0, count: patients.count)
    for (rank, place) in sorted.enumerated() { ranks[place] = Int32(clamping: rank) }
    return ranks
  }
}
