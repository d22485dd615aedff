public import Scheduling

/// The counts of uses without planned times, which can be merged.
public struct UseCounts: Hashable, Sendable {
  /// The number of days with as-needed use.
  public var openDays = 0
  /// The number of uses, as needed and for quotas.
  public var count = 0
  /// The sum of the amounts of the uses.
  public var asNeededAmount = 0.0
  /// The number of uses that exceed the maximum in their civil period, or in the rolling period that ends
  /// with them.
  public var overMaximum = 0
  /// The number of uses too soon after another.
  public var tooSoon = 0
  /// The time of the first use.
  public var first: Instant?
  /// The time of the last use.
  public var last: Instant?

  package init() {}

  /// The number of times that uses exceed limits.
  public var breaches: Int { overMaximum + tooSoon }

  mutating func add(_ use: Use) {
    count += 1
    asNeededAmount += use.amount
    overMaximum += use.exceedsMaximum ? 1 : 0
    tooSoon += use.breaksGap ? 1 : 0
    first = UseCounts.merge(first, use.time, min)
    last = UseCounts.merge(last, use.time, max)
  }

  // Safe: counts that are read are below 2⁴⁰ (`isCount`), of which a million add up.
  @inline(__always)
  mutating func merge(_ other: UseCounts) {
    openDays &+= other.openDays
    count &+= other.count
    asNeededAmount += other.asNeededAmount
    overMaximum &+= other.overMaximum
    tooSoon &+= other.tooSoon
    if other.first != nil { first = UseCounts.merge(first, other.first, min) }
    if other.last != nil { last = UseCounts.merge(last, other.last, max) }
  }

  private static func merge(
    _ a: Instant?, _ b: Instant?, _ choose: (Instant, Instant) -> Instant
  ) -> Instant? {
    guard let a, let b else { return a ?? b }
    return choose(a, b)
  }
}
