/// Equidistant members, as of a plan with one time of day.
///
/// The most common sequence; it holds two integers, so copies need no reference counting.
struct EvenSequence {
  /// The local seconds of the first member.
  let first: Int64
  /// The seconds from one member to the next.
  let period: Int64

  /// Creates the sequence of members at or after an anchor, congruent to an origin.
  init(origin: Int64, period: Int64, from anchor: Int64) {
    let skipped = origin < anchor ? (anchor - origin - 1) / period + 1 : 0
    first = origin + skipped * period
    self.period = period
  }

  func nominal(_ ordinal: Int64) -> Int64 { first + ordinal * period }

  func rank(_ local: Int64) -> Int64 { local <= first ? 0 : (local - first - 1) / period + 1 }
}
