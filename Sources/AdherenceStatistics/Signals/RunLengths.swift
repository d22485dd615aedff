/// How many runs of the same outcome there are of each length.
///
/// A run is made of occurrences that follow each other in the plan.
public struct RunLengths: Hashable, Sendable {
  /// The runs of 1, 2, … misses, in this order.
  public private(set) var missed: [Int] = []
  /// The runs of 1, 2, … doses taken, in this order.
  public private(set) var taken: [Int] = []

  /// Counts the runs of a series.
  ///
  /// - Parameters:
  ///   - taken: Whether each occurrence that can be judged was taken, in order.
  ///   - indices: Its position in the plan.
  public init(of taken: [Bool], at indices: [Int32]) {
    precondition(taken.count == indices.count, "\(taken.count) doses, \(indices.count) indices")
    var begin = 0
    for end in taken.indices {
      let next = end + 1
      let goesOn =
        next < taken.count && taken[next] == taken[end] && indices[next] - indices[end] == 1
      if goesOn { continue }
      add(next - begin, isTaken: taken[end])
      begin = next
    }
  }

  private mutating func add(_ length: Int, isTaken: Bool) {
    if isTaken { Self.add(length, to: &taken) } else { Self.add(length, to: &missed) }
  }

  private static func add(_ length: Int, to counts: inout [Int]) {
    if counts.count < length { counts += repeatElement(0, count: length - counts.count) }
    counts[length - 1] += 1
  }
}
