import AdherenceAnalytics
import Charts
import Diagnostics
import Foundation
import Interchange
import PlainWords
import Reporting
import SQLiteStore
import ScheduleFormats
import Scheduling
import Testing

/// The examples of the articles and the README, except the tutorials.
@Suite(.printsAsWritten) struct ArticleExamples: Examples {
  @Test func adherenceAnalytics() async throws {
    let taken = Outcome(task: "tablet", time: Instant("2025-01-06T07:10:00Z")!)
    let record = CareRecord(
      patient: Patient(id: "ann", zone: Zone("Europe/Berlin")!), tasks: [tablet], outcomes: [taken])
    let january = CivilDate("2025-01-01")!..<CivilDate("2025-02-01")!
    let weeks = record.adherence(AdherenceQuery(january, by: .week)).total.periods
    print(weeks[1].ratio!, weeks[0].ratioMissing!)  // 0.14285714285714285 noOccurrences
  }

  @Test func charts() async throws {
    let weeks = AdherenceQuery(monday..<monday.adding(days: 28), by: .week)
    let result = record.adherence(weeks)
    let chart = ChartData.bars(of: result.total, over: result.spans, title: "Tablet")
    print(chart.summary)  // 4 weeks, 7.1 % of 28 due done; lowest 2025-W03 with 0 %.

    let specification = chart.vegaLite()  // any page with Vega-Lite shows it
    let rows = chart.csv()  // for spreadsheets and statistics
    print(try ChartData(vegaLite: specification).csv() == rows)  // true

    let look = ChartLook(theme: .paper, width: 800, height: 400)
    print(chart.svg(look).hasPrefix("<svg"), chart.plotly(look).hasPrefix("{"))  // true true
    print(chart.caption)  // Tablet. 4 weeks, 7.1 % of 28 due done; lowest 2025-W03 with 0 %.
  }

  @Test func foreignTables() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("caps.csv")
    let caps = "Patient;Zeitpunkt;Menge\nA1;06.01.2025 08:05;1,5\nB2;06.01.2025 08:00;1,5\n"
    try caps.write(toFile: path, atomically: true, encoding: .utf8)

    var columns = EventColumns()
    columns.form.times = .dayFirst
    let source = try EventFiles([path], columns, EventPlan("twice daily"))
    print(source.patientIDs, source.assumptions.count)  // ["A1", "B2"] 2

    do {
      _ = try EventFiles([path], EventColumns(), EventPlan("twice daily"))
    } catch {
      if case .undecided(let question) = error.problem { print(question) }
      // Is '06.01.2025 08:05' in 'Zeitpunkt' day and month, or month and day? --time-format dmy or --time-format mdy decides.
    }
  }

  @Test func manyPatients() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("out")
    let query = AdherenceQuery(monday..<monday.adding(days: 14))

    var options = ReportOptions()
    options.jobs = 2
    try ReportFolder(path, format: .csv).write(DatasetFolder("Datasets/monitoring"), query, options)
  }

  @Test func manyPatients2() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("out")
    let query = AdherenceQuery(monday..<monday.adding(days: 14))

    try await ReportFolder(path, format: .csv).write(MemoryStore([record]), query)
  }

  @Test func sqliteStore() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("trial.sqlite")

    let store = try SQLiteStore(path)
    try store.load(contentsOf: DatasetFolder("Datasets/monitoring"))
    let noon = Instant("2025-03-01T12:00:00Z")!
    try await store.add(.outcome(Outcome(task: "walk", time: noon), of: "P000"))

    let snapshot = try store.snapshot()
    var reader = try snapshot.makeReader()
    try reader.read(0..<1) { entry in
      print(entry.record.patient.id, entry.record.outcomes.count)  // P000 232
    }
  }

  @Test func plainWords() async throws {
    let newYear = CivilDate("2024-01-01")!
    let words = "every 2 weeks on Mon & Fri at 8 am until 2025-03-01"
    print(try Schedule(words: words, from: newYear).summary)
    // every 2 weeks on Monday and Friday at 08:00, until 1 March 2025
    do { _ = try Schedule(words: "evry day") } catch { print(error) }
    // is not understood at 'evry' (did you mean 'every'?); try 'every day'
  }

  @Test func scheduling() async throws {
    var tablet = ScheduleElement("tablet", from: CivilDateTime("2025-03-08T08:00:00")!)
    tablet.recurrence = .every(ISODuration(days: 1))

    let occurrences = try Occurrences(of: Schedule([tablet]), in: Zone("America/New_York")!)
    let weekend = Instant("2025-03-08T05:00:00Z")!..<Instant("2025-03-10T04:00:00Z")!
    for occurrence in occurrences.starting(in: weekend) { print(occurrence.start) }
    // 2025-03-08T13:00:00Z
    // 2025-03-09T12:00:00Z
  }

  @Test func stores() async throws {
    let store = MemoryStore()
    try await store.add(.patient(Patient(id: "ann", zone: Zone("America/New_York")!)))
    try await store.add(.task(tablet, of: "ann"))

    let query = AdherenceQuery(monday..<monday.adding(days: 7))
    for await record in await store.records(matching: CareQuery()) {
      print(record.patient.id, record.adherence(query).total.periods[0].ratio!)  // ann 0.0
    }
  }

  @Test func readme() {
    var tablet = ScheduleElement("tablet", from: CivilDateTime("2025-03-08T08:00:00")!)
    tablet.recurrence = .every(ISODuration(days: 1))
    let record = CareRecord(
      patient: Patient(id: "ann", zone: Zone("America/New_York")!),
      tasks: [CareTask(id: "tablet", schedule: Schedule([tablet]))],
      outcomes: [Outcome(task: "tablet", time: Instant("2025-03-09T12:10:00Z")!)])
    let days = CivilDate("2025-03-08")!..<CivilDate("2025-03-10")!
    print(record.adherence(AdherenceQuery(days)).total.periods[0].ratio!)  // 0.5
  }
}
