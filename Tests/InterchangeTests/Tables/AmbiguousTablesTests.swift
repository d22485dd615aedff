import AdherenceAnalytics
import Diagnostics
import Scheduling
import Testing

@testable import Interchange

/// Tables that could silently give a wrong ratio: each causes a question or warning.
@Suite struct AmbiguousTablesTests {
  /// A table with a phrase of the expected question or warning.
  struct Example: CustomTestStringConvertible {
    var testDescription: String { rows[0] + ": " + words }
    var rows: [String]
    var words: String

    init(_ rows: String..., warns words: String) { self.init(rows, warns: words) }

    init(_ rows: [String], warns words: String) { (self.rows, self.words) = (rows, words) }
  }

  /// Returns the questions and warnings of a table of doses at 08:00 and 20:00.
  private func warnings(
    _ rows: [String], columns: EventColumns = EventColumns(),
    _ schedule: String = "every day at 08:00 and 20:00"
  ) throws -> String {
    let input = try EventFilesTests.input(rows.joined(separator: "\n") + "\n")
    let result = Result { try EventFiles([input], columns, EventPlan(schedule)).problems }
    switch result {
    case .success(let problems): return problems.map(\.description).joined(separator: "; ")
    case .failure(let error): return "\(error)"
    }
  }

  private static let unused = [
    Example(
      "id,date,took_med", "a,2025-03-13,1", "a,2025-03-14,-99", "a,2025-03-15,0",
      warns: "'took_med' has '-99'"),
    Example(
      "id,date,Q1", "a,2025-03-13,Yes", "a,2025-03-14,No", "a,2025-03-15,Don't know",
      warns: "Does 'Q1'"),
    Example(
      "id,date,how", "a,2025-03-13,Taken", "a,2025-03-14,Was travelling", warns: "Does 'how'"),
    Example(
      "id,date,time", "a,2025-03-13,08:00", "a,2025-03-14,missed", "a,2025-03-15,08:30",
      warns: "'time' has times and words such as 'missed'"),
    Example(
      "id,planned,actual", "a,2025-03-13 08:00,missed", "a,2025-03-14 08:00,2025-03-14 08:10",
      "a,2025-03-15 08:00,missed", warns: "'actual' has times and words"),
    Example(
      "id,planned,delay_min", "a,2025-03-13 08:00,10", "a,2025-03-13 20:00,",
      warns: "'planned' has planned times"),
    Example(
      "id,time,event_type", "a,2025-03-13 08:00,OPEN", "a,2025-03-13 10:00,HEARTBEAT",
      warns: "Does 'event_type'"),
    Example(
      "id,time,type", "a,2025-03-13 08:00,1", "a,2025-03-13 10:30,2", warns: "Does 'type'"),
    Example(
      "id,date,comment", "a,2025-03-13,", "a,2025-03-14,I forgot it again", warns: "Does 'comment'"),
    Example(
      "id,date,reason_missed", "a,2025-03-13,", "a,2025-03-14,travel",
      warns: "Does 'reason_missed'"),
    Example(
      "id,when,taken,deleted", "a,2025-03-13 08:00,yes,FALSE", "a,2025-03-13 20:00,yes,TRUE",
      warns: "'deleted' marks 1 row that may be excluded"),
    Example(
      "id,date,missed_doses", "a,2025-03-13,0", "a,2025-03-14,2",
      warns: "'missed_doses' counts missed doses"),
    Example(
      "id,date,doses today", "a,2025-03-13,both", "a,2025-03-14,none", warns: "Does 'doses today'"),
    Example(
      "id,week,Mon,Tue,Wed", "a,2025-03-10,1,0,1", "a,2025-03-17,1,1,1",
      warns: "days of the week"),
    Example(
      "date,ann,bob", "2025-03-13,Y,N", "2025-03-14,Y,Y", "2025-03-15,N,N", warns: "Does 'ann'"),
    Example(
      "id,date,dose 1 taken,dose 2 taken", "a,2025-03-13,yes,no", "a,2025-03-14,no,no",
      warns: "'dose 1 taken' and 'dose 2 taken' may each be the status of a dose"),
    Example(
      "id,date,t1,t2", "a,2025-03-13,1,0", "a,2025-03-14,0,1",
      warns: "'t1' and 't2' may each be the status of a dose"),
    Example(
      "id,time,swallowed", "a,2025-03-13 08:00,7", "a,2025-03-13 20:00,0",
      warns: "Does 'swallowed'"),
    Example(
      "id,time,status", "a,2025-03-13 08:00,taken", "a,2025-03-13 20:00,none",
      warns: "'status' has 'none': was the dose taken?"),
    Example(
      "id,date,taken", "a,2025-03-13,0 taken", "a,2025-03-14,2 taken",
      warns: "'taken' has '0 taken', '2 taken': was the dose taken?"),
    Example(
      "id,time,tablets", "a,2025-03-13 08:00,1", "a,2025-03-13 20:00,",
      warns: "'tablets' is empty in 1 row that counts as taken"),
  ]

  private static let cells = [
    Example(
      "id,date,morning,evening", "a,2025-03-13,1,2", "a,2025-03-14,1,1", warns: "codes, or how much"
    ),
    Example(
      "id,2025-03-13,2025-03-14,2025-03-15", "a,1,2,9", "b,1,1,2", warns: "codes, or how much"),
    Example(
      "id,2025-03-13,2025-03-14,2025-03-15", "a,1,0.5,0", warns: "codes, or how much"),
    Example(
      "id,2025-03-13,2025-03-14,2025-03-15", "a,1,1,", "b,1,1,",
      warns: "2 empty cells before the first value of a row or after the last"),
    Example(
      "id,date,doses_taken", "a,2025-03-13,2", "a,2025-03-14,", "a,2025-03-15,1",
      warns: "'doses_taken' has 1 empty cell"),
    Example(
      "id,week_start,doses_taken", "a,2025-03-10,12", "a,2025-03-17,14",
      warns: "Doses of a week need a row for each day"),
    Example(
      "id,date,doses_taken", "a,2025-03-13,2", "a,2025-03-14,1", "a,2025-03-14,1",
      warns: "1 row repeats a day without a time"),
    Example(
      "id,date,amount", "a,2025-03-13,2 tablets", "a,2025-03-14,1 tablet",
      warns: "(--layout counts)"
    ),
    Example(
      "id,date,taken", "a,2025-03-13,Y", "a,2025-03-14,N", "a,2025-03-15,Y",
      warns: "days have at most one row without a time, but the plan has 2 doses"),
  ]

  /// Times that are not those of doses taken.
  private static let times = [
    Example(
      "id,date,first,second", "a,2025-03-13,08:00,20:00", "a,2025-03-14,08:05,",
      warns: "Which column has the time of a dose: 'first', 'second'?"),
    Example(
      ["id,scheduled,taken"] + (13...15).map { "a,2025-03-\($0) 08:00,2025-03-\($0) 00:00" },
      warns: "'taken' has midnight in 3 rows"),
    Example("id,missed_at", "a,2025-03-13 08:00", warns: "times of doses that were missed"),
    Example(
      ["id,when"] + (13...17).flatMap { ["a,2025-03-\($0) 8:01", "a,2025-03-\($0) 8:40"] },
      warns: "no time is after 12:59, but the schedule has doses at 20:00"),
    Example(
      "id,2025-03-13,2025-03-14,2025-03-16", "a,1,0,1",
      warns: "1 day between the columns of days without one"),
  ]

  private static let others = [
    Example(
      "id,date,time,ampm", "a,2025-03-13,8:05,AM", "a,2025-03-13,8:10,PM",
      warns: "'ampm' has AM and PM"),
    Example(
      "id,when", "a,25-03-13 08:05", "a,25-03-13 20:05", "a,25-03-14 08:05",
      warns: "Is '25-03-13 08:05' in 'when' year, month and day?"),
    Example(
      "id,start_date,study_day,taken", "a,2025-03-13,1,Y", "a,2025-03-13,2,N", "b,2025-03-14,1,Y",
      warns: "It counts days of a study from 'start_date'"),
    Example(
      "id,time_utc", "a,2025-03-13 08:00", "a,2025-03-13 20:00", warns: "named after UTC"),
    Example(
      "id,ts", "a,2025-03-13T08:00:00+00:00", "a,2025-03-13T20:00:00+00:00", warns: "are in UTC"),
    Example(
      "id,when,taken", "a,2025-03-13 08:00,Taken", "a,2025-03-13 08:00,Missed",
      "a,2025-03-14 08:00,Taken", warns: "1 row contradicts another"),
    Example(
      "id,when,drug", "a,2025-03-13 08:00,Aspirin 100 mg", "a,2025-03-14 08:00,Aspirin 100mg",
      warns: "tasks differ only in case, spaces, marks or leading zeros"),
    Example(
      "id,when", "1,2025-03-13 08:00", "1.0,2025-03-14 08:00", warns: "ids differ only in case"),
    Example(
      "id,when", "P-1,2025-03-13 08:00", "P_1,2025-03-14 08:00", warns: "ids differ only in case"),
    Example(
      "id,when", "P-1,2025-03-13 08:00", "P1,2025-03-14 08:00", warns: "ids differ only in case"),
    Example(
      "id,when", "P1,2025-03-13 08:00", "Ｐ１,2025-03-14 08:00", warns: "ids differ only in case"),
    Example(
      "patient,2025-03-13,2025-03-14,2025-03-15", "a,1,0,1", "b,1,0,0", "Total,2,0,1",
      warns: "must not be a label of totals"),
  ]

  @Test(arguments: unused + cells + times + others)
  func `open questions are reported`(_ example: Example) throws {
    let warnings = try warnings(example.rows)
    #expect(warnings.contains(example.words), "\(warnings)")
  }

  /// Returns a header and rows of five days, each of which takes the place of `DD`.
  private static func daily(_ header: String, _ rows: String...) -> [String] {
    let days = (13...17).flatMap { day in rows.map { $0.replacing("DD", with: "\(day)") } }
    return [header] + days
  }

  /// Columns unrelated to doses cause no question.
  @Test(arguments: [
    ["id,when,battery,site note", "a,2025-03-13 08:00,63,ok so far", "a,2025-03-13 20:00,62,fine"],
    ["id,when,arm,age", "a,2025-03-13 08:00,A,63", "b,2025-03-13 20:00,B,51"],
    ["id,when,device,weekday", "a,2025-03-13 08:00,cap 1,Thu", "a,2025-03-14 20:00,cap 2,Fri"],
    ["id,when,pain_score", "a,2025-03-13 08:00,0", "a,2025-03-13 20:00,3"],
    ["id,when,minutes_late", "a,2025-03-13 08:00,0", "a,2025-03-13 20:00,15"],
    ["id,when,night_waking", "a,2025-03-13 08:00,0", "a,2025-03-13 20:00,2"],
    ["id,date,start_time,end_time", "a,2025-03-13,08:00,08:10", "a,2025-03-13,20:00,20:05"],
    ["id,when", "0000-00-001,2025-03-13 08:00", "0000-00-002,2025-03-13 08:00"],
    daily("id,when", "a,2025-03-DD 8:01 AM", "a,2025-03-DD 8:40 AM"),
    daily("id,when", "a,2025-03-DD 08:01", "a,2025-03-DD 08:40"),
    daily("id,when", "a,2025-03-DD 8:01 -05:00", "a,2025-03-DD 8:40 -05:00"),
  ])
  func `other columns are ignored`(_ rows: [String]) throws {
    #expect(try warnings(rows).isEmpty)
  }

  /// Times and days that fit the plan cause no question.
  @Test(arguments: [
    (
      daily("id,scheduled,taken", "a,2025-03-DD 23:00,2025-03-DD 00:00"), "every day at 23:00"
    ),
    (["id,2025-03-13,2025-03-14,2025-03-17", "a,1,0,1"], "weekdays"),
  ])
  func `the plan explains midnights and missing days`(_ rows: [String], _ schedule: String) throws {
    #expect(try warnings(rows, schedule).isEmpty)
  }

  /// Answered questions are not repeated.
  @Test func answers() throws {
    let rows = ["id,date,morning,evening", "a,2025-03-13,1,2", "a,2025-03-14,2,1"]
    var columns = EventColumns()
    columns.statusWords.set("2", .missed)
    #expect(try warnings(rows, columns: columns).isEmpty)
    let events = ["id,when,kind of event", "a,2025-03-13 08:00,x1", "a,2025-03-13 20:00,x2"]
    #expect(try !warnings(events).isEmpty)
    columns.status = "none"
    #expect(try warnings(events, columns: columns).isEmpty)
  }

  /// Empty cells of times of day are missed doses, if no cell is one explicitly.
  @Test func emptyTimesMeanNotTaken() throws {
    let input = try EventFilesTests.input(
      "id,date,morning,evening\na,2025-03-13,,\na,2025-03-14,08:05,\na,2025-03-15,,\n")
    let files = try EventFiles([input], EventColumns(), EventPlan("every day at 08:00 and 20:00"))
    var reader = files.makeReader()
    var count = 0
    try reader.read(0..<1) { count = $0.record.outcomes.count }
    #expect(count == 6 && files.problems.isEmpty)
    #expect(files.assumptions.contains { $0.hasPrefix("5 doses not taken (empty cells") })
  }

  @Test func asksWhetherTaskIsContent() throws {
    var columns = EventColumns()
    columns.task = "statin"
    let rows = ["id,when,drug", "a,2025-03-13 08:00,statin", "a,2025-03-13 08:00,aspirin"]
    #expect(try warnings(rows, columns: columns).contains("'statin' is not a column"))
  }
}
