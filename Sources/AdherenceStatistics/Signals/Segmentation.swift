import Foundation

/// The division of a daily series into stretches of level adherence.
///
/// Of all divisions into stretches of at least `minimum` days it is the one with the least Σ (x −
/// mean of the stretch)² + β (number of changes), β = 2 ln n s², with the variance s² of all days
/// (*n* − 1). It is found exactly, by optimal partitioning. Of equal divisions, within 10⁻¹², it is
/// the one with the earliest last change.
///
/// References: B. Jackson et al., IEEE Signal Processing Letters 12 (2005) 105–108; R. Killick, P.
/// Fearnhead and I. A. Eckley, Journal of the American Statistical Association 107 (2012)
/// 1590–1598.
package enum Segmentation {
  /// The positions in the series at which a new stretch begins, in order.
  ///
  /// Safe: the ratios are lent for the call.
  ///
  /// - Parameters:
  ///   - ratios: What was taken of what was due, of each day that can be judged, in order.
  ///   - minimum: The fewest days of a stretch, at least 1.
  ///   - scratch: The worker's memory.
  /// - Returns: The positions, none for a series of equal days; missing where there are fewer days
  ///   than two stretches need.
  /// - Complexity: O(*n*²) at worst, with one beginning in ten looked at in a usual series.
  package static func changes(
    in ratios: [Double], minimum: Int = 7, scratch: SignalScratch
  ) -> Estimate<[Int]> {
    precondition(minimum > 0, "a stretch of \(minimum) days")
    guard ratios.count >= 2 * minimum, ratios.count > 1 else { return .missing(.tooFew) }
    let moments = ratios.withUnsafeBufferPointer { Moments($0) }
    guard let deviation = moments.deviation, deviation > 0 else { return .value([]) }
    let penalty = 2 * log(Double(ratios.count)) * deviation * deviation
    prepare(ratios, mean: moments.mean, scratch: scratch)
    return .value(divide(ratios.count, minimum: minimum, penalty: penalty, scratch: scratch))
  }

  /// Writes the sums of the first days.
  ///
  /// Sums of differences from the mean stay small, so that little is rounded off.
  ///
  /// Safe: there is a sum more than there are days.
  private static func prepare(_ ratios: [Double], mean: Double, scratch: SignalScratch) {
    let count = ratios.count
    scratch.reciprocals.need(to: count)
    SignalScratch.lengthen(&scratch.sums, to: count + 1, with: 0)
    SignalScratch.lengthen(&scratch.costs, to: count + 1, with: 0)
    let room = count / 8 + 9
    SignalScratch.lengthen(
      &scratch.numbers, to: 3 * (room + room / PartitionBlocks.groupLength + 1), with: 0)
    scratch.sums.withUnsafeMutableBufferPointer { sums in
      sums[0] = 0
      for index in 0..<count { sums[index + 1] = sums[index] + (ratios[index] - mean) }
    }
  }

  // Safe: the lists are lent until the division is found, as long as `prepare` has made them: three rows of
  // blocks, each as far as rounding up to eight leads, and three numbers for each group of them.
  private static func divide(
    _ count: Int, minimum: Int, penalty: Double, scratch: SignalScratch
  ) -> [Int] {
    let reciprocals = scratch.reciprocals
    return scratch.sums.withUnsafeBufferPointer { sums in
      scratch.costs.withUnsafeMutableBufferPointer { costs in
        scratch.numbers.withUnsafeMutableBufferPointer { numbers in
          reciprocals.descending.withUnsafeBufferPointer { descending in
            reciprocals.strided.withUnsafeBufferPointer { strided in
              guard let sums = sums.baseAddress, let costs = costs.baseAddress,
                let numbers = numbers.baseAddress, let descending = descending.baseAddress,
                let strided = strided.baseAddress
              else { return [] }
              let room = count / 8 + 9
              numbers.update(repeating: .infinity, count: room)
              (numbers + room).update(repeating: 0, count: 2 * room)
              let partition = OptimalPartition(
                count: count, minimum: minimum, penalty: penalty, sums: sums, costs: costs,
                reciprocals: descending + (reciprocals.capacity - count),
                blocks: PartitionBlocks(
                  costs: numbers, lows: numbers + room, highs: numbers + 2 * room,
                  groups: numbers + 3 * room,
                  reciprocals: strided, rowLength: reciprocals.rowLength))
              partition.fill()
              return partition.changes()
            }
          }
        }
      }
    }
  }
}
