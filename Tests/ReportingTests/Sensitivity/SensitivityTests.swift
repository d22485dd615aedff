import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Interchange
import Reporting
import Scheduling
import TestSampling
import TestSupport
import Testing

/// `--grid`: the results for several definitions equal those of separate reports.
@Suite struct SensitivityTests {
  private static func query(_ period: CalendarPeriod = .all) throws -> AdherenceQuery {
    AdherenceQuery(try day("2025-01-06")..<day("2025-03-31"), by: period)
  }

  private static func source(_ seed: UInt64) throws -> RecordList {
    RecordList(try DrawnCohort(seed: seed).records)
  }

  private static let numbers = [
    "patients", "initiated", "followed", "discontinued", "persistenceMedian",
    "meanImplementation", "patientsWithHoliday", "adherentPatients", "adherentShare",
    "pooledRatio",
  ]

  @Test(
    "The row with the defaults has the figures of the ordinary tables",
    arguments: [0, 1, 28] as [UInt64])
  func defaults(_ seed: UInt64) throws {
    let written = try WrittenSensitivity(
      Self.source(seed), Self.query(), grid: ["gap-days=14,30", "threshold=0.8,0.9"])
    let rows = try written.rows("sensitivity").filter {
      $0["gapDays"] == "30" && $0["threshold"] == "0.8"
    }
    let cohort = try written.rows("cohort").filter { $0["taskGroup"] == "" && $0["carePlan"] == "" }
    #expect(rows.count == cohort.count)
    for (row, own) in zip(rows, cohort) {
      #expect(row["group"] == own["group"] && row["task"] == own["task"])
      #expect(row["patients"] == own["patients"] && row["pooledRatio"] == own["pooledRatio"])
      #expect(row["adherentPatients"] == own["adherentPatients"])
      #expect(row["adherentShare"] == own["adherentShare"])
    }
    try compareStatistics(rows, try written.object("cohort.json"))
  }

  private func compareStatistics(_ rows: [[String: String]], _ json: [String: Any]) throws {
    let tasks = try #require(json["tasks"] as? [String: [String: Any]])
    for row in rows where row["task"] != "(all)" {
      let (task, group) = (try #require(row["task"]), try #require(row["group"]))
      let own = try #require(
        group == "(all)"
          ? tasks[task]?["all"] as? [String: Any]
          : (tasks[task]?["groups"] as? [String: Any])?[group] as? [String: Any])
      for name in ["initiated", "followed", "discontinued"] {
        #expect(row[name] == (own[name] as? Int).map(String.init), "\(task) \(group) \(name)")
      }
    }
  }

  struct Example: CustomTestStringConvertible {
    var option: String
    var column: String
    var path: any WritableKeyPath<MeasureParameters, Int> & Sendable
    var testDescription: String { option }
  }

  @Test(
    "Two values in a grid are two separate reports",
    arguments: [
      Example(option: "gap-days", column: "gapDays", path: \.gapDays),
      Example(option: "grace-days", column: "graceDays", path: \.graceDays),
      Example(option: "holiday-days", column: "holidayDays", path: \.holidayDays),
    ].sampled(1))
  func separateReports(_ example: Example) throws {
    let source = try Self.source(3)
    let both = try WrittenSensitivity(source, Self.query(), grid: ["\(example.option)=3,9"]) {
      $0.gapDays = 5
    }.rows("sensitivity")
    var parts: [[[String: String]]] = []
    for value in [3, 9] {
      let one = try WrittenSensitivity(source, Self.query(), grid: ["threshold=0.8"]) {
        $0.gapDays = 5
        $0[keyPath: example.path] = value
      }
      parts.append(both.filter { $0[example.column] == "\(value)" })
      #expect(try parts.last == one.rows("sensitivity"))
    }
    let numbers = parts.map { rows in rows.map { row in Self.numbers.map { row[$0] } } }
    #expect(numbers[0] != numbers[1], "the parameter changes figures")
  }

  /// Means of the table of patients, which is written by one definition at a time.
  @Test("Means and counts are those of the patients' own measures", arguments: [5, 20])
  func patients(_ gap: Int) throws {
    let source = try Self.source(5)
    let grid = ["gap-days=5,20", "near-planned-minutes=30,120"]
    let both = try WrittenSensitivity(source, Self.query(), grid: grid)
    let one = try WrittenSensitivity(source, Self.query(), [.patients]) { $0.gapDays = gap }
    var compared = 0
    for row in try both.rows("sensitivity")
    where row["gapDays"] == "\(gap)" && row["nearPlannedMinutes"] == "120" {
      guard let task = row["task"], task != "(all)", row["group"] == "(all)" else { continue }
      compared += 1
      let own = try one.rows("patients").filter { $0["task"] == task }
      func mean(_ column: String) -> Double? {
        let values = own.compactMap { Double($0[column] ?? "") }
        return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
      }
      for (column, measure) in [
        ("meanImplementation", "implementation"), ("meanNearPlannedOfDone", "nearPlannedOfDone"),
        ("meanInterdoseNear", "interdoseNearOfIntervals"),
      ] {
        let (found, expected) = (Double(row[column] ?? ""), mean(measure))
        #expect(abs((found ?? -1) - (expected ?? -1)) < 2e-6, "\(task) \(column)")
      }
      #expect(row["initiated"] == "\(own.count { $0["initiated"] == "true" })")
      let holidays = own.count { (Int($0["drugHolidays"] ?? "") ?? 0) > 0 }
      #expect(row["patientsWithHoliday"] == "\(holidays)")
    }
    #expect(compared == 4)
  }

  @Test("Adherent patients are those whose ratio reaches each threshold")
  func thresholds() throws {
    let source = try Self.source(7)
    let shares = ["0.5", "2/3", "0.8", "1"]
    let written = try WrittenSensitivity(
      source, Self.query(), grid: ["threshold=\(shares.joined(separator: ","))"])
    for (place, share) in shares.enumerated() {
      let threshold = try #require(Share(share))
      let one = try WrittenSensitivity(source, Self.query()) { $0.threshold = threshold }
      let cohort = try one.rows("cohort").filter { $0["taskGroup"] == "" && $0["carePlan"] == "" }
      let rows = try written.rows("sensitivity")
      let own = rows.indices.filter { $0 % shares.count == place }.map { rows[$0] }
      for name in ["level", "threshold", "adherentPatients"] {
        #expect(own.map { $0[name] } == cohort.map { $0[name] }, "\(share) \(name)")
      }
    }
  }

  @Test(
    "No small count, and no small difference of two, is written with a smallest group",
    arguments: (0...11 as ClosedRange<UInt64>).sampled(3))
  func smallGroups(_ seed: UInt64) throws {
    let (smallest, grid) = (
      5, ["gap-days=3,7,14,30", "threshold=0.5,0.7,0.8,0.9", "restart=allowed,ends"]
    )
    let written = try WrittenSensitivity(
      Self.source(seed), Self.query(), grid: grid, smallest: smallest)
    let open = try WrittenSensitivity(Self.source(seed), Self.query(), grid: grid)
    let (rows, truth) = (try written.rows("sensitivity"), try open.rows("sensitivity"))
    #expect(rows.count == truth.count)
    let counts = [
      "patients", "initiated", "followed", "discontinued", "adherentPatients",
      "patientsWithHoliday",
    ]
    var shown: [[String?]: Set<Int>] = [:]
    for (row, own) in zip(rows, truth) {
      for name in counts {
        guard let value = Int(row[name] ?? "") else { continue }
        #expect(row[name] == own[name])
        #expect(value == 0 || value >= smallest, "\(name) is \(value)")
        shown[[row["group"], row["task"], name], default: []].insert(value)
      }
      let isOwn = row["gapDays"] == "30" && row["restart"] == "allowed"
      #expect(isOwn || row["meanImplementation"] == "" && row["persistenceMedian"] == "")
      if counts.contains(where: { row[$0] == "" && own[$0] != "" }) {
        #expect(row["withheld"] != "")
      }
    }
    for values in shown.values.map({ $0.sorted() }) {
      for (one, next) in zip(values, values.dropFirst()) {
        #expect(next - one >= smallest || one == 0)
      }
    }
    try expectNoSums(rows, truth, counts, smallest)
  }

  /// No count of a withheld group follows from those of the cohort and of the other groups.
  private func expectNoSums(
    _ rows: [[String: String]], _ truth: [[String: String]], _ counts: [String], _ smallest: Int
  ) throws {
    let places = Dictionary(grouping: rows.indices) { place in
      ["task", "gapDays", "threshold", "restart"].map { rows[place][$0] ?? "" }
    }
    for family in places.values {
      for name in counts {
        let whole = try #require(family.first { rows[$0]["group"] == "(all)" })
        guard Int(rows[whole][name] ?? "") != nil, let sum = Int(truth[whole][name] ?? "") else {
          continue
        }
        let groups = family.filter { rows[$0]["group"] != "(all)" }
        let rest = groups.reduce(sum) { $0 - (Int(rows[$1][name] ?? "") ?? 0) }
        #expect(rest == 0 || rest >= smallest, "\(name): \(rest) is left")
      }
    }
  }

  @Test("Shares that are merged have the table and the checklist of the whole")
  func merge() throws {
    let (source, files) = (try Self.source(9), ReportFiles())
    var contents = ReportContents([.cohort])
    contents.grid = try ParameterGrid(["gap-days=7,30"])
    contents.hasChecklist = true
    try ReportFolder("\(files.path)/whole", format: .csv, contents: contents)
      .write(source, Self.query())
    for index in 0..<3 {
      var options = ReportOptions()
      options.partition = Partition(index, of: 3)
      try ReportFolder("\(files.path)/\(index)", format: .csv, contents: contents)
        .write(source, Self.query(), options)
    }
    try ReportMerge((0..<3).map { "\(files.path)/\($0)" }).write(to: "\(files.path)/merged")
    let (whole, merged) = (try files.contents("whole"), try files.contents("merged"))
    #expect(whole.keys.contains("sensitivity.csv") && whole.keys.contains("emerge.json"))
    #expect(merged == whole)
  }
}
