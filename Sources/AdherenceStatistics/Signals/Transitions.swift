/// What follows a dose missed, and what follows one taken.
///
/// Only occurrences that follow each other in the plan are compared: one that is on hold, excused or
/// pending separates its neighbours.
///
/// Safe: the columns are as long as each other, and no count is above that.
package struct Transitions: Hashable, Sendable {
  /// Misses after a miss.
  package var missToMiss = 0
  /// Doses taken after a miss.
  package var missToTaken = 0
  /// Misses after a dose taken.
  package var takenToMiss = 0
  /// Doses taken after a dose taken.
  package var takenToTaken = 0
  /// Misses that two or more events at the next occurrence followed.
  package var catchUps = 0

  /// Counts what follows what.
  ///
  /// - Parameters:
  ///   - taken: Whether each occurrence that can be judged was taken, in order.
  ///   - indices: Its position in the plan.
  ///   - events: The events that are its own.
  package init(of taken: [Bool], at indices: [Int32], events: [Int32]) {
    precondition(
      taken.count == indices.count && taken.count == events.count, "columns differ in length")
    guard taken.count > 1 else { return }
    taken.withUnsafeBufferPointer { taken in
      indices.withUnsafeBufferPointer { indices in
        events.withUnsafeBufferPointer { count(taken, indices, $0) }
      }
    }
  }

  private mutating func count(
    _ taken: UnsafeBufferPointer<Bool>, _ indices: UnsafeBufferPointer<Int32>,
    _ events: UnsafeBufferPointer<Int32>
  ) {
    // As wide as the columns are, so that several go into a vector.
    var (pairs, fromTaken, toTaken): (Int32, Int32, Int32) = (0, 0, 0)
    var (bothTaken, doubles): (Int32, Int32) = (0, 0)
    for next in 1..<taken.count {
      let pair: Int32 = indices[next] &- indices[next &- 1] == 1 ? 1 : 0
      let from = pair & (taken[next &- 1] ? 1 : 0)
      let to = pair & (taken[next] ? 1 : 0)
      pairs &+= pair
      fromTaken &+= from
      toTaken &+= to
      bothTaken &+= from & to
      doubles &+= (pair &- from) & (events[next] >= 2 ? 1 : 0)
    }
    takenToTaken = Int(bothTaken)
    takenToMiss = Int(fromTaken - bothTaken)
    missToTaken = Int(toTaken - bothTaken)
    missToMiss = Int(pairs - fromTaken - (toTaken - bothTaken))
    catchUps = Int(doubles)
  }

  /// P(miss | miss); missing where nothing follows a miss.
  package var missAfterMiss: Estimate<Double> {
    Estimate(missToMiss, of: missToMiss + missToTaken, else: .tooFew)
  }

  /// P(miss | taken); missing where nothing follows a dose taken.
  package var missAfterTaken: Estimate<Double> {
    Estimate(takenToMiss, of: takenToMiss + takenToTaken, else: .tooFew)
  }
}
