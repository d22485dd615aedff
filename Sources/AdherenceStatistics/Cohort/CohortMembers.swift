/// The members of a task, in some ten bytes each.
struct CohortMembers: Sendable, Codable {
  private var rows = CountRows(columns: CohortMember.numberCount)

  /// Appends a member.
  mutating func append(_ member: CohortMember) { rows.append(member.numbers) }

  /// Appends the members of another part, whose patients stand behind so many.
  mutating func append(contentsOf other: CohortMembers, behind count: Int) {
    for var member in other {
      member.patient += count
      append(member)
    }
  }

  /// The places of all members in the order of their patients' ranks.
  func places(by ranks: [Int32]) -> [Int32] {
    let own = map { ranks[$0.patient] }
    return own.indices.map { Int32(clamping: $0) }.sorted { own[Int($0)] < own[Int($1)] }
  }

  /// Whether it can be read and is of so many patients, wherever it was read.
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
  /// How many ``numbers`` there are.
  fileprivate static let numberCount = 18
  /// Shares of quotas are multiples of one part of it.
  private static let unit = Double(1 << 26)

  /// An amount as its whole number and the parts beyond that: each fits a row's 32 bits.
  private static func parts(_ amount: Double) -> [Int] {
    let whole = amount.rounded(.down)
    return [Int(whole), Int((amount - whole) * unit)]
  }

  /// The member as whole numbers from 0 on; of days that may be none, 0 stands for that.
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

  /// Takes ``numbers`` one by one.
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
