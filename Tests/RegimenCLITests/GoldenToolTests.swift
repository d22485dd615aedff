import Foundation
import TestSupport
import Testing

/// Some patients of the cohort compared with an independent reference, through the tool with one
/// record per line.
@Suite struct GoldenToolTests {
  /// Once and twice a day, by day and by night, across both clock changes, with and without a hold.
  ///
  /// No dose is taken at a skipped local time: the reference counts it on the day to which it was
  /// moved, and the rules on the day for which it was planned.
  private static let patients = ["P000", "P003", "P004", "P017", "P101", "P107"]
  private static let range = [
    "--from", "2025-01-01", "--to", "2026-01-12", "--day-boundary", "03:00", "--as-of",
    "2025-12-31T22:00:00Z",
  ]

  private static func rows(_ file: String) throws -> [[String: String]] {
    let lines = try MonitoredFolder.lines(of: file, patients)
    let columns = lines[0].split(separator: ",").map(String.init)
    return lines.dropFirst().map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Dictionary(uniqueKeysWithValues: zip(columns, fields)).filter { !$0.value.isEmpty }
    }
  }

  /// The patients as lines of records.
  private static let records = Result {
    let tasks = try MonitoredFolder.lines(of: "tasks.ndjson", patients)
    let (outcomes, holds) = (try rows("outcomes.csv"), try rows("holds.csv"))
    return try rows("patients.csv").map { patient in
      let id = patient["id"] ?? ""
      let own = tasks.filter { $0.contains("\"\(id)\"") }.joined(separator: ", ")
      let lists = [("outcomes", outcomes), ("holds", holds)].map { name, rows in
        let entries = rows.filter { $0["patient"] == id }.map(object).joined(separator: ", ")
        return "\"\(name)\": [\(entries)]"
      }
      let parts = ["\"patient\": \(object(patient))", "\"tasks\": [\(own)]"] + lists
      return "{\(parts.joined(separator: ", "))}\n"
    }.joined()
  }

  private static func object(_ row: [String: String]) -> String {
    let fields = row.filter { $0.key != "patient" }.map { name, text in
      name == "value" ? "\"value\": \(text)" : "\"\(name)\": \"\(text)\""
    }
    return "{\(fields.joined(separator: ", "))}"
  }

  private static func expected() throws -> [Row] {
    let url = Tool.repository.appending(path: "Datasets/golden/mems/expected.json")
    let all = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? Row
    let list = all?["patients"] as? [Row] ?? []
    return list.filter { patients.contains($0["id"] as? String ?? "") }
  }

  private typealias Row = [String: Any]

  private static func answer(_ arguments: [String]) throws -> [Row] {
    let result = try Tool.run(arguments, input: try records.get())
    #expect(result.status == 0)
    return try parse(result.lines)
  }

  private static func parse(_ lines: [Substring]) throws -> [Row] {
    try lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Row)
    }
  }

  private static let weeklyLines = Result {
    try Tool.run(
      ["report", "--records", "-"] + range + [
        "--by", "week", "--rolling", "7d", "--breakdown", "slot", "--breakdown", "weekday",
        "--tables", "adherence,patients", "--scoring", "summed", "--numerator", "progress",
        "--measures", "streaks,days,composites",
      ], input: try records.get()
    ).lines
  }

  private static func weeks() throws -> [Row] { try parse(try weeklyLines.get()) }

  /// The rows of a patient's task: by period, rolling, by breakdown or of the whole range.
  private func rows(_ all: [Row], of patient: String, _ task: String?, with key: String) -> [Row] {
    all.filter { row in
      row["patient"] as? String == patient && row["task"] as? String == task ?? "(all)"
        && row[key] != nil
        && (key != "period" || row["rolling"] == nil)
    }
  }

  @Test func weeksAndMonths() throws {
    let monthly = try GoldenToolTests.answer(
      ["report", "--records", "-"] + GoldenToolTests.range + ["--by", "month"])
    let weekly = try GoldenToolTests.weeks()
    for patient in try GoldenToolTests.expected() {
      let id = patient["id"] as? String ?? ""
      for (name, all) in [("weekly", weekly), ("monthly", monthly)] {
        let ours = rows(all, of: id, "med", with: "period").filter { $0["due"] as? Int != 0 }
          .map { "\($0["period"] ?? "") \($0["due"] ?? "") \($0["done"] ?? "")" }
        let theirs = (patient[name] as? [[Any]] ?? []).map { "\($0[0]) \($0[1]) \($0[2])" }
          .filter { !$0.hasSuffix(" 0 0") }
        #expect(ours == theirs, "\(name) of \(id)")
      }
    }
  }

  @Test func rollingWeeks() throws {
    let all = try GoldenToolTests.weeks()
    for patient in try GoldenToolTests.expected() {
      let id = patient["id"] as? String ?? ""
      let rolling = try #require(patient["rolling7"] as? Row)
      let values = try #require(rolling["values"] as? [Any]).map { $0 as? Double }
      let rows = rows(all, of: id, "med", with: "rolling")
      let start = try #require(
        rows.firstIndex { $0["period"] as? String == rolling["from"] as? String })
      let ours = rows[start...].prefix(values.count).map { $0["ratio"] as? Double }
      #expect(agree(ours, values), "\(id)")
    }
  }

  private func agree(_ ours: [Double?], _ theirs: [Double?]) -> Bool {
    ours.count == theirs.count
      && zip(ours, theirs).allSatisfy { ours, theirs in
        guard let ours, let theirs else { return ours == nil && theirs == nil }
        return abs(ours - theirs) <= 1e-9 * abs(theirs)
      }
  }

  @Test func slotsAndWeekdays() throws {
    let all = try GoldenToolTests.weeks()
    for patient in try GoldenToolTests.expected() {
      let id = patient["id"] as? String ?? ""
      let parts = rows(all, of: id, "med", with: "breakdown")
      let slots = parts.filter { $0["breakdown"] as? String == "slot" }
      let ratios = try #require(patient["slotAdherence"] as? [Double])
      #expect(agree(slots.map { $0["ratio"] as? Double }, ratios), "\(id)")
      let weekdays = parts.filter { $0["breakdown"] as? String == "weekday" }
      let counts = try #require(patient["weekday"] as? [Row])
      #expect(
        weekdays.map { [$0["due"] as? Int, $0["done"] as? Int] }
          == counts.map { [$0["expected"] as? Int, $0["taken"] as? Int] }, "\(id)")
    }
  }

  @Test func streaksDosingDaysAndComposites() throws {
    let all = try GoldenToolTests.weeks()
    let counts = [
      ("due", "expected"), ("done", "taken"), ("missed", "missed"),
      ("onHold", "excusedOcc"), ("eventsTooSoon", "droppedMinWait"),
      ("currentStreak", "currentStreak"),
      ("longestStreak", "longestTakenStreak"), ("longestMissed", "longestMissedRun"),
      ("longestPerfectDays", "longestPerfectDayStreak"),
      ("currentPerfectDays", "currentPerfectDayStreak"), ("evaluableDays", "evaluableDays"),
      ("overuseDays", "overuseDays"), ("underuseDays", "underuseDays"), ("zeroDays", "zeroDays"),
    ]
    for patient in try GoldenToolTests.expected() {
      let id = patient["id"] as? String ?? ""
      let row = try #require(rows(all, of: id, "med", with: "longestStreak").first)
      for (ours, theirs) in counts {
        #expect(row[ours] as? Int == patient[theirs] as? Int, "\(ours) of \(id)")
      }
      let days = try #require(row["evaluableDays"] as? Int)
      for name in ["correctDosingDaysByDate", "correctDosingDays", "daysWithAtLeastDue"] {
        let count = try #require(row[name] as? Int)
        let share = try #require(patient[name] as? Double)
        #expect(abs(Double(count) / Double(days) - share) < 1e-9, "\(name) of \(id)")
      }
      let total = try #require(rows(all, of: id, nil, with: "pooledOverTasks").first)
      let composite = try #require(patient["composite"] as? Row)
      for (ours, theirs) in [
        ("pooledOverTasks", "micro"), ("meanOfTaskRatios", "macro"), ("dailyMean", "dailyMean"),
      ] {
        #expect(
          agree([total[ours] as? Double], [composite[theirs] as? Double]), "\(ours) of \(id)")
      }
      #expect(total["days"] as? Int == composite["days"] as? Int, "\(id)")
    }
  }

  /// Every occurrence has its state, and every event its time.
  @Test func events() throws {
    let all = try GoldenToolTests.answer(
      ["events", "--records", "-"] + GoldenToolTests.range + ["--only-task", "med"])
    for patient in try GoldenToolTests.expected() {
      let id = patient["id"] as? String ?? ""
      let rows = all.filter { $0["patient"] as? String == id }
      func count(_ state: String) -> Int { rows.count { $0["state"] as? String == state } }
      #expect(count("done") == patient["taken"] as? Int, "\(id)")
      #expect(count("missed") == patient["missed"] as? Int, "\(id)")
      #expect(count("onHold") == patient["excusedOcc"] as? Int, "\(id)")
      let extra = rows.count { $0["disposition"] as? String == "extra" }
      #expect(extra == patient["extra"] as? Int, "\(id)")
      let due = rows.count { $0["due"] as? Bool == true }
      #expect(due == patient["expected"] as? Int, "\(id)")
      let starts = rows.compactMap { $0["start"] as? String }
      #expect(starts == starts.sorted(), "\(id)")
    }
  }
}
