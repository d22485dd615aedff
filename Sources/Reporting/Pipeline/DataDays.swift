package import AdherenceAnalytics
import Foundation
package import Scheduling

/// The days on which anything was recorded, and those of a report that names none.
package struct DataDays: Sendable {
  /// From the first day with an outcome to the one behind the last; `nil` where nothing was recorded.
  package private(set) var range: Range<CivilDate>?
  /// The first day of any plan of a source that ends with its data.
  private var planned: CivilDate?
  /// The day behind the last one on which a plan was followed; ``range`` may end a day later, with a dose of the
  /// last evening that was taken after midnight.
  private var end: CivilDate?
  private var outcomes = ReadCount()
  private var problems = ProblemLog()

  private init() {}

  /// Looks for the days of a source's outcomes, by the patients' clocks.
  ///
  /// - Parameters:
  ///   - source: The patients.
  ///   - boundary: When a day ends.
  ///   - options: Whose outcomes, and in how many threads.
  /// - Throws: `InputError` where the source cannot be read, or `CancellationError`.
  /// - Complexity: O(*n*) for *n* outcomes, which are read once.
  package init(
    of source: some CohortSource, dayBoundary boundary: CivilTime, _ options: ReportOptions
  ) throws {
    let everything = AdherenceQuery(CivilDate.first..<CivilDate.last, by: .all)
    let source = CohortSubset(
      source, filter: options.filter, partition: options.partition, for: everything)
    let pipeline = options.pipeline(for: source.patientIDs.count, .days)
    let ends = source.endsWithItsData
    let workers = try pipeline.run(
      source, { Worker(boundary, endsWithItsData: ends) }, { _ in })
    problems.add(source.problems)
    outcomes = source.counts.outcomes
    for worker in workers { merge(worker.days) }
  }

  /// The days of a report that names none, of which there has to be one.
  ///
  /// Of a source that ends with its data, they begin with the first plan where this is before the first outcome: the
  /// plan was running, and nothing was done. They end with the last evening of which something was recorded.
  ///
  /// - Throws: `InputError` where nothing was recorded, which names the first problem where all was set aside.
  package func required() throws(InputError) -> Range<CivilDate> {
    if let range {
      let first = min(range.lowerBound, planned ?? range.lowerBound)
      return first..<max(end ?? range.upperBound, first.adding(days: 1))
    }
    if outcomes.setAside > 0 {
      throw .allOutcomesSetAside(outcomes.setAside, first: problems.texts.first)
    }
    throw InputError(.unreadable(reason: "nothing was recorded: name the days"), field: "outcomes")
  }

  /// The days of a report: those that were given, else those of the data.
  ///
  /// Of a source that ends with its data, the days after the last recorded day of any patient are left out
  /// unless a moment of the report is given. An end that is given on the day of the last outcome stays.
  ///
  /// - Parameters:
  ///   - from: The first day; `nil` for that of the data.
  ///   - to: The end (exclusive); `nil` for that of the data.
  ///   - asOf: The moment of the report; `nil` where none was given.
  ///   - source: The patients, whose outcomes are read where the data decide.
  ///   - boundary: When a day ends.
  ///   - options: Whose outcomes, and in how many threads.
  /// - Returns: The days, and the end that was given where it lies beyond the data.
  /// - Throws: `InputError` where there is no such day; what reading the source throws.
  package static func meant(
    from: CivilDate?, to: CivilDate?, asOf: Instant?, of source: some CohortSource,
    dayBoundary boundary: CivilTime, _ options: ReportOptions
  ) throws -> MeantDays {
    let range = try range(from: from, to: to, of: source, dayBoundary: boundary, options)
    guard let to, asOf == nil, source.endsWithItsData else { return MeantDays(range: range) }
    // A patient who stopped recording ends no range, so that the others count too.
    var everybody = options
    (everybody.filter, everybody.partition) = (nil, nil)
    let days = try DataDays(of: source, dayBoundary: boundary, everybody)
    guard let data = days.range, data.upperBound < to else { return MeantDays(range: range) }
    let end = try days.required().upperBound
    guard range.lowerBound < end else {
      throw InputError(.unreadable(reason: outside(data)), field: "outcomes")
    }
    return MeantDays(range: range.lowerBound..<end, clippedEnd: to)
  }

  private static func range(
    from: CivilDate?, to: CivilDate?, of source: some CohortSource,
    dayBoundary boundary: CivilTime, _ options: ReportOptions
  ) throws -> Range<CivilDate> {
    if let from, let to {
      if from < to { return from..<to }
      throw InputError(
        .outOfRange(text: "\(to)", rule: "come after the first day, \(from)"), parameter: "to")
    }
    let days = try DataDays(of: source, dayBoundary: boundary, options)
    let data = try days.required()
    let (from, to) = (from ?? data.lowerBound, to ?? data.upperBound)
    if from < to { return from..<to }
    throw InputError(.unreadable(reason: outside(days.range ?? data)), field: "outcomes")
  }

  /// Says that nothing was recorded on the days that are meant.
  package static func outside(_ data: Range<CivilDate>) -> String {
    "nothing was recorded on these days: the data are from \(data.lowerBound) to"
      + " \(data.upperBound.adding(days: -1))"
  }

  private mutating func merge(_ other: DataDays) {
    if let range = other.range { add(range) }
    if let day = other.planned { planned = min(planned ?? day, day) }
    if let day = other.end { end = max(end ?? day, day) }
    outcomes.merge(other.outcomes)
    problems.merge(other.problems)
  }

  private mutating func add(_ other: Range<CivilDate>) {
    guard let known = range else { return range = other }
    range =
      min(known.lowerBound, other.lowerBound)..<max(known.upperBound, other.upperBound)
  }

  private final class Worker: BlockWorker {
    private(set) var days = DataDays()
    private let boundary: CivilTime
    private let endsWithItsData: Bool
    let size = 0

    init(_ boundary: CivilTime, endsWithItsData: Bool) {
      (self.boundary, self.endsWithItsData) = (boundary, endsWithItsData)
    }

    func add(_ entry: CohortEntry) {
      var own = DataDays()
      own.outcomes = entry.counts.outcomes
      own.problems.add(entry.problems)
      let times = RecordedTimes(entry.record)
      own.range = times.bounds.map { day(of: $0.lowerBound)..<day(after: $0.upperBound) }
      if endsWithItsData {
        own.planned = times.firstPlannedDay
        own.end = times.end.map(day(after:))
      }
      days.merge(own)
    }

    private func day(of local: Int64) -> CivilDate {
      CivilDateTime(localSeconds: local).adding(seconds: -Int64(boundary.secondOfDay)).date
    }

    private func day(after local: Int64) -> CivilDate { day(of: local).adding(days: 1) }

    func take() {}
  }
}
