import Foundation

/// A sum of times of day as directions.
///
/// Partial sums can be merged.
package struct CircularSum: Hashable, Sendable {
  private var count = 0
  private var cosines = 0.0
  private var sines = 0.0
  private var least = Int.max
  private var greatest = Int.min

  /// Creates an empty sum.
  package init() {}

  /// Adds the times of one slot of the plan.
  ///
  /// - Parameters:
  ///   - seconds: The second of the local day of each dose, 0 to 86,399.
  ///   - slots: The slot of each dose.
  ///   - slot: The slot whose times to add.
  package mutating func add(_ seconds: [Int32], where slots: [Int32], are slot: Int32) {
    precondition(seconds.count == slots.count, "\(seconds.count) times, \(slots.count) slots")
    let angles = ClockAngles.all
    angles.withTables { coarse, fine in
      for index in seconds.indices where slots[index] == slot {
        add(Int(seconds[index]), coarse, fine)
      }
    }
  }

  /// Returns the sum of each slot of the plan.
  ///
  /// - Parameters:
  ///   - seconds: The second of the local day of each dose, 0 to 86,399.
  ///   - slots: The slot of each dose.
  ///   - count: The number of slots.
  /// - Returns: A sum for each slot.
  /// - Complexity: O(*n* + *s*) for *n* times and *s* slots.
  static func sums(of seconds: [Int32], by slots: [Int32], count: Int) -> [CircularSum] {
    var sums = Array(repeating: CircularSum(), count: count)
    // One pass per slot is faster for few slots, the common case, with the same result.
    if count <= 4 {
      for slot in sums.indices { sums[slot].add(seconds, where: slots, are: Int32(slot)) }
    } else {
      for (second, slot) in zip(seconds, slots) { sums[Int(slot)].add(Int(second)) }
    }
    return sums
  }

  /// Adds a time of day in seconds, 0 to 86,399.
  mutating func add(_ second: Int) { ClockAngles.all.withTables { add(second, $0, $1) } }

  // Safe: a second of the day is looked for before its direction, and both tables have all.
  private mutating func add(
    _ second: Int, _ coarse: UnsafeBufferPointer<SIMD2<Double>>,
    _ fine: UnsafeBufferPointer<SIMD2<Double>>
  ) {
    precondition(0..<86_400 ~= second, "second \(second) of a day")
    let direction = ClockAngles.direction(of: UInt32(truncatingIfNeeded: second), coarse, fine)
    count += 1
    cosines += direction.x
    sines += direction.y
    least = min(least, second)
    greatest = max(greatest, second)
  }

  /// Merges another sum.
  mutating func merge(_ other: CircularSum) {
    count += other.count
    cosines += other.cosines
    sines += other.sines
    least = min(least, other.least)
    greatest = max(greatest, other.greatest)
  }

  /// The mean, R and standard deviation; missing without times.
  package var result: Estimate<CircularTime> {
    guard count > 0 else { return .missing(.tooFew) }
    let (x, y) = (cosines / Double(count), sines / Double(count))
    // Rounding would result in a deviation of some milliseconds.
    let resultant = least == greatest ? 1 : min(1, (x * x + y * y).squareRoot())
    // If directions cancel out, the rounding error has no meaningful direction.
    guard resultant > 1e-12 else {
      return .value(
        CircularTime(
          count: count, meanHour: .missing(.noDirection), resultant: 0,
          deviationHours: .missing(.noDirection)))
    }
    let hour = atan2(y, x) / (2 * .pi) * 24
    let deviation = max(0, 0 - 2 * log(resultant)).squareRoot() * 24 / (2 * .pi)
    return .value(
      CircularTime(
        count: count,
        meanHour: .value(hour < 0 ? (hour + 24).truncatingRemainder(dividingBy: 24) : hour),
        resultant: resultant, deviationHours: .value(deviation)))
  }
}
