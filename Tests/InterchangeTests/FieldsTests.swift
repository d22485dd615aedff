import AdherenceAnalytics
import Diagnostics
import Foundation
import Interchange
import Scheduling
import Testing

/// Every field of every record, read from a folder and from a line of JSON.
@Suite struct FieldsTests {
  private static let task =
    #""id": "tablet", "title": "Tablet", "instructions": "With water", "group": "medication", "carePlan": "heart", "tags": ["a", "b"], "scoring": "summed", "matching": "nearest", "minWait": "PT15M", "impactsAdherence": false, "drug": {"forgivenessHours": 36, "halfLifeHours": 12.5, "threshold": 0.5}, "effectiveFrom": "2025-01-01T00:00:00", "recordedAt": "2024-12-30T10:00:00Z", "deletedAt": "2026-01-01", "notes": ["first", {"content": "second", "title": "t", "author": "eve", "time": "2025-01-01T00:00:00Z"}], "userInfo": {"colour": "red"}, "remoteID": "T1", "schedule": {"elements": [{"id": "am", "start": "2025-01-01T08:00:00", "every": "P1D"}]}"#

  private static let files: [String: String] = [
    "patients.csv": """
    id,zone,group,start,givenName,familyName,sex,birthDate,allergies,tags,effectiveFrom,recordedAt,deletedAt,remoteID,note,userInfo.arm,userInfo.site
    ann,America/New_York;2024-06-10T22:00:00Z=Europe/Dublin,A,2025-01-02,Ann,Lee,female,1970-02-03,nuts;milk,x;y,2025-01-01,2024-12-31T00:00:00Z,2026-02-01T00:00:00,P1,careful,3,Cork

    """,
    "tasks.ndjson": #"{"patient": "ann", \#(task)}"# + "\n",
    "outcomes.csv": """
    patient,task,element,nominal,time,value,units,kind,type,status,id,recordedAt,deleted,group,tags,remoteID,note,userInfo.device
    ann,tablet,am,2025-01-02T08:00:00,2025-01-02T08:10:00,5,mg,dose,,completed,o1,2025-01-02T09:00:00Z,false,g,p;q,O1,late,cap
    ann,tablet,am,2025-01-02T08:00:00,2025-01-02T08:10:00,fine,,mood,text,completed,o1,2025-01-02T09:00:00Z,false,g,p;q,O1,late,cap
    ann,tablet,,,2025-01-03T08:10:00Z,2025-01-03,,,date,skipped,o2,,true,,,,,
    ann,tablet,,,2025-01-04T08:10:00Z,aGVsbG8=,,,data,declined,,,,,,,,
    ann,tablet,,,2025-01-05T08:10:00Z,true,,,,,,,,,,,,

    """,
    "holds.csv": """
    patient,task,group,from,to,mode,reason,id,recordedAt,deleted,remoteID,note,userInfo.by
    ann,,medication,2025-02-01,2025-02-08T00:00:00Z,extend,away,h1,2025-01-20T00:00:00Z,true,H1,asked,eve

    """,
    "namedEvents.csv": """
    patient,event,time,id,recordedAt,deleted,remoteID,note,userInfo.by
    ann,surgery,2025-03-04,op,2025-02-20T00:00:00Z,,E1,planned,eve
    ann,surgery,2025-03-06T07:30:00Z,op,2025-03-03T00:00:00Z,true,,,

    """,
    "plans.csv": """
    patient,id,title,group,tags,effectiveFrom,recordedAt,deletedAt,remoteID,note,userInfo.k
    ann,heart,Heart,cardiology,a;b,2025-01-01,2025-01-01T00:00:00Z,2026-01-01,C1,n,v

    """,
    "contacts.csv": """
    patient,id,givenName,familyName,organisation,role,title,category,emails,phones,messaging,other,address.street,address.city,carePlan,group,tags,note,userInfo.k
    ann,eve,Eve,Wu,Clinic,nurse,Dr,careProvider,work=eve@example.org;eve@home.example,work=1;home=2,,,Main St 1,Cork,heart,ward,t,n,v

    """,
  ]

  private static let line = #"""
    {"patient": {"id": "ann", "zone": [{"zone": "America/New_York"}, {"from": "2024-06-10T22:00:00Z", "zone": "Europe/Dublin"}], "group": "A", "start": "2025-01-02", "givenName": "Ann", "familyName": "Lee", "sex": "female", "birthDate": "1970-02-03", "allergies": ["nuts", "milk"], "tags": ["x", "y"], "effectiveFrom": "2025-01-01", "recordedAt": "2024-12-31T00:00:00Z", "deletedAt": "2026-02-01T00:00:00", "remoteID": "P1", "note": "careful", "userInfo": {"arm": "3", "site": "Cork"}},
    "tasks": [{\#(task)}],
    "outcomes": [
    {"task": "tablet", "element": "am", "nominal": "2025-01-02T08:00:00", "time": "2025-01-02T08:10:00", "values": [{"value": 5, "units": "mg", "kind": "dose"}, {"value": "fine", "kind": "mood"}], "status": "completed", "id": "o1", "recordedAt": "2025-01-02T09:00:00Z", "deleted": false, "group": "g", "tags": ["p", "q"], "remoteID": "O1", "note": "late", "userInfo": {"device": "cap"}},
    {"task": "tablet", "time": "2025-01-03T08:10:00Z", "value": "2025-01-03", "type": "date", "status": "skipped", "id": "o2", "deleted": true},
    {"task": "tablet", "time": "2025-01-04T08:10:00Z", "value": "aGVsbG8=", "type": "data", "status": "declined"},
    {"task": "tablet", "time": "2025-01-05T08:10:00Z", "value": true}],
    "holds": [{"group": "medication", "from": "2025-02-01", "to": "2025-02-08T00:00:00Z", "mode": "extend", "reason": "away", "id": "h1", "recordedAt": "2025-01-20T00:00:00Z", "deleted": true, "remoteID": "H1", "notes": ["asked"], "userInfo": {"by": "eve"}}],
    "namedEvents": [{"event": "surgery", "time": "2025-03-04", "id": "op", "recordedAt": "2025-02-20T00:00:00Z", "remoteID": "E1", "note": "planned", "userInfo": {"by": "eve"}}, {"event": "surgery", "time": "2025-03-06T07:30:00Z", "id": "op", "recordedAt": "2025-03-03T00:00:00Z", "deleted": true}],
    "carePlans": [{"id": "heart", "title": "Heart", "group": "cardiology", "tags": ["a", "b"], "effectiveFrom": "2025-01-01", "recordedAt": "2025-01-01T00:00:00Z", "deletedAt": "2026-01-01", "remoteID": "C1", "note": "n", "userInfo": {"k": "v"}}],
    "contacts": [{"id": "eve", "givenName": "Eve", "familyName": "Wu", "organisation": "Clinic", "role": "nurse", "title": "Dr", "category": "careProvider", "emails": [{"label": "work", "value": "eve@example.org"}, "eve@home.example"], "phones": [{"label": "work", "value": "1"}, {"label": "home", "value": "2"}], "address": {"street": "Main St 1", "city": "Cork"}, "carePlan": "heart", "group": "ward", "tags": ["t"], "note": "n", "userInfo": {"k": "v"}}]}
    """#.replacing("\n", with: " ")

  private func dataset(_ replaced: [String: String] = [:]) throws -> Dataset {
    let files = FieldsTests.files.merging(replaced) { $1 }
    let folder = try Folder(files.mapValues { Data($0.utf8) })
    return try Dataset(folder: folder.path)
  }

  @Test func folderAndLineReadAlike() throws {
    let dataset = try dataset()
    let line = try RecordLine(FieldsTests.line)
    #expect(dataset.problems.isEmpty)
    #expect(line.problems.isEmpty)
    #expect(dataset.records == [line.record])
    #expect(
      dataset.counts.description
        == "Patients 1, tasks 1, outcomes 5, holds 1, care plans 1, contacts 1, named events 2")
  }

  @Test func patient() throws {
    let patient = try RecordLine(FieldsTests.line).record.patient
    #expect(patient.zone.id == "America/New_York;2024-06-10T22:00:00Z=Europe/Dublin")
    #expect(patient.start == CivilDate("2025-01-02"))
    #expect(patient.sex == .female)
    #expect(patient.allergies == ["nuts", "milk"])
    #expect(patient.userInfo == ["arm": "3", "site": "Cork"])
    #expect(patient.notes == [RecordNote("careful")])
    #expect(patient.deletedAt == LocalOrInstant("2026-02-01T00:00:00"))
  }

  @Test func task() throws {
    let task = try RecordLine(FieldsTests.line).record.tasks[0]
    #expect(task.scoring == .summed)
    #expect(task.matching == .nearest)
    #expect(task.minWait == 900)
    #expect(
      task.drug == DrugParameters(forgivenessHours: 36, halfLifeHours: 12.5, threshold: 0.5))
    #expect(!task.impactsAdherence)
    #expect(task.recordedAt == Instant("2024-12-30T10:00:00Z"))
    #expect(task.deletedAt == LocalOrInstant("2026-01-01"))
    #expect(task.notes.map(\.content) == ["first", "second"])
    #expect(task.notes[1].author == "eve")
  }

  /// Rows with the same id and time of recording are values of one outcome.
  @Test func outcomes() throws {
    let outcomes = try RecordLine(FieldsTests.line).record.outcomes
    #expect(outcomes.count == 4)
    #expect(outcomes[0].values.map(\.content) == [.number(5), .text("fine")])
    #expect(outcomes[0].time == Instant("2025-01-02T08:10:00Z"))
    #expect(
      outcomes[1].values.map(\.content) == [.date(try #require(LocalOrInstant("2025-01-03")))])
    #expect(outcomes[1].isDeleted)
    #expect(outcomes[2].values.map(\.content) == [.data(Array("hello".utf8))])
    #expect(outcomes[3].values.map(\.content) == [.boolean(true)])
  }

  /// Versions of a task may be in any order.
  @Test func versionsMayBeInAnyOrder() throws {
    let versions = ["2025-01-01", "2025-03-01"].map { from in
      FieldsTests.task.replacing("2025-01-01T00:00:00", with: "\(from)T00:00:00")
    }.map { #"{"patient": "ann", \#($0)}"# + "\n" }
    let forward = try dataset(["tasks.ndjson": versions.joined()])
    let backward = try dataset(["tasks.ndjson": versions.reversed().joined()])
    #expect(forward.problems.isEmpty)
    #expect(backward.problems.isEmpty)
    let query = AdherenceQuery(
      try #require(CivilDate("2025-01-01"))..<#require(CivilDate("2025-05-01")), by: .month)
    #expect(
      forward.records[0].adherence(query).total.periods
        == backward.records[0].adherence(query).total.periods)
  }

  /// A line with one invalid field, and the expected error.
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var right: String
    var wrong: String
    var problem: String
  }

  @Test(arguments: [
    Example(
      testDescription: "a sex nobody knows", right: #""sex": "female""#, wrong: #""sex": "f""#,
      problem: "'patient.sex' cannot be 'f' (use male, female, other, unknown)"),
    Example(
      testDescription: "a birth date with a time", right: "1970-02-03",
      wrong: "1970-02-03T00:00:00",
      problem:
        "'patient.birthDate' is not a date: '1970-02-03T00:00:00' (use year-month-day, as in 2024-02-29)"
    ),
    Example(
      testDescription: "a stay in no zone", right: "Europe/Dublin", wrong: "Europe/Dubin",
      problem:
        "'patient.zone.1.zone' is not a time zone: 'Europe/Dubin'"
        + " (did you mean 'Europe/Dublin'? use an IANA name, as in America/New_York)"
    ),
    Example(
      testDescription: "a stay without a beginning", right: #""from": "2024-06-10T22:00:00Z", "#,
      wrong: "", problem: "'patient.zone.1.from' is missing (it is required)"),
    Example(
      testDescription: "a list that is a text", right: #"["nuts", "milk"]"#, wrong: #""nuts""#,
      problem: "'patient.allergies' is not a list: 'nuts' (put it in brackets)"),
  ])
  func wrongPatient(_ example: Example) throws {
    let line = FieldsTests.line.replacing(example.right, with: example.wrong, maxReplacements: 1)
    let error = #expect(throws: InputError.self) { try RecordLine(line) }
    #expect(error?.description == example.problem)
  }

  @Test(arguments: [
    Example(
      testDescription: "a local recordedAt", right: #""recordedAt": "2024-12-30T10:00:00Z""#,
      wrong: #""recordedAt": "2024-12-30T10:00:00""#,
      problem:
        "'tasks.0.recordedAt' is not an instant: '2024-12-30T10:00:00' (end it with Z or an offset, as in 2024-01-04T13:00:00Z)"
    ),
    Example(
      testDescription: "a value and values", right: #""values": [{"#,
      wrong: #""value": 1, "values": [{"#,
      problem: "'outcomes.0.value' cannot be combined with 'values' (keep one of them)"),
    Example(
      testDescription: "a value unlike its type", right: #""type": "date""#,
      wrong: #""type": "number""#,
      problem: "'outcomes.1.value' is not a number: '2025-01-03' (use a point, as in 2.5)"),
    Example(
      testDescription: "bytes that are none", right: "aGVsbG8=", wrong: "hello!",
      problem: "'outcomes.2.value' is not a Base64 string: 'hello!' (as in aGVsbG8=)"),
    Example(
      testDescription: "a hold of a task and a group", right: #""group": "medication", "from""#,
      wrong: #""task": "tablet", "group": "medication", "from""#,
      problem: "'holds.0.group' cannot be combined with 'task' (keep one of them)"),
    Example(
      testDescription: "a hold of a group that no task has",
      right: #""group": "medication", "from""#, wrong: #""group": "exercise", "from""#,
      problem: "'holds.0.group' names an unknown task group: 'exercise'"),
    Example(
      testDescription: "a half-life that is negative", right: #""halfLifeHours": 12.5"#,
      wrong: #""halfLifeHours": -12.5"#,
      problem: "'tasks.0.drug.halfLifeHours' must be a number above 0, not '-12.5'"),
    Example(
      testDescription: "a threshold of nothing", right: #""threshold": 0.5"#,
      wrong: #""threshold": 0"#,
      problem: "'tasks.0.drug.threshold' must be a number above 0, not '0.0'"),
    Example(
      testDescription: "a forgiveness in words", right: #""forgivenessHours": 36"#,
      wrong: #""forgivenessHours": "long""#,
      problem: "'tasks.0.drug.forgivenessHours' is not a number: 'long' (use a point, as in 2.5)"),
    Example(
      testDescription: "a parameter that is unknown", right: #""forgivenessHours": 36"#,
      wrong: #""forgiveness": 36"#,
      problem:
        "'tasks.0.drug.forgiveness' is unknown (known: forgivenessHours, halfLifeHours, threshold)"
    ),
    Example(
      testDescription: "a part of an address nobody knows", right: #""city": "Cork""#,
      wrong: #""town": "Cork""#,
      problem:
        "'contacts.0.address.town' is unknown (known: street, district, city, county, state, postalCode, country, countryCode)"
    ),
  ])
  func wrongEntry(_ example: Example) throws {
    let line = FieldsTests.line.replacing(example.right, with: example.wrong, maxReplacements: 1)
    let tasksAreLost = example.problem.hasPrefix("'tasks")
    let problems = try RecordLine(line).problems.map(\.description)
    #expect(tasksAreLost ? problems.first == example.problem : problems == [example.problem])
  }
}
