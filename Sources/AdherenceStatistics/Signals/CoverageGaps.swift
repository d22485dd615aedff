/// Accumulates periods of time, excluding holds.
struct CoverageGaps {
  /// The total in seconds.
  private(set) var total: Int64 = 0
  /// The longest uninterrupted period in seconds.
  private(set) var longest: Int64 = 0
  private let holds: [Range<Int64>]
  private var hold = 0

  /// - Parameter holds: The holds, disjoint and in order.
  init(_ holds: [Range<Int64>]) { self.holds = holds }

  /// Adds a period, which must start no earlier than the previous one ended.
  mutating func add(_ range: Range<Int64>) {
    while hold < holds.count, holds[hold].upperBound <= range.lowerBound { hold += 1 }
    var begin = range.lowerBound
    for hold in holds[hold...] {
      if hold.lowerBound >= range.upperBound { break }
      addPiece(from: begin, to: hold.lowerBound)
      begin = hold.upperBound
    }
    addPiece(from: begin, to: range.upperBound)
  }

  private mutating func addPiece(from begin: Int64, to end: Int64) {
    guard end > begin else { return }
    total += end - begin
    longest = max(longest, end - begin)
  }
}
