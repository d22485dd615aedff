import AdherenceAnalytics
import Diagnostics
import Foundation
import Interchange
import Reporting
import Scheduling
import TestSupport
import Testing

@Suite struct ReportFolderTests {
  /// The files of the weekly report on the golden cohort.
  private static let files = Result {
    let files = ReportFiles()
    try write(.csv, try monitoring(), to: files.path)
    return try files.contents()
  }

  private static func write(
    _ format: TableFormat, _ source: some CohortSource, to folder: String
  ) throws {
    try ReportFolder(folder, format: format, contents: .withoutPage)
      .write(source, try monitoringQuery(by: .week))
  }

  private func lines(_ file: String) throws -> [Substring] {
    let data = try #require(try ReportFolderTests.files.get()[file])
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
  }

  @Test func adherenceHasARowForEveryPatientTaskAndPeriodWithAnything() throws {
    let rows = try lines("adherence.csv")
    #expect(
      rows[0] == """
        patient,group,level,task,period,periodStart,periodEnd,due,done,partial,missed,declined,excused,\
        onHold,cancelled,pending,outstanding,unscheduled,eventsTooSoon,early,inWindow,late,\
        doneAfterExpiry,untimed,progress,ratio,ratioMissing,quotaDue,quotaDone,uses,asNeededAmount,\
        breaches,taskGroup,carePlan,valueSum,creditedSum,targetSum,units
        """)
    let files = ReportFiles()
    var contents = ReportContents([.adherence])
    contents.hasEmptyPeriods = true
    try ReportFolder(files.path, format: .csv, contents: contents)
      .write(try monitoring(), try monitoringQuery(by: .week))
    let data = try #require(try files.contents()["adherence.csv"])
    let all = String(decoding: data, as: UTF8.self).split(separator: "\n")
    #expect(all.count == 1 + 200 * 4 * 52)
    let zeros = /(,0(\.0+)?){18},,noOccurrences(,0(\.0+)?){5},,(,0?){3},/
    let told = all.filter { !$0.contains(zeros) }
    #expect(rows == told && told.count < all.count * 2 / 3)
    #expect(
      rows[1]
        == "P000,A,task,med,2025-W03,2025-01-13,2025-01-20,7,2,0,5,0,0,0,0,0,0,0,0,0,2,0,0,0,2.000000,0.285714,,0.000000,0.000000,0,0.000000,0,,,2,2,7,dose"
    )
    #expect(rows.contains { $0.contains(",,allOnHold,") })
  }

  @Test func cohortHasARowForEveryGroupTaskAndPeriod() throws {
    let rows = try lines("cohort.csv")
    #expect(
      rows[0] == """
        level,group,task,period,periodStart,periodEnd,patients,patientsWithoutRatio,due,done,pooledRatio,\
        meanRatio,min,q05,q10,q25,median,q75,q90,q95,max,adherentPatients,adherentShare,threshold,\
        taskGroup,carePlan
        """)
    #expect(rows.count == 1 + 3 * 4 * 52)
  }

  /// The same rows in every format.
  @Test func formatsAgree() throws {
    let (files, source) = (ReportFiles(), try someRecords())
    let formats = [TableFormat.csv, .ndjson, .json]
    for format in formats {
      try ReportFolderTests.write(format, source, to: "\(files.path)/\(format)")
    }
    let all = try formats.map { format in
      let data = try #require(try files.contents("\(format)")["adherence.\(format)"])
      return String(decoding: data, as: UTF8.self).split(separator: "\n")
    }
    let (csv, ndjson, json) = (all[0], all[1], all[2])
    #expect(csv.count == ndjson.count + 1)
    #expect(json.dropFirst().dropLast().map { $0.hasSuffix(",") ? $0.dropLast() : $0 } == ndjson)
    let first = try #require(
      try JSONSerialization.jsonObject(with: Data(ndjson[0].utf8)) as? [String: Any])
    #expect(Set(first.keys) == Set(csv[0].split(separator: ",").map(String.init)))
  }

  @Test func reportSaysHowTheNumbersCameAbout() throws {
    let data = try #require(try ReportFolderTests.files.get()["report.json"])
    let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let parameters = try #require(report["parameters"] as? [String: Any])
    #expect(parameters["asOf"] as? String == "2025-12-31T22:00:00Z")
    #expect(parameters["dayBoundary"] as? String == "03:00")
    let records = try #require(report["records"] as? [String: Any])
    #expect(
      records["outcomes"] as? [String: Int] == ["read": 46_853, "rejected": 0, "withWarnings": 0])
    let result = try #require(report["result"] as? [String: Int])
    #expect(result["due"] == 64_768)
    #expect(result["done"] == 44_140)
    #expect((report["engine"] as? [String: String])?["version"] == Engine.version)
  }

  @Test func onlyFinishedFilesStay() throws {
    #expect(
      try ReportFolderTests.files.get().keys.sorted()
        == [
          "adherence.csv", "cohort.csv", "cohort.json", "flags.csv", "patients.csv", "phases.csv",
          "report.json",
        ])
  }

  @Test func aFolderThatCannotBeMadeIsAnError() throws {
    let error = #expect(throws: InputError.self) {
      try ReportFolder("/dev/null/report", format: .csv)
        .write(try monitoring(), try monitoringQuery(by: .week))
    }
    #expect(
      error?.description == "/dev/null/report: cannot be written: the folder cannot be created")
  }
}
