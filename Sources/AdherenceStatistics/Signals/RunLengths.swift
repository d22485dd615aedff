/// The number of runs of each length.
///
/// A run consists of consecutive occurrences of the plan with the same outcome.
package struct RunLengths: Hashable, Sendable {
  /// The number of runs of 1, 2, … missed doses.
  private(set) var missed: [Int] = []
  /// The number of runs of 1, 2, … taken doses.
  private(set) var taken: [Int] = []

  /// Counts the runs of a series.
  ///
  /// - Parameters:
  ///   - taken: Whether each evaluable occurrence was taken, in order.
  ///   - indices: Its index in the plan.
  package init(of taken: [Bool], at indices: [Int32]) {
    precondition(taken.count == indices.count, "\(taken.count) doses, \(indices.count) indices")
    var begin = 0
    for end in RunLengths.ends(of: taken, at: indices) {
      add(Int(end) - begin, isTaken: taken[begin])
      begin = Int(end)
    }
  }

  /// Returns the end indices (exclusive) of runs, computed without unpredictable branches.
  ///
  /// Safe: there is room for an end each dose, and a dose ends no more than one run; both columns are as
  /// long.
  private static func ends(of taken: [Bool], at indices: [Int32]) -> [Int32] {
    guard !taken.isEmpty else { return [] }
    return [Int32](unsafeUninitializedCapacity: taken.count) { ends, count in
      taken.withUnsafeBufferPointer { taken in
        indices.withUnsafeBufferPointer { indices in
          for next in 1..<taken.count {
            ends[count] = Int32(truncatingIfNeeded: next)
            let change = (taken[next] ? 1 : 0) ^ (taken[next &- 1] ? 1 : 0)
            count &+= change | (indices[next] &- indices[next &- 1] != 1 ? 1 : 0)
          }
          ends[count] = Int32(truncatingIfNeeded: taken.count)
          count &+= 1
        }
      }
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
