import Foundation

/// What a system answered: how much, and a number or text in which an error would show.
struct Answer: Equatable {
  var count: Int
  var checksum: String
}

/// One way to do the work of a row.
struct System {
  var name: String
  /// What it answers where that is not the row's answer, as for a mere `memset`.
  var expected: Answer?
  /// Does the work so many times; nothing else is in the measured time.
  var run: (Int) throws -> Void
  /// Reads off what the last of the runs left behind.
  var answer: () -> Answer
}

/// One workload, and the systems that do it.
struct Row {
  /// What one figure is the time of.
  enum Unit: String, Codable {
    case occurrence, query, schedule, patient, outcome
  }

  var name: String
  var what: String
  var per: Unit
  /// How many of the unit one run has.
  var units: Int
  var expected: Answer
  var systems: [System]
  /// A folder with what scripts read, for this row alone; removed after it.
  var data: URL?
}

/// The time of one system on one row, of nine samples.
struct Measurement: Codable {
  var row: String
  var system: String
  /// The median, per unit.
  var nanoseconds: Double
  /// The shortest, per unit.
  var minimum: Double
  var per: Row.Unit
  var count: Int
  var checksum: String
}

/// A system answered wrongly, so that its time says nothing.
struct WrongAnswer: Error, CustomStringConvertible {
  var place: String
  var expected: Answer
  var found: Answer

  var description: String {
    "\(place): expected \(expected.count) with checksum \(expected.checksum), "
      + "found \(found.count) with checksum \(found.checksum)"
  }
}

/// Measures the CPU time of this process, so that a busy machine disturbs it little.
enum Harness {
  private static let samples = 9
  private static let shortestSample = 20_000_000.0

  /// Measures the systems of a row one after the other.
  ///
  /// - Throws: ``WrongAnswer`` where any sample's answer is not the expected one.
  static func measure(_ row: Row, _ body: (Measurement) -> Void) throws {
    for system in row.systems {
      let runs = try warmUp(system, of: row)
      let times = try (0..<samples).map { _ in try sample(system, of: row, runs: runs) }.sorted()
      let perUnit = 1 / Double(runs * row.units)
      let expected = system.expected ?? row.expected
      body(
        Measurement(
          row: row.name, system: system.name, nanoseconds: times[samples / 2] * perUnit,
          minimum: times[0] * perUnit, per: row.per, count: expected.count,
          checksum: expected.checksum))
    }
  }

  /// Finds how many runs make a sample long enough for the clock.
  private static func warmUp(_ system: System, of row: Row) throws -> Int {
    var runs = 1
    while try sample(system, of: row, runs: runs) < shortestSample { runs *= 2 }
    return runs
  }

  private static func sample(_ system: System, of row: Row, runs: Int) throws -> Double {
    let start = cpuNanoseconds()
    try system.run(runs)
    let time = cpuNanoseconds() - start
    let (expected, found) = (system.expected ?? row.expected, system.answer())
    guard found == expected else {
      throw WrongAnswer(place: "\(row.name) \(system.name)", expected: expected, found: found)
    }
    return time
  }

  private static func cpuNanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
