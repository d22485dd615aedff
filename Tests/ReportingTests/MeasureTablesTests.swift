import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Reporting
import TestSupport
import Testing

/// The measures and statistics of a report against the golden data, column by column.
@Suite struct MeasureTablesTests {
  /// The columns of `patients.csv`, and where the reference has them.
  private static let columns = [
    "events": "events", "extra": "extra", "takingAdherence": "takingAdherence",
    "correctDosing": "correctDosingDays", "latenessMean": "lateness.mean",
    "latenessSd": "lateness.sd", "latenessQ25": "lateness.q25", "latenessMedian": "lateness.median",
    "latenessQ75": "lateness.q75", "latenessMeanAbs": "lateness.meanAbs",
    "latenessMedianAbsDeviation": "lateness.mad", "nearPlannedOfDue": "nearPlannedOfDue",
    "nearPlannedOfDone": "nearPlannedOfDone", "interdoseCount": "interdose.count",
    "interdoseMeanHours": "interdose.meanHours", "interdoseSdHours": "interdose.sdHours",
    "interdoseCv": "interdose.cv", "interdoseMaxHours": "interdose.maxHours",
    "interdoseNearOfIntervals": "interdose.within25OfIntervals",
    "interdoseNearOfDue": "interdose.within25OfPrescribed",
    "interdoseTooShort": "interdose.tooShort", "interdoseTooLong": "interdose.tooLong",
    "initiationDelayHours": "initiationDelayHours", "daysAfterLast": "daysAfterLast",
    "persistenceDays": "persistenceDays", "implementationDue": "implementationDue",
    "implementationDone": "implementationDone",
    "implementation": "implementation", "drugHolidays": "drugHolidays.count",
    "drugHolidayDays": "drugHolidays.days", "longestDrugHoliday": "drugHolidays.longest",
    "rollingMin": "rolling7Min", "theilSenSlopePerWeek": "trend.theilSen",
    "mannKendallS": "trend.mannKendall.S", "kendallTauB": "trend.kendallTauB",
    "missMiss": "transitions.missMiss",
    "missTake": "transitions.missTake", "takeMiss": "transitions.takeMiss",
    "takeTake": "transitions.takeTake", "pMissGivenMiss": "transitions.pMissGivenMiss",
    "pMissGivenTaken": "transitions.pMissGivenTaken", "catchUpDoubleDoses": "catchUpDoubleDoses",
    "forgivenessCoverage": "forgivenessCoverage", "timeAboveThreshold": "pkTimeAboveHalfTrough",
  ]

  @Test func columnsHoldWhatTheirNamesSay() throws {
    let (files, golden) = (ReportFiles(), try Self.golden())
    var contents = ReportContents([.patients, .statistics])
    contents.measures = Set(MeasureGroup.allCases).subtracting([.targets])
    contents.parameters = .ofReference
    try ReportFolder(files.path, format: .ndjson, contents: contents)
      .write(try monitoring(), try monitoringQuery(by: .all))
    let all = try #require(golden["patients"] as? [[String: Any]])
    let rows = try lines(try files.contents()["patients.ndjson"]).filter {
      $0["task"] as? String == "med"
    }
    try #require(rows.count == 200 && all.count == 200)
    // In the night in which clocks change, doses at 02:30 count on another day in the reference.
    for (row, expected) in zip(rows, all) where row["slots"] as? String != "02:30" {
      for (column, path) in Self.columns {
        let (found, value) = (row[column] as? Double, number(at: path, of: expected))
        #expect(isNear(found, value), "\(expected["id"] ?? ""): \(column) is \(found as Any)")
      }
    }
    try check(try files.contents()["cohort.json"], golden)
  }

  /// Statistics in which no patient's day plays a part.
  private func check(_ data: Data?, _ golden: [String: Any]) throws {
    let object = try JSONSerialization.jsonObject(with: try #require(data))
    for (path, expected) in [
      "all.summary.meanRatio": "cohort.all.mean", "groups.A.summary.sd": "cohort.A.sd",
      "groups.B.summary.q25": "cohort.B.quantiles.2", "all.summary.skew": "cohort.all.skew",
      "all.bootstrapMean.bca.0": "cohort.all.bootstrapMean.bca.0",
      "all.bootstrapMean.percentile.1": "cohort.all.bootstrapMean.percentile.1",
      "comparisons.0.mannWhitney.p": "cohort.compareAB.mannWhitneyP",
      "comparisons.0.mannWhitney.cliffsDelta": "cohort.compareAB.cliffsDelta",
      // Of one pair the adjusted probability is that of the test.
      "comparisons.0.mannWhitney.pHolm": "cohort.compareAB.mannWhitneyP",
    ] {
      let (found, value) = (
        number(at: "tasks.med.\(path)", of: object), number(at: expected, of: golden)
      )
      #expect(found != nil && isNear(found, value), "\(path) is \(found as Any)")
    }
  }

  private static func golden() throws -> [String: Any] {
    let file = URL(filePath: monitoringPath).deletingLastPathComponent()
      .appending(path: "golden/mems/expected.json")
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    return try #require(object as? [String: Any])
  }

  private func lines(_ data: Data?) throws -> [[String: Any]] {
    try String(decoding: try #require(data), as: UTF8.self).split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  private func number(at path: String, of object: Any) -> Double? {
    var object: Any? = object
    for key in path.split(separator: ".").map(String.init) {
      if let list = object as? [Any], let index = Int(key) {
        object = list.indices.contains(index) ? list[index] : nil
      } else {
        object = (object as? [String: Any])?[key]
      }
    }
    return object as? Double
  }

  private func isNear(_ a: Double?, _ b: Double?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return abs(a - b) <= 1e-9 * max(1e-3, abs(a), abs(b))
  }
}
