import Foundation

/// Times of day, added up as directions.
///
/// Sums of parts can be merged into that of the whole.
package struct CircularSum: Hashable, Sendable {
  private var count = 0
  private var cosines = 0.0
  private var sines = 0.0
  private var least = Int.max
  private var greatest = Int.min

  /// Creates the sum of no times.
  package init() {}

  /// Adds the times of one slot of a day's plan.
  ///
  /// - Parameters:
  ///   - seconds: The second of its day by the wall clock of each dose, 0 to 86,399.
  ///   - slots: The slot that each belongs to.
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

  /// The sum of each slot of a day's plan.
  ///
  /// - Parameters:
  ///   - seconds: The second of its day by the wall clock of each dose, 0 to 86,399.
  ///   - slots: The slot that each belongs to.
  ///   - count: How many slots there are.
  /// - Returns: A sum for each slot.
  /// - Complexity: O(*n* + *s*) for *n* times and *s* slots.
  static func sums(of seconds: [Int32], by slots: [Int32], count: Int) -> [CircularSum] {
    var sums = Array(repeating: CircularSum(), count: count)
    // A pass for each is faster where there are few, as mostly, and the same sum.
    if count <= 4 {
      for slot in sums.indices { sums[slot].add(seconds, where: slots, are: Int32(slot)) }
    } else {
      for (second, slot) in zip(seconds, slots) { sums[Int(slot)].add(Int(second)) }
    }
    return sums
  }

  /// Adds a time of day in seconds by the wall clock, 0 to 86,399.
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

  /// Adds the times of another sum.
  mutating func merge(_ other: CircularSum) {
    count += other.count
    cosines += other.cosines
    sines += other.sines
    least = min(least, other.least)
    greatest = max(greatest, other.greatest)
  }

  /// Mean, R and standard deviation; missing of no times.
  package var result: Estimate<CircularTime> {
    guard count > 0 else { return .missing(.tooFew) }
    let (x, y) = (cosines / Double(count), sines / Double(count))
    // Rounding would leave a deviation of some milliseconds where there is none.
    let resultant = least == greatest ? 1 : min(1, (x * x + y * y).squareRoot())
    // Directions that cancel out leave what was rounded off, and its direction means nothing.
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
