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
