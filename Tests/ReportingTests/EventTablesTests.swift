import AdherenceAnalytics
import Foundation
import Interchange
import Reporting
import TestSupport
import Testing

/// The tables of schedules that follow an event are those of the same dates written out.
@Suite struct EventTablesTests {
  @Test func allTablesAreTheSame() throws {
    let records = try Dataset(folder: try MonitoredFolder.path()).records
    #expect(!records.isEmpty)
    let following = try tables(of: records.map(\.followingEvents))
    let dated = try tables(of: records.map(\.onCalendar))
    #expect(following.keys.sorted() == dated.keys.sorted() && following.count >= 6)
    for (name, table) in following where name != "report.json" {
      #expect(table == dated[name], "\(name)")
    }
  }

  private func tables(of records: [CareRecord]) throws -> [String: Data] {
    let files = ReportFiles()
    var contents = ReportContents.withoutPage
    contents.tables.insert(.values)
    contents.rolling = [try #require(RollingWindow(days: 28))]
    try ReportFolder(files.path, format: .csv, contents: contents)
      .write(RecordList(records), try monitoringQuery(by: .week))
    return try files.contents()
  }
}
