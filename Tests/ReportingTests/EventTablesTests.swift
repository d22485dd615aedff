import AdherenceAnalytics
import Foundation
import Interchange
import Reporting
import Scheduling
import TestSupport
import Testing

/// The tables of schedules that follow an event are those of the same dates written out.
@Suite struct EventTablesTests {
  @Test func allTablesAreTheSame() throws {
    let records = try Dataset(folder: try MonitoredFolder.path()).records.map(Enrolled.init)
    #expect(!records.isEmpty)
    let following = try tables(of: records.map(\.following))
    let dated = try tables(of: records.map(\.dated))
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

/// A record whose elements follow the patient's enrolment, and the record with their dates.
private struct Enrolled {
  var following: CareRecord
  var dated: CareRecord

  init(_ record: CareRecord) {
    (following, dated) = (record, record)
    let zone = record.patient.zone
    let starts = record.tasks.flatMap(\.schedule.elements).map { $0.start.civil(in: zone).date }
    let enrolment = starts.min() ?? .first
    following.namedEvents = [
      NamedEvent("enrolment", at: .local(CivilDateTime(date: enrolment)))
    ]
    for task in record.tasks.indices {
      for (index, element) in record.tasks[task].schedule.elements.enumerated() {
        let start = element.start.civil(in: zone)
        let days = EventOffset(ISODuration(days: start.date - enrolment))
        following.tasks[task].schedule.elements[index].after = EventAnchor(
          EventTime("enrolment", offset: days, at: element.times.isEmpty ? start.time : nil),
          which: .first)
        dated.tasks[task].schedule.elements[index].id += "@enrolment#1"
      }
    }
    let outcomes = OutcomeTable(
      record.outcomes.map { outcome in
        var outcome = outcome
        outcome.key?.element += "@enrolment#1"
        return outcome
      })
    (following.outcomes, dated.outcomes) = (outcomes, outcomes)
  }
}
