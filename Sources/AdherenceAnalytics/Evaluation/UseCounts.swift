public import Scheduling

/// What was used or done at times that no plan names, as sums that add up in any grouping.
public struct UseCounts: Hashable, Sendable {
  /// The days on which something could be used as needed.
  public var openDays = 0
  /// The uses: those that were needed, and those that a quota asks for.
  public var count = 0
  /// The sum of the amounts of the uses.
  public var asNeededAmount = 0.0
  /// The uses that were one too many for their civil period, or for the stretch that ends with them.
  public var overMaximum = 0
  /// The uses that came too soon after another.
  public var tooSoon = 0
  /// When the first was.
  public var first: Instant?
  /// When the last was.
  public var last: Instant?

  /// Creates the counts of nothing.
  package init() {}

  /// The uses that break a limit, each counted for each limit that it breaks.
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
