import AdherenceAnalytics
import Scheduling
import TestSupport

/// Patients made up from a seed.
struct RefillWorld {
  var random: Seeded

  init(seed: UInt64) { random = Seeded(state: seed) }

  /// A patient with fills of two classes, of two drugs or without one, in the year after
  /// 2030-01-01, some on the same day.
  mutating func record() throws -> RefillRecord {
    let start = try day("2030-01-01")
    let count = Int.random(in: 1...12, using: &random)
    let fills = (0..<count).map { _ in
      Fill(
        start.adding(days: Int.random(in: 0...365, using: &random)),
        days: Double([10, 30, 30, 60, 90].randomElement(using: &random) ?? 30),
        dose: [1, 2, 4].randomElement(using: &random),
        drug: ["x", "y", nil].randomElement(using: &random) ?? nil,
        drugClass: Bool.random(using: &random) ? "a" : "b")
    }
    return RefillRecord(patient: "1", fills: fills)
  }

  /// Gives each fill a supply of some parts of a day, up to 90 days.
  mutating func cutSupplies(of record: inout RefillRecord, parts: Int) {
    for place in record.fills.indices {
      record.fills[place].days =
        Double(Int.random(in: 1...90 * parts, using: &random)) / Double(parts)
    }
  }

  /// Stays of up to 20 days in the same year, which may touch and overlap.
  mutating func stays() throws -> [Stay] {
    let start = try day("2030-01-01")
    return (0..<Int.random(in: 0...4, using: &random)).map { _ in
      let first = start.adding(days: Int.random(in: 0...365, using: &random))
      return Stay(first...first.adding(days: Int.random(in: 0...20, using: &random)))
    }
  }
}
