import Foundation

/// At what time of day something happens, and how regularly.
///
/// Times are directions on a clock of 24 hours, so that 23:50 and 00:10 are twenty minutes apart. R
/// is the length of the mean of the unit vectors; the circular standard deviation is √(−2 ln R), in
/// hours.
///
/// Reference: K. V. Mardia and P. E. Jupp, Directional Statistics (2000), sections 2.2 and 2.3.
package struct CircularTime: Hashable, Sendable {
  /// How many times there are.
  package var count: Int
  /// The mean direction, in hours from midnight, 0 up to 24; missing where the directions cancel
  /// out.
  package var meanHour: Estimate<Double>
  /// The mean resultant length R: 1 where all times are the same, 0 where they cancel out.
  package var resultant: Double
  /// The circular standard deviation in hours: 0 where all times are the same; missing where they
  /// cancel out.
  package var deviationHours: Estimate<Double>
}
