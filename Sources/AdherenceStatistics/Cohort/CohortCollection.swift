import AdherenceAnalytics
import Scheduling

/// The per-patient data needed for cohort statistics, collected one patient at a time.
///
/// Partial collections merge to the same value in any order. Memory is a patient's id, and about
/// ten bytes and the first weeks of each task.
package struct CohortCollection: Sendable, Codable {
  /// The number of weeks kept per patient for trajectories.
  let trajectoryWeeks: Int
  /// The parts omitted from the statistics because of small groups.
  package var withheld: Set<PartName> = []
  /// The distinct sets of groups.
  private(set) var groupSets: [[String]] = []
  /// The ids of the patients with any task.
  private(set) var patients: [String] = []
  /// The index of each patient's group set.
  private var groups = CountRows(columns: 1)
  private(set) var tasks: [String: TaskCollection] = [:]
  /// The index of each group set used since the collection was created or decoded.
  private var places: [[String]: Int] = [:]

  private enum CodingKeys: String, CodingKey {
    case trajectoryWeeks, groupSets, patients, groups, tasks
  }

  /// Creates an empty collection.
  package init(_ parameters: MeasureParameters) { trajectoryWeeks = parameters.trajectoryWeeks }

  /// Adds a patient.
  ///
  /// - Parameters:
  ///   - patient: The measures, from an evaluator created for a cohort.
  ///   - groups: The distinct groups of the patient; may be empty.
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

  /// Merges another partial collection.
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

  /// Returns whether decoded content is valid and can be merged with collections for the same
  /// parameters.
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
  /// The identity of a part of the statistics: a task and a group.
  package struct PartName: Hashable, Comparable, Sendable {
    package var task: String
    /// The group; `nil` for the whole cohort.
    package var group: String?

    package init(task: String, group: String?) { (self.task, self.group) = (task, group) }

    package static func < (a: Self, b: Self) -> Bool {
      (a.task, a.group ?? "") < (b.task, b.group ?? "")
    }
  }

  /// The patients of one task and group.
  struct TaskMembers: Sendable {
    var task: String
    var group: String?
    /// All patients of the task.
    var collection: TaskCollection
    /// The indices of the group's patients, sorted by id.
    var places: [Int32]
    var time = TreatmentTime()

    var name: PartName { PartName(task: task, group: group) }

    /// The group's patients, sorted by id.
    var members: some Collection<CohortMember> {
      places.lazy.map { collection.members[Int($0)] }
    }
  }

  /// The patients of each task by name: all of them, and each group by name.
  ///
  /// - Complexity: O(*n* log *n*) for *n* patients, independent of the number of groups.
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

  /// Returns whether a part is shown; if all patients of a task are withheld, so are its groups.
  private func isShown(_ part: TaskMembers) -> Bool {
    !withheld.contains(part.name) && !withheld.contains(PartName(task: part.task, group: nil))
  }

  /// Returns all patients of a task and its nonempty groups, given the group indices of each set.
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

  /// The rank by id of each element of ``patients``.
  private var ranks: [Int32] {
    let sorted = patients.indices.sorted { patients[$0] < patients[$1] }
    var ranks = [Int32](repeating: 0, count: patients.count)
    for (rank, place) in sorted.enumerated() { ranks[place] = Int32(clamping: rank) }
    return ranks
  }
}
