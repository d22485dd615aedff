/// One task's patients, and their first weeks of treatment one after the other.
struct TaskCollection: Sendable, Codable {
  private(set) var members = CohortMembers()
  /// The first weeks of each member who has something due in any of them.
  private(set) var weeks = WeekCounts()
  /// By group set: time since the start of treatment.
  private(set) var time: [Int: TreatmentTime] = [:]

  /// Adds the task of a patient of a group set.
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

  /// Adds the patients of another part, who stand behind so many, and whose group sets have other places.
  mutating func merge(_ other: TaskCollection, behind count: Int, groupSets places: [Int]) {
    members.append(contentsOf: other.members, behind: count)
    weeks.merge(other.weeks)
    for (set, time) in other.time {
      self.time[places[set], default: TreatmentTime()].merge(time)
    }
  }

  /// Whether its lists fit to each other and to the collection that it is of.
  func isSound(patients: Int, groupSets: Int, weeks count: Int) -> Bool {
    members.isSound(of: patients)
      && weeks.isSound(of: members.count { $0.hasWeeks }, each: count)
      && time.allSatisfy { 0..<groupSets ~= $0.key && $0.value.isSound(of: members.count) }
  }

  /// Of each member which row of ``weeks`` is theirs; `nil` for none.
  var rowsOfWeeks: [Int32?] {
    var count: Int32 = 0
    return members.map { member in
      guard member.hasWeeks else { return nil }
      defer { count += 1 }
      return count
    }
  }
}
