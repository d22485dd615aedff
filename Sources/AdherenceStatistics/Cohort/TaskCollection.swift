/// One task's patients, and their first weeks of treatment one after the other.
struct TaskCollection: Sendable, Codable {
  private(set) var members: [CohortMember] = []
  /// Of each member what was due in the first weeks, and then what of it was completed.
  private(set) var weeks: [UInt16] = []
  /// By group set: time since the start of treatment.
  private(set) var time: [Int: TreatmentTime] = [:]

  /// Adds a patient's task.
  mutating func add(_ member: CohortMember, _ time: TreatmentWeeks?, weeks count: Int) {
    members.append(member)
    for counts in [time?.expected ?? [], time?.taken ?? []] {
      for week in 0..<count {
        weeks.append(week < counts.count ? UInt16(clamping: counts[week]) : 0)
      }
    }
    if let time { self.time[Int(member.groups), default: TreatmentTime()].add(time) }
  }

  /// Adds the patients of another part, whose group sets have other places.
  mutating func merge(_ other: TaskCollection, groupSets places: [Int]) {
    members.reserveCapacity(members.count + other.members.count)
    for var member in other.members {
      member.groups = Int32(clamping: places[Int(member.groups)])
      members.append(member)
    }
    weeks += other.weeks
    for (set, time) in other.time {
      self.time[places[set], default: TreatmentTime()].merge(time)
    }
  }

  /// Whether something was due in each of a member's first weeks.
  func isWhole(_ member: Int, weeks count: Int) -> Bool {
    weeks[member * 2 * count..<member * 2 * count + count].allSatisfy { $0 > 0 }
  }

  /// The ratio of each of a member's first weeks; `nil` where nothing was due.
  func trajectory(of member: Int, weeks count: Int) -> [Double?] {
    let start = member * 2 * count
    let (expected, taken) = (weeks[start..<start + count], weeks[(start + count)...])
    return zip(taken, expected).map { $1 == 0 ? nil : Double($0) / Double($1) }
  }
}
