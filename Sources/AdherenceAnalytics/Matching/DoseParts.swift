/// The outcomes that are merged into another one to form one dose.
///
/// A dose may be recorded by several outcomes: puffs that add up to its amount, an event within the task's
/// `minWait` of another, several outcomes with the same key. One of them represents the dose: only it is
/// counted, and its time is used.
struct DoseParts: Sendable {
  /// The outcome that each part belongs to, which may be a part itself.
  private var owners: [Int: Int] = [:]
  /// The sum of the amounts of its parts, by owner.
  private var amounts: [Int: Double] = [:]

  var isEmpty: Bool { owners.isEmpty }

  /// The outcomes that are parts, in order.
  var all: [Int] { owners.keys.sorted() }

  mutating func removeAll() {
    owners.removeAll(keepingCapacity: true)
    amounts.removeAll(keepingCapacity: true)
  }

  /// Makes an outcome and its parts a part of another.
  mutating func add(_ outcome: Int, to owner: Int, amount: Double) {
    owners[outcome] = owner
    amounts[self.owner(of: owner), default: 0] += amount + self.amount(of: outcome)
  }

  /// Returns whether an outcome is merged into another one.
  func contains(_ outcome: Int) -> Bool { !owners.isEmpty && owners[outcome] != nil }

  /// Returns the sum of the amounts of an outcome's parts.
  func amount(of outcome: Int) -> Double { amounts.isEmpty ? 0 : amounts[outcome] ?? 0 }

  /// Returns the outcome that represents the dose.
  func owner(of outcome: Int) -> Int {
    var outcome = outcome
    while let owner = owners[outcome] { outcome = owner }
    return outcome
  }
}
