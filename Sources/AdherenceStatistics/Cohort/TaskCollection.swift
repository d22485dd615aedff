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

/// The due and done counts of the first weeks of treatment, by patient.
///
/// Each week is an index into a list of the distinct pairs of counts, of which there are few: 35
/// for a daily plan.
struct WeekCounts: Sendable, Codable {
  /// The due and done counts.
  private struct Pair: Hashable, Codable {
    var expected: UInt16
    var taken: UInt16
  }

  private var pairs: [Pair] = []
  /// The index of each week's pair.
  private var weeks = CountRows(columns: 1)
  /// The indices of the pairs, filled on first use.
  private var places: [Pair: Int] = [:]

  private enum CodingKeys: CodingKey {
    case pairs, weeks
  }

  /// Adds the first weeks of a patient; nothing is due in weeks after the last.
  mutating func add(_ expected: [Int], _ taken: [Int], weeks count: Int) {
    for week in 0..<count {
      let (due, done) = week < expected.count ? (expected[week], taken[week]) : (0, 0)
      append(place(of: Pair(expected: UInt16(clamping: due), taken: UInt16(clamping: done))))
    }
  }

  /// Merges another part.
  mutating func merge(_ other: WeekCounts) {
    let places = other.pairs.map { place(of: $0) }
    for week in 0..<other.weeks.count { append(places[other.place(at: week)]) }
  }

  /// Returns whether decoded content is consistent for a number of patients and weeks.
  func isSound(of patients: Int, each weeks: Int) -> Bool {
    self.weeks.isSound(columns: 1) && self.weeks.count == patients * weeks
      && (0..<self.weeks.count).allSatisfy { place(at: $0) < pairs.count }
      && Set(pairs).count == pairs.count && pairs.allSatisfy { $0.taken <= $0.expected }
  }

  /// Returns the ratio of a week; `nil` if nothing was due.
  func ratio(at week: Int) -> Double? {
    let pair = pairs[place(at: week)]
    return pair.expected > 0 ? Double(pair.taken) / Double(pair.expected) : nil
  }

  private func place(at week: Int) -> Int {
    var row = weeks[week]
    return row.next() ?? 0
  }

  private mutating func append(_ place: Int) { weeks.append(CollectionOfOne(place)) }

  private mutating func place(of pair: Pair) -> Int {
    if places.count < pairs.count {
      places = Dictionary(uniqueKeysWithValues: zip(pairs, pairs.indices))
    }
    if let place = places[pair] { return place }
    places[pair] = pairs.count
    pairs.append(pair)
    return pairs.count - 1
  }
}

/// The members of a task, in about ten bytes each.
struct CohortMembers: Sendable, Codable {
  private var rows = CountRows(columns: CohortMember.numberCount)

  mutating func append(_ member: CohortMember) { rows.append(member.numbers) }

  /// Appends the members of another part, whose patient indices are shifted by `count`.
  mutating func append(contentsOf other: CohortMembers, behind count: Int) {
    for var member in other {
      member.patient += count
      append(member)
    }
  }

  /// Returns the indices of all members, sorted by the ranks of their patients.
  func places(by ranks: [Int32]) -> [Int32] {
    let own = map { ranks[$0.patient] }
    return own.indices.map { Int32(clamping: $0) }.sorted { own[Int($0)] < own[Int($1)] }
  }

  /// Returns whether decoded content is valid for a number of patients.
  func isSound(of patients: Int) -> Bool {
    rows.isSound(columns: CohortMember.numberCount)
      && allSatisfy {
        $0.patient < patients && $0.taken <= $0.expected && $0.quotas.credited <= $0.quotas.required
          && $0.implementationDone <= $0.implementationDue
      }
  }
}

extension CohortMembers: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { rows.count }

  subscript(place: Int) -> CohortMember {
    var row = rows[place]
    return CohortMember { row.next() ?? 0 }
  }
}

extension CohortMember {
  /// The number of elements of ``numbers``.
  fileprivate static let numberCount = 18
  /// The denominator of encoded quota fractions.
  private static let unit = Double(1 << 26)

  /// Returns an amount as its integer and fractional parts, each of which fits 32 bits.
  private static func parts(_ amount: Double) -> [Int] {
    let whole = amount.rounded(.down)
    return [Int(whole), Int((amount - whole) * unit)]
  }

  /// The member as nonnegative integers; optional days are encoded with an offset of 1.
  fileprivate var numbers: [Int] {
    [
      patient, expected, taken, initiationDays.map { $0 + 1 } ?? 0, initiationEntry + 1,
      persistenceDays.map { $0 + 1 } ?? 0, persistenceEntry,
      (isInitiated ? 1 : 0) + (isDiscontinued ? 2 : 0) + (hasWeeks ? 4 : 0),
      end.number, competingDays.map { $0 + 1 } ?? 0,
    ]
      + [quotas.required, quotas.credited, implementationDue, implementationDone]
      .flatMap(CohortMember.parts)
  }

  /// Decodes ``numbers`` from a function that returns them one by one.
  fileprivate init(_ next: () -> Int) {
    func days() -> Int? {
      let number = next()
      return number > 0 ? number - 1 : nil
    }
    (patient, expected, taken) = (next(), next(), next())
    (initiationDays, initiationEntry) = (days(), next() - 1)
    (persistenceDays, persistenceEntry) = (days(), next())
    let marks = next()
    (isInitiated, isDiscontinued, hasWeeks) = (marks & 1 > 0, marks & 2 > 0, marks & 4 > 0)
    end = FollowUpEnd(number: next()) ?? .unknown
    competingDays = days()
    func amount() -> Double { Double(next()) + Double(next()) / CohortMember.unit }
    (quotas.required, quotas.credited) = (amount(), amount())
    (implementationDue, implementationDone) = (amount(), amount())
  }
}
