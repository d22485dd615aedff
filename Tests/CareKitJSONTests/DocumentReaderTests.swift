import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import TestSupport
import Testing

@testable import CareKitJSON

@Suite struct DocumentReaderTests {
  private func read(_ text: String, _ options: CareKitRecords.Options = .init()) throws
    -> CareKitRecords
  {
    try CareKitRecords(Array(text.utf8), options)
  }

  private func found(_ text: String) throws -> [String] {
    try problems(read(text)).map { "\($0.field ?? "") \($0.problem.kind)" }
  }

  // MARK: Forms

  private static let pill = CareKitTexts.task("pill", #""uuid": "A""#)
  private static let done = CareKitTexts.outcome(of: "A", "2", #""createdDate": 725900000"#)

  struct Form: CustomTestStringConvertible {
    var name: String
    var text: String
    var testDescription: String { name }
  }

  /// One task and one outcome in each form.
  private static let forms = [
    Form(name: "list", text: "[\(pill), \(done)]"),
    Form(name: "lines", text: "\(flat(pill))\n\(flat(done))\n"),
    Form(name: "lines with returns", text: "\(flat(pill))\r\n\r\n\(flat(done))"),
    Form(
      name: "revision record",
      text: #"{"entities": [{"type": "task", "object": \#(pill)}, \#(done)], "x": [1]}"#),
    Form(
      name: "vector first",
      text: #"{"knowledgeVector": {"a": [{}]}, "entities": [\#(pill), \#(done)]}"#),
    Form(
      name: "several records",
      text:
        #"[{"entities": [\#(pill)]}, {"entities": []}, {"type": "outcome", "object": \#(done)}]"#),
    Form(
      name: "records on lines",
      text: flat(#"{"entities": [\#(pill)]}"#) + "\n" + flat(#"{"entities": [\#(done)]}"#)),
    Form(
      name: "records one after the other",
      text: "{\n\"entities\": [\(pill)]}\n{\n\"entities\": [\(done)]}"),
    Form(name: "outcome first", text: "[\(done), \(pill)]"),
    Form(name: "mark", text: "\u{FEFF}[\(pill), \(done)]"),
  ]

  private static func flat(_ text: String) -> String {
    text.replacingOccurrences(of: "\n", with: " ")
  }

  @Test(arguments: forms) func detectsTheForm(_ form: Form) throws {
    let source = try read(form.text)
    #expect(try problems(source) == [])
    let record = try #require(try entries(source).first).record
    #expect(record.tasks.map(\.id) == ["pill"])
    #expect(record.outcomes.map(\.id) == ["A_2"])
    #expect(record.outcomes.map { $0.key?.description } == ["1/2024-01-03T08:00:00"])
  }

  @Test func readsTheAnswersOfParse() throws {
    let day = #"{"__type": "Date", "iso": "2024-01-01T08:00:00.500Z"}"#
    let text = #"""
      {"results": [{"className": "Task", "objectId": "xYz", "entityId": "pill", "ACL": {"*": {}},
      "createdAt": "2024-01-01T00:00:00.000Z", "timezone": {"identifier": "GMT-0500"},
      "effectiveDate": \#(day), "schedule": {"elements": [{"start": \#(day),
      "interval": {"hour": 12}, "duration": {"isAllDay": false, "seconds": 0}}]}},
      {"entityId": "o", "objectId": "o", "taskUUID": "xYz", "taskOccurrenceIndex": 1,
      "values": [], "createdDate": \#(day), "timezone": {"identifier": "GMT-0500"}}]}
      """#
    let source = try read(text)
    #expect(try problems(source) == [])
    #expect(source.unknownKeys == ["ACL": 1, "className": 1, "createdAt": 1])
    let record = try #require(try entries(source).first).record
    #expect(record.outcomes.map { $0.key?.description } == ["1/2024-01-01T15:00:00"])
    #expect(record.outcomes[0].time == (try at("2024-01-01T08:00:00Z")))
  }

  @Test func readsTheCodingOfTheFirstHalfOf2020() throws {
    let first = CareKitTexts.task(
      "pill", #""uuid": "A", "nextVersionUUID": "B", "createdDate": 1"#)
    let second = CareKitTexts.task(
      "pill", #""uuid": "B", "previousVersionUUID": "A", "createdDate": 2, "title": "Two""#,
      from: 725_792_400)
    let source = try read("[\(second), \(first), \(CareKitTexts.outcome(of: "B", "0"))]")
    #expect(try problems(source) == [])
    let record = try #require(try entries(source).first).record
    #expect(record.tasks.map(\.title) == [nil, "Two"])
    #expect(record.outcomes.map { $0.key?.nominal.description } == ["2024-01-01T09:00:00"])
  }

  // MARK: Patients

  @Test func namesThePatientOfDocumentsWithoutOne() throws {
    let text = "[\(DocumentReaderTests.pill)]"
    #expect(try read(text).patientIDs == ["patient"])
    let zone = try zone("Asia/Tokyo")
    let source = try read(text, CareKitRecords.Options(patient: "bo", zone: zone))
    let entry = try #require(try entries(source).first)
    #expect(entry.record.patient == Patient(id: "bo", zone: zone))
    #expect(
      entry.problems.map { "\($0.field ?? "") \($0.problem.kind)" } == [
        "0.schedule.elements.0 otherZone"
      ])
    #expect(entry.record.tasks[0].schedule.elements[0].clockBinding == .fixed(.utc))
  }

  @Test func distinguishesPatientsByTheirPlans() throws {
    func person(_ id: String) -> String {
      #"{"id": "\#(id)", "uuid": "\#(id)", "name": {}, "timezone": {"identifier": "UTC"}}"#
    }
    func plan(_ id: String, of patient: String) -> String {
      #"""
      {"id": "\#(id)", "uuid": "\#(id)", "title": "", "patientUUID": "\#(patient)",
      "timezone": {"identifier": "UTC"}}
      """#
    }
    let tasks = [
      CareKitTexts.task("x", #""uuid": "T1", "carePlanUUID": "p""#),
      CareKitTexts.task("x", #""uuid": "T2", "carePlanUUID": "q""#),
      CareKitTexts.task("stray", #""uuid": "T3""#),
    ]
    let parts =
      [person("ann"), person("bo"), plan("p", of: "ann"), plan("q", of: "bo")] + tasks
      + [CareKitTexts.outcome(of: "T2", "5")]
    let source = try read("[\(parts.joined(separator: ","))]")
    #expect(source.patientIDs == ["ann", "bo", "patient"])
    #expect(source.problems.map { "\($0.field ?? "") \($0.problem.kind)" } == ["6 unassigned"])
    let records = try entries(source).map(\.record)
    #expect(records.map { $0.tasks.map(\.id) } == [["x"], ["x"], ["stray"]])
    #expect(records.map(\.outcomes.count) == [0, 1, 0])
  }

  // MARK: Versions

  @Test func mergesCopiesByTheLaterUpdate() throws {
    func copy(_ title: String, _ updated: Int) -> String {
      CareKitTexts.task("pill", #""uuid": "A", "title": "\#(title)", "updatedDate": \#(updated)"#)
    }
    let source = try read("[\(copy("new", 5)), \(copy("old", 4)), \(copy("same", 5))]")
    #expect(try problems(source) == [])
    #expect(try entries(source).flatMap { $0.record.tasks.map(\.title) } == ["new"])
  }

  @Test func aCircleOfVersionsIsReadOnce() throws {
    let tasks = (0..<3).map { number in
      CareKitTexts.task(
        "pill",
        #""uuid": "\#(number)", "previousVersionUUIDs": ["\#((number + 1) % 3)"], "#
          + #""effectiveDate": \#(725_788_800 + number)"#)
    }
    let source = try read("[\(tasks.joined(separator: ","))]")
    #expect(try problems(source) == [])
    #expect(try entries(source).first?.record.tasks.count == 3)
  }

  @Test func aForkIsReported() throws {
    let first = CareKitTexts.task("pill", #""uuid": "A", "updatedDate": 1"#)
    let others = (2...3).map { number in
      CareKitTexts.task(
        "pill",
        #""uuid": "\#(number)", "previousVersionUUIDs": ["A"], "updatedDate": \#(number)"#)
    }
    let text = "[\(first), \(others.joined(separator: ","))]"
    #expect(try found(text) == ["2.previousVersionUUIDs fork"])
  }

  @Test func twoVersionsOfOneMomentOverlap() throws {
    let tasks = ["A", "B"].map { CareKitTexts.task("pill", #""uuid": "\#($0)""#) }
    #expect(
      try found("[\(tasks.joined(separator: ","))]") == ["1.effectiveDate overlappingVersions"])
  }

  /// A start at the second 01:30 of a night is that instant, and the next day's is 01:30.
  @Test func startsAtTheSecondPass() throws {
    let text = #"""
      {"id": "x", "timezone": {"identifier": "America/New_York"}, "schedule": {"elements": [
      {"start": "2024-11-03T06:30:00Z", "interval": {"day": 1}}]}}
      """#
    let record = try #require(try entries(read(text)).first).record
    let starts = compiled(record.tasks[0].schedule, in: record.patient.zone)
      .starting(in: try at("2024-11-01T00:00:00Z")..<at("2024-11-05T00:00:00Z"))
    #expect(starts.map(\.start.description) == ["2024-11-03T06:30:00Z", "2024-11-04T06:30:00Z"])
  }

  /// Documents of several devices are read together.
  @Test func readsSeveralFilesTogether() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "carekit-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["[\(DocumentReaderTests.pill)]", "[\(DocumentReaderTests.done), 7]"]
    let paths = try files.enumerated().map { number, text in
      let path = folder.appending(path: "\(number).json")
      try Data(text.utf8).write(to: path)
      return path.path
    }
    let source = try CareKitRecords(paths)
    #expect(source.patientIDs == ["patient"])
    let entry = try #require(try entries(source).first)
    #expect(entry.record.outcomes.map { $0.key?.element } == ["1"])
    #expect(entry.problems.map { "\($0.source ?? "") \($0.field ?? "")" } == ["\(paths[1]) 1"])
    #expect(throws: InputError.self) { try CareKitRecords([folder.path + "/none.json"]) }
  }
}
