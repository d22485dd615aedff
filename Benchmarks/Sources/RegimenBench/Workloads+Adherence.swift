import AdherenceAnalytics
import Scheduling

// The rows that evaluate adherence.
extension Workloads {
  static let adherence: [(name: String, make: @Sendable () throws -> Row)] = [
    ("weekly-keyed", { try KeyedCohort().row() }),
    ("nearest", { try DatasetRows().nearest() }),
    ("daily-1y", { try DailySeries(years: 1).row("daily-1y") }),
    ("daily-10y", { try DailySeries(years: 10).row("daily-10y") }),
    ("states", { try DatasetRows().states() }),
    ("window", { try WindowedEvents.hours().row("window", "windows of five hours, 200 years") }),
    (
      "window-1y",
      { try WindowedEvents.years(1).row("window-1y", "windows of two years, one year") }
    ),
    (
      "window-10y",
      { try WindowedEvents.years(10).row("window-10y", "windows of two years, ten years") }
    ),
  ]
}

/// A small seeded generator: the same numbers on every machine (SplitMix64).
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns `true` with a probability in per cent.
  mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}
