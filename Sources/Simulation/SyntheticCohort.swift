public import AdherenceAnalytics
public import Diagnostics
public import Scheduling

/// A synthetic cohort of any size that is identical on every machine.
///
///     let cohort = try SyntheticCohort(patients: 1_000, days: 365, seed: 7)
///     var reader = cohort.makeReader()
///     try reader.read(0..<3) { entry in
///       print(entry.record.patient.id, entry.record.outcomes.count)
///     }
///     // P0000000 323
///     // P0000001 0
///     // P0000002 515
///
/// A record depends on the seed, the days and the patient's index only: readers may run
/// concurrently and in any order, and the first patients of a large cohort are those of a small
/// one. Records are not stored, so a cohort needs memory for its ids alone. <doc:Model> defines the
/// distributions.
public struct SyntheticCohort: CohortSource {
  /// The ids of the patients in ascending order.
  public let patientIDs: [String]
  /// The seed of the random numbers.
  public let seed: UInt64
  /// The observation period of the patients.
  public let range: Range<CivilDate>
  /// The constant rate of doses taken by every patient, per thousand; `nil` draws individual rates.
  let steadyRate: Int?
  let zones: ZoneChoice

  /// Always empty: synthetic records are valid.
  public var problems: [InputError] { [] }
  /// Always zero: every record belongs to a patient.
  public var counts: RecordCounts { RecordCounts() }

  /// The largest number of patients: ids have seven digits.
  static let limit = 10_000_000
  /// The largest number of days: a century.
  static let dayLimit = 36_525

  /// Creates a cohort.
  ///
  /// - Parameters:
  ///   - patients: The number of patients, at most ten million.
  ///   - days: The length of the observation period, at most a hundred years.
  ///   - seed: The seed of the random numbers.
  ///   - first: The first day; 2025-01-06 (a Monday) by default.
  ///   - steadyRate: The rate of doses that every patient takes, 20 to 995 per thousand. The rate
  ///     is constant, so that any detected change is a false alarm. `nil` draws a rate for each
  ///     patient.
  /// - Throws: `InputError` if a number is out of range or the system has no time zone data.
  public init(
    patients: Int, days: Int, seed: UInt64,
    from first: CivilDate = SyntheticCohort.firstDay, steadyRate: Int? = nil
  ) throws(InputError) {
    if let steadyRate, !(20...995).contains(steadyRate) {
      throw InputError(
        .outOfRange(text: "\(steadyRate)", rule: "be 20 to 995 in a thousand"), field: "rate")
    }
    try SyntheticCohort.check(patients, SyntheticCohort.limit, "patients")
    try SyntheticCohort.check(days, SyntheticCohort.dayLimit, "days")
    patientIDs = (0..<patients).map(SyntheticCohort.id)
    range = first..<first.adding(days: days)
    guard range.upperBound - first == days else {
      throw InputError(
        .outOfRange(text: "\(days)", rule: "end before the year 10000"), field: "days")
    }
    (self.seed, self.steadyRate) = (seed, steadyRate)
    zones = try ZoneChoice()
  }

  /// 2025-01-06, a Monday.
  public static let firstDay = CivilDate(dayNumber: 20_094)

  /// Makes a reader; each thread needs its own.
  public func makeReader() -> SyntheticReader { SyntheticReader(self) }

  private static func check(_ number: Int, _ limit: Int, _ field: String) throws(InputError) {
    guard 1...limit ~= number else {
      throw InputError(.outOfRange(text: "\(number)", rule: "be 1 to \(limit)"), field: field)
    }
  }

  /// Returns the id at an index; ids have one length, so that they sort by index.
  private static func id(at place: Int) -> String {
    let digits = String(place)
    return "P" + String(repeating: "0", count: 7 - digits.utf8.count) + digits
  }
}

/// A reader that generates the records of a synthetic cohort in reused memory.
public struct SyntheticReader: CohortReader {
  private let cohort: SyntheticCohort
  private let outcomes: OutcomeGenerator

  init(_ cohort: SyntheticCohort) {
    self.cohort = cohort
    outcomes = OutcomeGenerator(until: cohort.range.upperBound)
  }

  /// Generates the records at consecutive indices, in order.
  ///
  /// - Precondition: The indices are within the cohort.
  /// - Complexity: O(*n*) for *n* outcomes, regardless of the other patients.
  public mutating func read(
    _ places: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {
    for place in places { try body(entry(at: place)) }
  }

  private func entry(at place: Int) -> CohortEntry {
    var random = RandomNumbers(seed: cohort.seed, stream: UInt64(place))
    let traits = Traits(
      in: cohort.range, zones: cohort.zones, steadyRate: cohort.steadyRate, &random)
    var record = CareRecord(
      patient: traits.patient(id: cohort.patientIDs[place], in: zone(of: traits)),
      tasks: traits.tasks, holds: traits.holds)
    record.outcomes = outcomes.table(of: traits, record, &random)
    var counts = RecordCounts()
    counts.patients.read = 1
    counts.tasks.read = record.tasks.count
    counts.outcomes.read = record.outcomes.count
    counts.holds.read = record.holds.count
    return CohortEntry(record, counts: counts)
  }

  private func zone(of traits: Traits) -> Zone {
    traits.journey.map { cohort.zones.zone(of: traits.home, away: $0) } ?? traits.home
  }
}
