import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Interchange
import Reporting
import Scheduling
import Testing

/// The examples of the essential types of `Reporting`.
@Suite(.printsAsWritten) struct ReportingExamples: Examples {
  @Test func cohortReport() async throws {
    let query = AdherenceQuery(CivilDate("2025-01-13")!..<CivilDate("2025-03-10")!, by: .week)

    let report = try CohortReport(of: DatasetFolder("Datasets/monitoring"), query)
    let all = report.whole.rows[0]
    print(report.patients, all.pooled.due, all.adherentPatients)  // 200 8317 58
    print(all.pooled.ratio!)  // 0.7547192497294698
  }

  @Test func reportFolder() async throws {
    let query = AdherenceQuery(CivilDate("2025-01-13")!..<CivilDate("2025-03-10")!, by: .week)
    let place = try TemporaryFolder()
    let path = place.path("report")

    let folder = ReportFolder(path, format: .csv, contents: ReportContents([.adherence, .cohort]))
    let report = try folder.write(DatasetFolder("Datasets/monitoring"), query)
    print(report.patients)  // 200
    print(try FileManager.default.contentsOfDirectory(atPath: path).sorted())
    // ["adherence.csv", "cohort.csv", "report.json"]
  }

  @Test func reportContents() async throws {
    var contents = ReportContents([.adherence, .patients])
    contents.measures = [.taking, .timing]
    print(contents.tables.count)  // 2
  }

  @Test func reportOptions() async throws {
    let query = AdherenceQuery(CivilDate("2025-01-13")!..<CivilDate("2025-03-10")!, by: .week)

    var options = ReportOptions()
    options.filter = try PatientFilter("P00*")
    options.grouping = .zone
    options.jobs = 1
    let report = try CohortReport(of: DatasetFolder("Datasets/monitoring"), query, options)
    print(report.patients)  // 10
  }

  @Test func reportMerge() async throws {
    let query = AdherenceQuery(CivilDate("2025-01-13")!..<CivilDate("2025-03-10")!, by: .week)
    let place = try TemporaryFolder()
    let path = place.path("shares")
    let source = try DatasetFolder("Datasets/monitoring")
    let tables = ReportContents([.adherence])

    var options = ReportOptions()
    for share in 0..<2 {
      options.partition = Partition(share, of: 2)
      let folder = ReportFolder("\(path)/\(share)", format: .csv, contents: tables)
      try folder.write(source, query, options)
    }
    let whole = try ReportMerge(["\(path)/0", "\(path)/1"]).write(to: "\(path)/whole")
    print(whole.patients)  // 200
  }

  @Test func reportTable() async throws {
    for column in ReportTable.adherence.columns.prefix(3) {
      print(column.name, column.type.rawValue)
    }
    // patient text
    // group text
    // level text
  }
}
