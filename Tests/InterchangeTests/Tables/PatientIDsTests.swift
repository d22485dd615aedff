import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import Testing

@testable import Interchange

/// Ids shared by several patients, and lists of patients with other ids than the events.
@Suite struct PatientIDsTests {
  private func files(
    _ text: String, _ plan: EventPlan = EventPlan("every day at 08:00"), folds: Bool? = nil
  ) throws -> EventFiles {
    var columns = EventColumns()
    columns.rules.foldsIDs = folds
    return try EventFiles([try EventFilesTests.input(text)], columns, plan)
  }

  private static let days = (3...5).map { "2025-03-0\($0) 08:00" }

  /// Returns rows of a patient at a site.
  private static func rows(_ site: String, _ id: String) -> [String] {
    days.map { "\(site),\(id),\($0)" }
  }

  /// A header, the sites and ids of patients, and the column of sites if ids are of several.
  private typealias SiteExample = (
    head: String, ids: [(site: String, id: String)], column: String?
  )

  private static let sites: [SiteExample] = [
    ("site,subject", [("Bern", "P1"), ("Köln", "P1")], "site"),
    ("Centre,subject", [("1", "P7"), ("2", "P7")], "Centre"),
    ("site,subject", [("Bern", "P1"), ("Köln", "P2")], nil),
    // The same site in another spelling.
    ("site,subject", [("Bern", "P1"), ("bern", "P1"), ("BERN ", "P1")], nil),
    ("site,subject", [("", "P1"), ("Bern", "P1")], nil),
    ("color,subject", [("red", "P1"), ("blue", "P1")], nil),
  ]

  @Test(arguments: sites)
  func `ids used at several sites are a warning`(
    _ header: String, _ patients: [(site: String, id: String)], _ field: String?
  ) throws {
    let rows = patients.enumerated().flatMap { number, patient in
      // No row repeats another.
      PatientIDsTests.days.map {
        "\(patient.site),\(patient.id),\($0.replacing("08:", with: "0\(number + 7):"))"
      }
    }
    let text = ([header + ",when"] + rows).joined(separator: "\n") + "\n"
    let problems = try files(text).problems
    #expect(problems.map(\.field) == [field].compactMap(\.self))
    #expect(problems.map(\.problem.kind) == (field == nil ? [] : ["severalSites"]))
  }

  @Test func `an id at several sites counts once, however it is written`() throws {
    let rows = PatientIDsTests.rows("Bern", "P1") + PatientIDsTests.rows("Köln", "p1")
    let text = (["site,subject,when"] + rows).joined(separator: "\n") + "\n"
    let problems = try files(text, folds: true).problems
    #expect(problems.map(\.problem.kind).contains("severalSites"))
    #expect(problems.contains { "\($0)".contains("for 1 id,") }, "\(problems)")
  }

  struct List: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var rows: [String]
    /// The ids of the events.
    var recorded: [String]
    /// The ids of all patients.
    var ids: [String]
    /// The expected warning; `nil` for none.
    var problem: String?
  }

  static let lists = [
    List(
      testDescription: "names before ids",
      rows: ["name,id,start", "Ann,1,2025-03-03", "Bo,2,2025-03-03"],
      recorded: ["1", "2"], ids: ["1", "2"]),
    List(
      testDescription: "names that the events have", rows: ["name,id", "Ann,1", "Bo,2", "Cy,3"],
      recorded: ["Ann", "Bo"], ids: ["Ann", "Bo", "Cy"]),
    List(
      testDescription: "a column that no name tells", rows: ["file,key", "x,1", "y,2", "z,3"],
      recorded: ["1", "2"], ids: ["1", "2", "3"]),
    List(
      testDescription: "a name that is certain", rows: ["patient,key", "x,1", "y,2"],
      recorded: ["1", "2"], ids: ["1", "2", "x", "y"],
      problem: "has 0 of the 2 ids of the data among its 2 patients"),
    List(
      testDescription: "half of the ids", rows: ["id", "1", "2"], recorded: ["1", "3"],
      ids: ["1", "2", "3"]),
    List(
      testDescription: "fewer than half", rows: ["id", "1", "2"], recorded: ["1", "3", "4"],
      ids: ["1", "2", "3", "4"], problem: "'in the data 3 and in the list 1'"),
  ]

  @Test(arguments: lists)
  func `ids missing from the list of patients are a warning`(_ list: List) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "list-\(UUID()).csv").path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data((list.rows.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path))
    var plan = EventPlan("every day at 08:00")
    plan.patients = try PlannedPatient.list(path: path)
    let rows = list.recorded.flatMap { id in PatientIDsTests.days.map { "\(id),\($0)" } }
    let files = try files((["subject,when"] + rows).joined(separator: "\n") + "\n", plan)
    #expect(files.patientIDs == list.ids)
    #expect(files.problems.count == (list.problem == nil ? 0 : 1))
    if let words = list.problem {
      #expect("\(files.problems)".contains(words), "\(files.problems)")
      #expect(files.problems.first?.problem.kind == "unlistedPatients")
    }
  }

  @Test func `a list of patients has their observation periods`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "list-\(UUID()).csv").path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let rows = [
      "id,observedFrom,observedTo,endCause", "1,2025-01-06,2025-01-08,Device returned", "2,,,",
      "3,,2025-01-31,moved away",
    ]
    try Data((rows.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path))
    var plan = EventPlan("every day at 08:00")
    plan.patients = try PlannedPatient.list(path: path)
    let events = (["subject,when"] + PatientIDsTests.days.map { "1,\($0)" }).joined(separator: "\n")
    let source = try files(events + "\n", plan)
    var periods: [ObservationPeriod] = []
    var reader = source.makeReader()
    try reader.read(0..<3) { periods.append($0.record.patient.observation) }
    #expect(
      periods == [
        ObservationPeriod(
          from: CivilDate("2025-01-06"), to: CivilDate("2025-01-08"), endCause: .deviceReturned),
        ObservationPeriod(),
        ObservationPeriod(to: CivilDate("2025-01-31"), endCause: EndCause(rawValue: "movedAway")),
      ])
  }

  @Test func `rows of events have the observation periods of their patients`() throws {
    let rows = [
      "subject,when,Observed from,censor_date,end reason", "1,2025-01-06,2025-01-05,,",
      "1,2025-01-07,,2025-01-20,death", "1,2025-01-08,2025-01-05,2025-01-21,death",
      "2,2025-01-08,,,", "3,,,2025-01-31,",
    ]
    let source = try files(rows.joined(separator: "\n") + "\n", EventPlan("every day at 08:00"))
    var periods: [ObservationPeriod] = []
    var problems: [InputError] = []
    var reader = source.makeReader()
    try reader.read(0..<3) {
      periods.append($0.record.patient.observation)
      problems += $0.problems
    }
    #expect(
      periods == [
        ObservationPeriod(
          from: CivilDate("2025-01-05"), to: CivilDate("2025-01-20"), endCause: .death),
        ObservationPeriod(), ObservationPeriod(to: CivilDate("2025-01-31")),
      ])
    #expect(problems.map(\.field) == ["censor_date"] && problems.map(\.line) == [4])
  }

  @Test func `a last day before the first is an error of its row`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "list-\(UUID()).csv").path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("id,observedFrom,observedTo\n1,2025-01-06,2025-01-05\n".utf8).write(
      to: URL(filePath: path))
    let error = #expect(throws: InputError.self) { try PlannedPatient.list(path: path) }
    #expect(error?.line == 2 && error?.field == "observedTo")
    #expect(error?.description.contains("not precede 'observedFrom'") == true)
  }
}
