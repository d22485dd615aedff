import Foundation

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
