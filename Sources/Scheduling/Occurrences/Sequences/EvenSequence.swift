/// Members at one distance from each other, as are those of a plan with one time of day.
///
/// It is what most plans are, and no more than two numbers, so that a question costs no reference counting.
struct EvenSequence {
  /// The local seconds of the first member.
  let first: Int64
  /// The seconds from one member to the next.
  let period: Int64

  /// Creates the sequence of the members at or after an anchor, one of which lies at an origin.
  init(origin: Int64, period: Int64, from anchor: Int64) {
    let skipped = origin < anchor ? (anchor - origin - 1) / period + 1 : 0
    first = origin + skipped * period
    self.period = period
  }

  func nominal(_ ordinal: Int64) -> Int64 { first + ordinal * period }

  func rank(_ local: Int64) -> Int64 { local <= first ? 0 : (local - first - 1) / period + 1 }
}
