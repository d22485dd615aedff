import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Diagnostics
import Foundation
import Interchange
import PlainWords
import ScheduleFormats
import Scheduling
import TestSampling
import Testing

@testable import Reporting

/// A mutated record is evaluated or rejected with an error; it never ends the process, and does not
/// affect the rows of the next record.
@Suite struct MutatedRecordTests {
  /// The number of mutated records; REGIMEN_MUTATIONS asks for more.
  static let count =
    ProcessInfo.processInfo.environment["REGIMEN_MUTATIONS"].flatMap { Int($0) }
    ?? (isExhaustive ? 1200 : 30)
  static let shards = 4

  @Test(arguments: 0..<MutatedRecordTests.shards) func nothingTraps(_ shard: Int) throws {
    let samples = try SampleRecords.nodes()
    let log = FileManager.default.temporaryDirectory.appending(path: "mutated-record-\(shard).json")
    var asked = HostileQuestions()
    var read = 0
    for seed in stride(from: shard, to: Self.count, by: Self.shards) {
      var mutator = RecordMutator(seed: UInt64(seed))
      let line = mutator.mutated(samples[seed % samples.count]).line
      // Where the process ends after all, the last record is here.
      try Data("\(seed)\t\(line)\n".utf8).write(to: log)
      guard let record = try? RecordLine(line).record else { continue }
      read += 1
      try asked.ask(record, seed: seed, mutator.draw(HostileQuestions.query))
      if read.isMultiple(of: 100) { asked.finish() }
    }
    asked.finish()
    try FileManager.default.removeItem(at: log)
    #expect(read > Self.count / Self.shards / 8, "many mutated records can be read")
  }

  /// The unmutated samples are valid, so that mutations start from records that are evaluated.
  @Test func samplesAreSound() throws {
    for node in try SampleRecords.nodes() {
      let line = try RecordLine(node.line)
      let rejected = line.problems.filter { !$0.problem.keepsRecord }
      #expect(rejected.isEmpty, "\(line.record.patient.id)")
      let patient = line.record.adherence(AdherenceQuery(HostileQuestions.plain))
      #expect(patient.problems.isEmpty)
      #expect(patient.tasks.contains { series in series.periods[0] != Adherence() })
    }
  }
}

/// Every path that a record takes through a report, its events, its charts and the expansion.
private struct HostileQuestions {
  private var part: PartialCohort?
  private static let contents: ReportContents = {
    var contents = ReportContents([.adherence, .patients, .statistics, .page])
    contents.breakdowns = Breakdown.allCases
    contents.rolling = [RollingWindow(days: 7)].compactMap(\.self)
    contents.measures = Set(MeasureGroup.allCases)
    contents.parameters.resamples = 10
    return contents
  }()
  /// The forms that need no other program.
  private static let writers = ChartFormat.allCases.filter { $0 != .png && $0 != .pdf }
    .map { ChartWriter(format: $0) }

  static let plain =
    CivilDate(dayNumber: 20_094)..<CivilDate(dayNumber: 20_154)  // 2025-01-06 and 60 days

  /// A question whose answer has few occurrences, about days at which something may be wrong.
  static func query(_ values: inout HostileValues) -> AdherenceQuery {
    let starts = [
      "0001-01-01", "2011-12-20", "2025-01-06", "2025-01-06", "2400-02-01", "9999-11-20",
    ]
    let start = CivilDate(values.pick(starts)) ?? .first
    var query = AdherenceQuery(
      start..<start.adding(days: values.pick([0, 1, 20, 60])),
      by: values.pick(CalendarPeriod.allCases))
    query.dayBoundary = values.pick([
      .midnight, CivilTime(secondOfDay: 10_800), .init(secondOfDay: 86_399),
    ])
    query.scoring = values.pick(Scoring.allCases)
    query.denominator = values.pick(Denominator.allCases)
    query.numerator = values.pick(Numerator.allCases)
    query.weekStart = values.pick(Weekday.allCases)
    if values.happens(oneIn: 2) { query.asOf = Instant(values.instant()) }
    if values.happens(oneIn: 4) { query.asKnownAt = Instant(values.instant()) }
    query.occurrenceLimit = 2000
    return query
  }

  mutating func ask(_ record: CareRecord, seed: Int, _ query: AdherenceQuery) throws {
    try report(record, query)
    _ = EventTable.rows(of: record, query)
    try draw(record, query, seed: seed)
    try expand(record, query)
    #expect(throws: Never.self) { _ = record.orphans }
  }

  /// The report of the record, and that of a sound one by the same worker.
  private mutating func report(_ record: CareRecord, _ query: AdherenceQuery) throws {
    let task = ReportTask(query, Self.contents, .csv, options: ReportOptions())
    let sound = try Self.sound.get()
    let (alone, shared) = (ReportWorker(task), ReportWorker(task))
    shared.add(CohortEntry(record, counts: record.counts))
    _ = shared.take()
    if query.period == .week, query.range == Self.plain { merge(shared.part, query) }
    alone.add(sound)
    shared.add(sound)
    #expect(shared.take().tables.map(\.bytes) == alone.take().tables.map(\.bytes))
  }

  private static let sound = Result {
    let record = try RecordLine(SampleRecords.nodes()[0].line).record
    return CohortEntry(record, counts: record.counts)
  }

  /// Only parts of one question are of one cohort.
  private mutating func merge(_ other: PartialCohort, _ query: AdherenceQuery) {
    guard query.numerator == .done, query.weekStart == .monday else { return }
    if part == nil { part = other } else { part?.merge(other) }
  }

  /// The statistics of the patients so far.
  mutating func finish() {
    defer { part = nil }
    guard let collection = part?.collection else { return }
    _ = CohortStatistics(collection, Self.contents.cohortParameters, jobs: 1)
  }

  /// Each chart in one form, by turns, and some pages.
  private func draw(_ record: CareRecord, _ query: AdherenceQuery, seed: Int) throws {
    let charts = PatientCharts(CompiledRecord(record, query), Self.contents.parameters)
    for (place, chart) in try charts.charts(ChartSelection()).enumerated() {
      _ = try? Self.writers[(seed / 4 + place) % Self.writers.count].bytes(of: chart.chart)
    }
    guard seed.isMultiple(of: 10) else { return }
    let worker = PageWorker(ReportTask(query, Self.contents, options: ReportOptions()))
    worker.add(CohortEntry(record, counts: record.counts))
    _ = worker.take()
  }

  private func expand(_ record: CareRecord, _ query: AdherenceQuery) throws {
    for task in record.tasks {
      var request = ExpansionRequest(
        .schedule(task.schedule), from: .local(CivilDateTime(date: query.range.lowerBound)),
        to: .local(CivilDateTime(date: query.range.upperBound)))
      request.zone = record.patient.zone
      request.limit = 500
      guard case .ofSchedule(let occurrences, let rows)? = try? request.answer().rows else {
        continue
      }
      request.overlap = true
      _ = try? request.answer()
      if !task.schedule.isDistinct { _ = try request.count() }
      for row in rows.prefix(20) {
        let key = occurrences.key(of: row)
        #expect(occurrences.end(of: row) >= row.start)
        #expect(occurrences.occurrence(for: key) != nil, "\(key)")
      }
      _ = (task.schedule.summary, try? task.schedule.iCalendar)
    }
  }
}
