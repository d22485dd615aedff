/// Transitions after missed and taken doses.
///
/// Only consecutive occurrences of the plan are compared: one that is on hold, excused or pending one separates its
/// neighbours.
///
/// Safe: the columns are as long as each other, and no count is above that.
package struct Transitions: Hashable, Sendable {
  /// The number of missed doses after a missed one.
  package var missToMiss = 0
  /// The number of taken doses after a missed one.
  package var missToTaken = 0
  /// The number of missed doses after a taken one.
  package var takenToMiss = 0
  /// The number of taken doses after a taken one.
  package var takenToTaken = 0
  /// The number of missed doses followed by two or more events at the next occurrence.
  package var catchUps = 0

  /// Counts transitions.
  ///
  /// - Parameters:
  ///   - taken: Whether each evaluable occurrence was taken, in order.
  ///   - indices: Its index in the plan.
  ///   - events: The number of events matched to it.
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
    // The same width as the columns, for vectorization.
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

  /// P(miss | miss); missing without a transition after a missed dose.
  package var missAfterMiss: Estimate<Double> {
    Estimate(missToMiss, of: missToMiss + missToTaken, else: .tooFew)
  }

  /// P(miss | taken); missing without a transition after a taken dose.
  package var missAfterTaken: Estimate<Double> {
    Estimate(takenToMiss, of: takenToMiss + takenToTaken, else: .tooFew)
  }
}
