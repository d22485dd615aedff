import Foundation

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
