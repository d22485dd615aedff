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

/// The directions of the seconds of a day on a 24-hour clock.
///
/// A second's direction is that of its five-minute interval, rotated by that of the remaining
/// seconds: two short tables and four products replace a sine and a cosine.
///
/// Safe: 288 and 300 directions suffice for the seconds of a day; the caller ensures the range.
struct ClockAngles: Sendable {
  private let coarse: [SIMD2<Double>]
  private let fine: [SIMD2<Double>]

  static let all = ClockAngles()

  private init() {
    coarse = (0..<288).map { Self.direction(of: 300 * $0) }
    fine = (0..<300).map { Self.direction(of: $0) }
  }

  private static func direction(of second: Int) -> SIMD2<Double> {
    let angle = 2 * Double.pi * Double(second) / 86_400
    return SIMD2(cos(angle), sin(angle))
  }

  /// Calls a closure with both tables.
  func withTables<Result>(
    _ body: (UnsafeBufferPointer<SIMD2<Double>>, UnsafeBufferPointer<SIMD2<Double>>) -> Result
  ) -> Result {
    coarse.withUnsafeBufferPointer { coarse in
      fine.withUnsafeBufferPointer { body(coarse, $0) }
    }
  }

  /// Returns the cosine and sine of a second of the day, 0 to 86,399.
  static func direction(
    of second: UInt32, _ coarse: UnsafeBufferPointer<SIMD2<Double>>,
    _ fine: UnsafeBufferPointer<SIMD2<Double>>
  ) -> SIMD2<Double> {
    let part = second / 300
    let (a, b) = (coarse[Int(part)], fine[Int(second - 300 * part)])
    return SIMD2(a.x * b.x - a.y * b.y, a.y * b.x + a.x * b.y)
  }
}

/// The mean time of day and its regularity.
///
/// Times are directions on a 24-hour clock, so that 23:50 and 00:10 are twenty minutes apart. R is
/// the length of the mean unit vector; the circular standard deviation is √(−2 ln R), in hours.
///
/// Reference: K. V. Mardia and P. E. Jupp, Directional Statistics (2000), sections 2.2 and 2.3.
package struct CircularTime: Hashable, Sendable {
  /// The number of times.
  package var count: Int
  /// The mean direction in hours from midnight, 0 to 24 (exclusive); missing if the directions
  /// cancel out.
  package var meanHour: Estimate<Double>
  /// The mean resultant length R: 1 if all times are equal, 0 if they cancel out.
  package var resultant: Double
  /// The circular standard deviation in hours: 0 if all times are equal; missing if they cancel
  /// out.
  package var deviationHours: Estimate<Double>
}
