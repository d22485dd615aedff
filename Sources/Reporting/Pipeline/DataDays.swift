package import AdherenceAnalytics
package import Diagnostics
import Foundation
package import Scheduling

/// The days with recorded outcomes, from which a report's default days are derived.
package struct DataDays: Sendable {
  /// From the first day with an outcome to the day after the last; `nil` without outcomes.
  package private(set) var range: Range<CivilDate>?
  /// The first planned day, for a source that ends with its data.
  private var planned: CivilDate?
  /// The day after the last one of the observation; ``range`` may end one day later, if a dose of
  /// the last evening was taken after midnight.
  private var end: CivilDate?
  private var outcomes = ReadCount()
  private var problems = ProblemLog()

  private init() {}

  /// Finds the local days of a source's outcomes.
  ///
  /// - Parameters:
  ///   - source: The patients.
  ///   - boundary: The time at which a day ends.
  ///   - options: The selection of patients, and the number of threads.
  /// - Throws: `InputError` if the source cannot be read, or `CancellationError`.
  /// - Complexity: O(*n*) for *n* outcomes.
  package init(
    of source: some CohortSource, dayBoundary boundary: CivilTime, _ options: ReportOptions
  ) throws {
    if let times = (source as? any RecordedTimesSource)?.timesOnly {
      try self.init(reading: times, dayBoundary: boundary, options)
      if range != nil { return }
    }
    // Without a time, the counts and problems of whole records say why.
    try self.init(reading: source, dayBoundary: boundary, options)
  }

  private init(
    reading source: some CohortSource, dayBoundary boundary: CivilTime, _ options: ReportOptions
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

  /// Returns the default days of a report.
  ///
  /// For a source that ends with its data, they start with the first plan if that is before the
  /// first outcome, so that missed occurrences at the start count. They end with the last evening
  /// that has an outcome.
  ///
  /// - Throws: `InputError` if there are no outcomes, with the first problem if all were rejected.
  package func required() throws(InputError) -> Range<CivilDate> {
    if let range {
      let first = min(range.lowerBound, planned ?? range.lowerBound)
      return first..<max(end ?? range.upperBound, first.adding(days: 1))
    }
    if outcomes.rejected > 0 {
      throw .allOutcomesRejected(outcomes.rejected, first: problems.texts.first)
    }
    throw InputError(.unreadable(reason: "nothing was recorded: name the days"), field: "outcomes")
  }

  /// Returns the days of a report: the given ones, else those of the data.
  ///
  /// For a source that ends with its data, the days after the last recorded day of any patient are
  /// removed unless the moment of the report is given. A given end on the day of the last outcome
  /// is kept.
  ///
  /// - Parameters:
  ///   - from: The first day; `nil` for that of the data.
  ///   - to: The end (exclusive); `nil` for that of the data.
  ///   - asOf: The moment of the report; `nil` if none was given.
  ///   - source: The patients, read only if the days depend on the data.
  ///   - boundary: The time at which a day ends.
  ///   - options: The selection of patients, and the number of threads.
  /// - Returns: The days, and the given end if it was beyond the data.
  /// - Throws: `InputError` if there are no such days; errors of reading the source.
  package static func meant(
    from: CivilDate?, to: CivilDate?, asOf: Instant?, of source: some CohortSource,
    dayBoundary boundary: CivilTime, _ options: ReportOptions
  ) throws -> MeantDays {
    let range = try range(from: from, to: to, of: source, dayBoundary: boundary, options)
    guard let to, asOf == nil, source.endsWithItsData else { return MeantDays(range: range) }
    // All patients, selected or not: the data continue while any patient records.
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

  /// Returns the message for days without outcomes.
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

/// The days of a report.
package struct MeantDays: Hashable, Sendable {
  /// The days; the upper bound is exclusive.
  package var range: Range<CivilDate>
  /// The given end (exclusive), if the range was clipped to the data.
  package var clippedEnd: CivilDate?

  package init(range: Range<CivilDate>, clippedEnd: CivilDate? = nil) {
    (self.range, self.clippedEnd) = (range, clippedEnd)
  }

  /// The last day.
  package var lastDay: CivilDate { range.upperBound.adding(days: -1) }

  /// The warning about days that are not counted; empty if all are.
  package var warnings: [InputError] {
    guard let clippedEnd else { return [] }
    let rule = InputError.Rule(
      "beyondData",
      "lies beyond the data: the range ends on \(lastDay) with them (--as-of counts later days)",
      keepsRecord: true)
    return [InputError(.against(rule, text: "\(clippedEnd)"), parameter: "to")]
  }
}
