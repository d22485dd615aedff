import Foundation
import Testing

@testable import AdherenceStatistics

@Suite struct ClockAnglesTests {
  /// The tables against the sine and cosine of every second of the day.
  @Test func directionsAreThoseOfSineAndCosine() {
    var worst = 0.0
    ClockAngles.all.withTables { coarse, fine in
      for second in UInt32(0)..<86_400 {
        let direction = ClockAngles.direction(of: second, coarse, fine)
        let angle = 2 * Double.pi * Double(second) / 86_400
        worst = max(worst, abs(direction.x - cos(angle)), abs(direction.y - sin(angle)))
      }
    }
    #expect(worst < 2e-15)
  }
}
