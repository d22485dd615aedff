import Foundation

/// The result of a system: a count, and a checksum.
struct Answer: Equatable {
  var count: Int
  var checksum: String
}

/// An implementation of a row's workload.
struct System {
  var name: String
  /// The expected result if it differs from the row's, as for a mere `memset`.
  var expected: Answer?
  /// The clock used.
  var clock = Clock.processor
  /// Does the work a number of times; only this is measured.
  var run: (Int) throws -> Void
  /// Returns the result of the last run.
  var answer: () -> Answer
  /// The peak memory of the last run in bytes, for a separate process.
  var memory: (() -> Int)?

  /// The measured time.
  enum Clock {
    /// The CPU time of this process, which is little affected by a busy machine.
    case processor
    /// Wall-clock time, for work by other processes or several threads.
    case wall
  }
}

/// A workload with the systems that do it.
struct Row {
  /// The unit of a figure.
  enum Unit: String, Codable {
    case occurrence, query, schedule, patient, outcome, chart, timing, megabyte
  }

  var name: String
  var what: String
  var per: Unit
  /// The number of units per run.
  var units: Int
  var expected: Answer
  var systems: [System]
  /// A folder with input for scripts, removed after the row.
  var data: URL?
  /// The number of samples of each system.
  var samples = 9
  /// The file that makes the row, in `Sources`.
  var file: String

  init(
    name: String, what: String, per: Unit, units: Int, expected: Answer, systems: [System],
    data: URL? = nil, samples: Int = 9, file: String = #fileID
  ) {
    (self.name, self.what, self.per, self.units) = (name, what, per, units)
    (self.expected, self.systems, self.data) = (expected, systems, data)
    (self.samples, self.file) = (samples, file)
  }
}

/// The time of one system on one row over several samples.
struct Measurement: Codable {
  var row: String
  var system: String
  /// The median per unit.
  var nanoseconds: Double
  /// The minimum per unit.
  var minimum: Double
  var per: Row.Unit
  var count: Int
  var checksum: String
  /// The peak memory of a separate process.
  var megabytes: Double?
}

/// A system returned a wrong result, so that its time is meaningless.
struct WrongAnswer: Error, CustomStringConvertible {
  var place: String
  var expected: Answer
  var found: Answer

  var description: String {
    "\(place): expected \(expected.count) with checksum \(expected.checksum), "
      + "found \(found.count) with checksum \(found.checksum)"
  }
}

/// Measures systems.
enum Harness {
  private static let shortestSample = 20_000_000.0

  /// Measures the systems of a row one after the other.
  ///
  /// - Throws: ``WrongAnswer`` if the result of any sample is not the expected one.
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

  /// Returns the number of runs that make a sample long enough for the clock.
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
