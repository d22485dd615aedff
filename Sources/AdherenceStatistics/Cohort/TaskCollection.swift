/// The patients of one task and their first weeks of treatment.
struct TaskCollection: Sendable, Codable {
  private(set) var members = CohortMembers()
  /// The first weeks of each member with anything due in them.
  private(set) var weeks = WeekCounts()
  /// The time since the start of treatment, by group set.
  private(set) var time: [Int: TreatmentTime] = [:]

  /// Adds the task of a patient in a group set.
  mutating func add(
    _ member: CohortMember, _ time: TreatmentWeeks?, groupSet: Int, weeks count: Int
  ) {
    var member = member
    if let time {
      member.hasWeeks = time.expected.prefix(count).contains { $0 > 0 }
      if member.hasWeeks { weeks.add(time.expected, time.taken, weeks: count) }
    }
    members.append(member)
    if let time { self.time[groupSet, default: TreatmentTime()].add(time) }
  }

  /// Merges another part, whose patient indices are shifted by `count` and whose group sets are
  /// mapped to `places`.
  mutating func merge(_ other: TaskCollection, behind count: Int, groupSets places: [Int]) {
    members.append(contentsOf: other.members, behind: count)
    weeks.merge(other.weeks)
    for (set, time) in other.time {
      self.time[places[set], default: TreatmentTime()].merge(time)
    }
  }

  /// Returns whether decoded content is valid for a collection.
  func isSound(patients: Int, groupSets: Int, weeks count: Int) -> Bool {
    members.isSound(of: patients)
      && weeks.isSound(of: members.count { $0.hasWeeks }, each: count)
      && time.allSatisfy { 0..<groupSets ~= $0.key && $0.value.isSound(of: members.count) }
  }

  /// The row of ``weeks`` of each member; `nil` for none.
  var rowsOfWeeks: [Int32?] {
    var count: Int32 = 0
    return members.map { member in
      guard member.hasWeeks else { return nil }
      defer { count += 1 }
      return count
    }
  }
}
