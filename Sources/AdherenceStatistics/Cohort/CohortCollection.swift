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
    return smallestGroup.map { shown(all, $0) } ?? all
  }

  /// The parts that tell of patients enough, and from which no others can be computed, of tasks of which
  /// all patients are enough.
  private func shown(_ parts: [TaskMembers], _ smallest: Int) -> [TaskMembers] {
    let numbers = Dictionary(
      uniqueKeysWithValues: tasks.keys.sorted().enumerated().map { ($1, $0) })
    let rows = parts.map { part in
      SmallGroups.Row(
        group: part.group, series: 1 + (numbers[part.task] ?? 0), isOfTask: true,
        patients: [part.places.count])
    }
    let totals = counts.sorted { ($0.key ?? "") < ($1.key ?? "") }
      .map { SmallGroups.Row(group: $0.key, isTotal: true, patients: [$0.value]) }
    let withheld = SmallGroups(rows + totals, smallest: smallest).withheld
    let lost = parts.indices.filter { parts[$0].group == nil && withheld.contains($0) }
    let tasks = Set(lost.map { parts[$0].task })
    return parts.indices.filter { !withheld.contains($0) && !tasks.contains(parts[$0].task) }
      .map { parts[$0] }
  }

  /// How many patients with a task each group has, and the whole cohort.
  private var counts: [String?: Int] {
    var counts: [String?: Int] = [nil: patients.count]
    for patient in patients.indices {
      for group in Set(groupSets[groupSet(of: patient)]) { counts[group, default: 0] += 1 }
    }
    return counts
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
