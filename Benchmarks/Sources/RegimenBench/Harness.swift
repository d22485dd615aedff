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
  /// The clock that counts.
  var clock = Clock.processor
  /// Does the work so many times; nothing else is in the measured time.
  var run: (Int) throws -> Void
  /// Reads off what the last of the runs left behind.
  var answer: () -> Answer
  /// The most memory that the last run took, in bytes, where it was a process of its own.
  var memory: (() -> Int)?

  /// What is measured.
  enum Clock {
    /// The CPU time of this process, which a busy machine disturbs little.
    case processor
    /// The time that passes, for work that other processes or several threads do.
    case wall
  }
}

/// One workload, and the systems that do it.
struct Row {
  /// What one figure is the time of.
  enum Unit: String, Codable {
    case occurrence, query, schedule, patient, outcome, chart, timing, megabyte
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
  /// How often each system is measured.
  var samples = 9
}

/// The time of one system on one row, of several samples.
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
  /// The most memory that a process of its own took.
  var megabytes: Double?
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

/// Measures systems beside each other.
enum Harness {
  private static let shortestSample = 20_000_000.0

  /// Measures the systems of a row one after the other.
  ///
  /// - Throws: ``WrongAnswer`` where any sample's answer is not the expected one.
  static func measure(_ row: Row, _ body: (Measurement) -> Void) throws {
    for system in row.systems {
      let runs = try warmUp(system, of: row)
      let times = try (0..<row.samples).map { _ in try sample(system, of: row, runs: runs) }
        .sorted()
      let perUnit = 1 / Double(runs * row.units)
      let expected = system.expected ?? row.expected
      body(
        Measurement(
          row: row.name, system: system.name, nanoseconds: times[times.count / 2] * perUnit,
          minimum: times[0] * perUnit, per: row.per, count: expected.count,
          checksum: expected.checksum, megabytes: system.memory.map { Double($0()) / 1e6 }))
    }
  }

  /// Finds how many runs make a sample long enough for the clock.
  private static func warmUp(_ system: System, of row: Row) throws -> Int {
    var runs = 1
    while try sample(system, of: row, runs: runs) < shortestSample { runs *= 2 }
    return runs
  }

  private static func sample(_ system: System, of row: Row, runs: Int) throws -> Double {
    let start = nanoseconds(system.clock)
    try system.run(runs)
    let time = nanoseconds(system.clock) - start
    let (expected, found) = (system.expected ?? row.expected, system.answer())
    guard found == expected else {
      throw WrongAnswer(place: "\(row.name) \(system.name)", expected: expected, found: found)
    }
    return time
  }

  private static func nanoseconds(_ clock: System.Clock) -> Double {
    var time = timespec()
    clock_gettime(clock == .processor ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
