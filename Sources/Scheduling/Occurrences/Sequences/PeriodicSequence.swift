/// Members at the same offsets within every period: days, weeks, weekdays, or seconds, including times of
/// day.
struct PeriodicSequence {
  /// The start of a period, at or before the first member.
  var origin: Int64
  var period: Int64
  /// The offsets of the members within a period, ascending, from 0 to less than the period.
  var offsets: [Int64]
  /// The number of members of the first period before the anchor.
  private(set) var skipped: Int64 = 0

  private static let start: [Int64] = [0]

  /// Creates a sequence with the members of an even sequence.
  init(_ sequence: EvenSequence) {
    (origin, period, offsets) = (sequence.first, sequence.period, PeriodicSequence.start)
  }

  /// Creates the sequence of members at or after an anchor.
  init(origin: Int64, period: Int64, offsets: [Int64], from anchor: Int64) {
    self.origin = origin
    self.period = period
    self.offsets = offsets
    skipped = rank(anchor)
  }

  func nominal(_ ordinal: Int64) -> Int64 {
    let (turn, position) = (ordinal + skipped).quotientAndRemainder(
      dividingBy: Int64(offsets.count))
    return origin + turn * period + offsets[Int(position)]
  }

  func rank(_ local: Int64) -> Int64 {
    let distance = local - origin
    guard distance > 0 else { return 0 }
    let (turn, rest) = distance.quotientAndRemainder(dividingBy: period)
    let position = offsets.partitionPoint { $0 < rest }
    return max(0, turn * Int64(offsets.count) + Int64(position) - skipped)
  }
}
