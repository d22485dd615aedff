/// Stretches of time, without the holds in them.
struct CoverageGaps {
  /// The seconds of all of them.
  private(set) var total: Int64 = 0
  /// The seconds of the longest piece that no hold interrupts.
  private(set) var longest: Int64 = 0
  private let holds: [Range<Int64>]
  private var hold = 0

  /// - Parameter holds: Apart from each other and in order.
  init(_ holds: [Range<Int64>]) { self.holds = holds }

  /// Adds a stretch that begins no earlier than the one before ended.
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
