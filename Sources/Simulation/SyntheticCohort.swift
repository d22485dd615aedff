public import AdherenceAnalytics
public import Scheduling

/// A cohort of made-up patients, of any size, that is the same on every machine.
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
/// A record is a function of the seed, the days and its place alone: readers may work at once and in any
/// order, and the first patients of a large cohort are those of a small one. Nothing is kept, so that a
/// cohort takes the memory of its ids. <doc:Model> defines what is drawn and how often.
public struct SyntheticCohort: CohortSource {
  /// The ids of the patients, in order.
  public let patientIDs: [String]
  /// The number from which all else is drawn.
  public let seed: UInt64
  /// The days in which the patients are observed.
  public let range: Range<CivilDate>
  /// How many in a thousand doses everybody takes, from the first day to the last; `nil` draws that.
  let steadyRate: Int?
  let zones: ZoneChoice

  /// None: what is made up is sound.
  public var problems: [InputError] { [] }
  /// Nothing: all belongs to some patient.
  public var counts: RecordCounts { RecordCounts() }

  /// The most patients, whose ids have seven digits.
  static let limit = 10_000_000
  /// The most days: a century.
  static let dayLimit = 36_525

  /// Creates a cohort.
  ///
  /// - Parameters:
  ///   - patients: How many there are, at most ten million.
  ///   - days: For how long they are observed, at most a hundred years.
  ///   - seed: The number from which all is drawn.
  ///   - first: The first day, a Monday unless said otherwise.
  ///   - steadyRate: How many in a thousand doses everybody takes, 20 to 995, so that nobody changes: what
  ///     a signal says of such a cohort is a false alarm. `nil` draws how well each follows the plan.
  /// - Throws: `InputError` where a number is out of range or the system has no zone data.
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

  /// Ids have one length, so that their order is that of places.
  private static func id(at place: Int) -> String {
    let digits = String(place)
    return "P" + String(repeating: "0", count: 7 - digits.utf8.count) + digits
  }
}
