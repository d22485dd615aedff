import AdherenceAnalytics
import Diagnostics
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import FHIR

/// Patients, requests and care plans in FHIR.
@Suite struct RequestWritingTests {
  /// A resource and its JSON in full.
  struct Example: CustomTestStringConvertible {
    let testDescription: String
    let name: String
    var release = FHIRRelease.r4
    var change: @Sendable (inout CareRecord) throws -> Void = { _ in }
    let json: String
  }

  static let examples = [
    Example(
      testDescription: "patient", name: "Patient/ann",
      change: { record in
        record.patient.givenName = "Ann"
        record.patient.familyName = "O'Neil \"Nell\""
        record.patient.sex = .female
        record.patient.birthDate = CivilDate("1989-07-08")
        record.patient.remoteID = "x-7"
      },
      json: #"""
        {"resourceType":"Patient","id":"ann","extension":[{"url":"http://hl7.org/fhir/StructureDefinition/timezone",\#
        "valueCode":"Europe/Berlin"}],"identifier":[{"use":"secondary","value":"x-7"}],"name":[{"use":"official",\#
        "family":"O'Neil \"Nell\"","given":["Ann"]}],"gender":"female","birthDate":"1989-07-08"}
        """#),
    Example(
      testDescription: "patient of no cohort any more", name: "Patient/..ann.20b",
      change: { record in
        record.patient.id = "ann b"
        record.patient.deletedAt = LocalOrInstant("2025-01-08")
      },
      json: #"""
        {"resourceType":"Patient","id":"..ann.20b","extension":[{"url":\#
        "http://hl7.org/fhir/StructureDefinition/timezone","valueCode":"Europe/Berlin"}],\#
        "identifier":[{"use":"usual","value":"ann b"}],"active":false}
        """#),
    Example(
      testDescription: "medicine", name: "MedicationRequest/ann..tablet",
      change: { record in
        record.tasks[0].recordedAt = Instant("2025-01-05T10:00:00Z")
        record.tasks[0].instructions = "With water"
        record.tasks[0].notes = [
          RecordNote(
            "Half if dizzy", title: "Dose", author: "Dr B", at: Instant("2025-01-05T10:00:00Z"))
        ]
      },
      json: #"""
        {"resourceType":"MedicationRequest","id":"ann..tablet","identifier":[{"use":"usual","value":"tablet"}],\#
        "status":"active","intent":"order","medicationCodeableConcept":{"text":"Lisinopril 10 mg"},\#
        "subject":{"reference":"Patient/ann"},"authoredOn":"2025-01-05T10:00:00Z","note":[{"authorString":"Dr B",\#
        "time":"2025-01-05T10:00:00Z","text":"Dose: Half if dizzy"}],"dosageInstruction":[{"sequence":1,\#
        "timing":{"repeat":{"count":2}},"patientInstruction":"With water"}]}
        """#),
    Example(
      testDescription: "medicine in R5, on hold", name: "MedicationRequest/r1", release: .r5,
      change: { record in
        record.tasks[0].id = "MedicationRequest/r1"
        record.holds = [Hold(from: try moment("2025-01-09T00:00:00"), to: nil)]
      },
      json: #"""
        {"resourceType":"MedicationRequest","id":"r1","status":"on-hold",\#
        "statusChanged":"2025-01-08T23:00:00Z","intent":"order",\#
        "medication":{"concept":{"text":"Lisinopril 10 mg"}},"subject":{"reference":"Patient/ann"},\#
        "dosageInstruction":[{"sequence":1,"timing":{"repeat":{"count":2}}}]}
        """#),
    Example(
      testDescription: "service", name: "ServiceRequest/ann..walk",
      change: { record in
        record.tasks[0].id = "walk"
        record.tasks[0].title = nil
        record.tasks[0].schedule.elements[0].targets = []
        record.tasks[0].instructions = "Outside"
      },
      json: #"""
        {"resourceType":"ServiceRequest","id":"ann..walk","identifier":[{"use":"usual","value":"walk"}],\#
        "status":"active","intent":"order","code":{"text":"walk"},"subject":{"reference":"Patient/ann"},\#
        "occurrenceTiming":{"repeat":{"count":2}},"patientInstruction":"Outside"}
        """#),
    Example(
      testDescription: "service in R5, on hold", name: "ServiceRequest/s.1", release: .r5,
      change: { record in
        record.tasks[0].id = "ServiceRequest/s.1"
        record.tasks[0].instructions = "Outside"
        record.holds = [Hold(from: try moment("2025-01-09T00:00:00"), to: nil)]
      },
      json: #"""
        {"resourceType":"ServiceRequest","id":"s.1","meta":{"lastUpdated":"2025-01-08T23:00:00Z"},\#
        "status":"on-hold","intent":"order","code":{"concept":{"text":"Lisinopril 10 mg"}},\#
        "subject":{"reference":"Patient/ann"},"occurrenceTiming":{"repeat":{"count":2}},\#
        "patientInstruction":[{"instructionMarkdown":"Outside"}]}
        """#),
    Example(
      testDescription: "care plan", name: "CarePlan/ann..recovery",
      change: { record in
        record.tasks[0].carePlan = "recovery"
        var plan = CarePlan(id: "recovery", title: "Recovery")
        plan.effectiveFrom = LocalOrInstant("2025-01-02")
        plan.deletedAt = LocalOrInstant("2025-02-01")
        record.carePlans = [plan]
      },
      json: #"""
        {"resourceType":"CarePlan","id":"ann..recovery","identifier":[{"use":"usual","value":"recovery"}],\#
        "status":"active","intent":"plan","title":"Recovery","subject":{"reference":"Patient/ann"},\#
        "period":{"start":"2025-01-02","end":"2025-01-31"},\#
        "activity":[{"reference":{"reference":"MedicationRequest/ann..tablet"}}]}
        """#),
    Example(
      testDescription: "care plan in R5, over", name: "CarePlan/p1", release: .r5,
      change: { record in
        record.tasks[0].carePlan = "CarePlan/p1"
        var plan = CarePlan(id: "CarePlan/p1", title: "Recovery")
        plan.deletedAt = LocalOrInstant("2025-01-10T12:00:00Z")
        record.carePlans = [plan]
      },
      json: #"""
        {"resourceType":"CarePlan","id":"p1","status":"revoked","intent":"plan","title":"Recovery",\#
        "subject":{"reference":"Patient/ann"},"period":{"end":"2025-01-10T11:59:59Z"},"activity":\#
        [{"plannedActivityReference":{"reference":"MedicationRequest/ann..tablet"}}]}
        """#),
  ]

  @Test(arguments: examples) func stands(_ example: Example) throws {
    var record = try tabletRecord()
    try example.change(&record)
    let written = WrittenResources(record, as: try timed(content(release: example.release)))
    #expect(written.json[example.name] == example.json)
    #expect(written.problems.isEmpty)
  }

  /// With dosages that have the fixed timing only.
  private func timed(_ content: FHIRContent) -> FHIRContent {
    var content = content
    content.dosages = { _, _, _ in
      [
        WrittenDosage([
          ("sequence", Array("1".utf8)), ("timing", Array(#"{"repeat":{"count":2}}"#.utf8)),
        ])
      ]
    }
    return content
  }

  /// The status for holds and ends.
  struct StatusCase: CustomTestStringConvertible {
    let testDescription: String
    let status: String
    var changed = ""
    var problems = 0
    let change: @Sendable (inout CareRecord) throws -> Void
  }

  static let statuses = [
    StatusCase(testDescription: "as planned", status: "active") { _ in },
    StatusCase(testDescription: "held for ever", status: "on-hold", changed: "2025-01-07T23:00:00Z")
    {
      $0.holds = [Hold(from: try moment("2025-01-08T00:00:00"), to: nil)]
    },
    StatusCase(
      testDescription: "held until later", status: "on-hold", changed: "2025-01-07T23:00:00Z",
      problems: 1
    ) {
      $0.holds = [
        Hold(from: try moment("2025-01-08T00:00:00"), to: try moment("2025-03-01T00:00:00"))
      ]
    },
    StatusCase(testDescription: "was held", status: "active", problems: 1) {
      $0.holds = [
        Hold(from: try moment("2025-01-08T00:00:00"), to: try moment("2025-01-09T00:00:00"))
      ]
    },
    StatusCase(testDescription: "another task is held", status: "active") {
      $0.holds = [Hold(task: "other", from: try moment("2025-01-08T00:00:00"), to: nil)]
    },
    StatusCase(testDescription: "labelled", status: "active") {
      $0.holds = [Hold(from: try moment("2025-01-08T00:00:00"), to: nil)]
      $0.holds[0].mode = .annotate
    },
    StatusCase(
      testDescription: "cut off", status: "stopped", changed: "2025-01-07T23:00:00Z"
    ) {
      $0.holds = [Hold(from: try moment("2025-01-08T00:00:00"), to: nil)]
      $0.holds[0].mode = .truncate
    },
    StatusCase(testDescription: "deleted", status: "stopped", changed: "2025-01-08T12:00:00Z") {
      $0.tasks[0].deletedAt = try moment("2025-01-08T12:00:00Z")
    },
    StatusCase(
      testDescription: "deleted with the patient", status: "stopped",
      changed: "2025-01-08T12:00:00Z"
    ) {
      $0.patient.deletedAt = try moment("2025-01-08T12:00:00Z")
    },
    StatusCase(testDescription: "to be deleted", status: "active") {
      $0.tasks[0].deletedAt = try moment("2025-03-01T12:00:00Z")
    },
    StatusCase(testDescription: "over", status: "completed") {
      $0.tasks[0].schedule.elements[0].end = try moment("2025-01-09T00:00:00")
    },
  ]

  @Test(arguments: statuses) func hasStatus(_ example: StatusCase) throws {
    var record = try tabletRecord()
    try example.change(&record)
    let request = "MedicationRequest/ann..tablet"
    let r4 = WrittenResources(record, as: try content())
    #expect(try r4.value(request, "status") == example.status)
    #expect(try r4.value(request, "meta.lastUpdated") == example.changed)
    #expect(r4.problems.count == example.problems, "\(r4.problems)")
    let r5 = WrittenResources(record, as: try content(release: .r5))
    #expect(try r5.value(request, "statusChanged") == example.changed)
    #expect(try r5.value(request, "meta") == "")
  }

  @Test func endsAServiceWithBoundsAndNotByStatus() throws {
    var record = try tabletRecord()
    record.tasks[0].id = "ServiceRequest/walk"
    record.tasks[0].deletedAt = try moment("2025-01-08T12:00:00Z")
    let written = WrittenResources(record, as: try content())
    #expect(try written.value("ServiceRequest/walk", "status") == "completed")
  }

  @Test func writesARequestForEachVersion() throws {
    var record = try tabletRecord([
      try event("2025-01-06T07:00:00Z"), try event("2025-01-09T07:00:00Z"),
      try outcome("tablet/2025-01-07T08:00:00"),
    ])
    var second = record.tasks[0]
    second.effectiveFrom = try moment("2025-01-08T00:00:00")
    second.title = "Lisinopril 20 mg"
    record.tasks.append(second)
    let schedules = Recorded()
    var asked = try content()
    asked.dosages = { schedule, _, _ in
      schedules.add(schedule)
      return []
    }
    let written = WrittenResources(record, as: asked)
    let (old, new) = ("MedicationRequest/ann..tablet..1", "MedicationRequest/ann..tablet")
    #expect(try written.value(old, "status") == "completed")
    #expect(try written.value(old, "medicationCodeableConcept.text") == "Lisinopril 10 mg")
    #expect(try written.value(new, "status") == "active")
    #expect(try written.value(new, "priorPrescription.reference") == old)
    #expect(schedules.all.map { $0.elements[0].end } == [second.effectiveFrom, nil])
    #expect(schedules.all.map { $0.elements[0].begin } == [nil, second.effectiveFrom])
    let events = written.names.filter { $0.hasPrefix("MedicationAdministration") }
    #expect(try events.map { try written.value($0, "request.reference") } == [old, new, old])
  }

  @Test func omitsContentThatCannotBeRepresented() throws {
    var record = try tabletRecord([try event("2025-01-06T07:00:00Z")])
    record.tasks[0].carePlan = "plan"
    record.carePlans = [CarePlan(id: "plan")]
    var asked = try content()
    asked.dosages = { (_, _, _) throws(InputError) in
      throw InputError(.unsupported(part: "cycles"), field: "elements.0")
    }
    let written = WrittenResources(record, as: asked)
    #expect(written.problems.count == 1)
    #expect(written.problems[0].contains("patient ann") && written.problems[0].contains("tablet"))
    #expect(!written.names.contains { $0.hasPrefix("MedicationRequest") })
    #expect(try written.value("CarePlan/ann..plan", "activity") == "")
    let adherence = "Observation/adherence..ann..tablet..2025-01-06..2025-01-12"
    #expect(try written.value(adherence, "focus") == "")
    let event = try #require(written.names.first { $0.hasPrefix("MedicationAdministration") })
    #expect(try written.value(event, "request") == "")
    #expect(try written.value(event, "medicationCodeableConcept.text") == "Lisinopril 10 mg")
  }

  @Test func rejectsAServiceWithSeveralTimings() throws {
    var record = try tabletRecord()
    record.tasks[0].id = "ServiceRequest/walk"
    var asked = try content()
    asked.dosages = { _, _, _ in [WrittenDosage([]), WrittenDosage([])] }
    let written = WrittenResources(record, as: asked)
    #expect(written.problems.count == 1 && !written.names.contains("ServiceRequest/walk"))
  }
}

extension RequestWritingTests {
  @Test func writesOccurrencesThatNoTimingRepresents() throws {
    var record = try tabletRecord()
    record.tasks[0].schedule = record.tasks[0].schedule.cancelled(
      try key("tablet/2025-01-07T08:00:00"))
    let request = "MedicationRequest/ann..tablet"
    var asked = try content(3)
    let without = WrittenResources(record, as: asked)
    #expect(!without.names.contains(request) && without.problems.count == 1)
    asked.eventDays = asked.query.range
    let with = WrittenResources(record, as: asked)
    #expect(with.problems.isEmpty)
    let event = "dosageInstruction.0.timing.event"
    #expect(try with.value(request, "\(event).0") == "2025-01-06T08:00:00+01:00")
    #expect(try with.value(request, "\(event).1") == "2025-01-08T08:00:00+01:00")
    #expect(try with.value(request, "\(event).2") == "")
  }

  @Test func writesTheDatesAfterEvents() throws {
    let calendar = try tabletRecord()
    let tablet = calendar.tasks[0].schedule.elements[0]
    let days = EventOffset(ISODuration(days: 10))
    let empty = ScheduleElement("", after: EventAnchor(EventTime("surgery", offset: days)))
    var following = calendar
    following.tasks[0].schedule.elements[0].start = empty.start
    following.tasks[0].schedule.elements[0].after = empty.after
    let request = "MedicationRequest/ann..tablet"
    let without = WrittenResources(following, as: try content(3))
    #expect(!without.names.contains(request))
    #expect(
      without.problems == [
        "patient ann: 'task tablet.schedule' names an unknown named event: 'surgery'"
      ])
    let start = tablet.start.civil(in: calendar.patient.zone)
    let surgery = CivilDateTime(date: start.date.adding(days: -10), time: start.time)
    following.namedEvents = [NamedEvent("surgery", at: .local(surgery))]
    let with = WrittenResources(following, as: try content(3))
    #expect(with.problems == [])
    #expect(with.json[request] == WrittenResources(calendar, as: try content(3)).json[request])
  }

  @Test func rejectsLimitsOfAService() throws {
    var record = try tabletRecord()
    record.tasks[0].id = "ServiceRequest/pump"
    record.tasks[0].schedule.elements[0] = ScheduleElement("pump", on: try day("2025-01-06"))
    record.tasks[0].schedule.elements[0].recurrence = .asNeeded(
      UseCaps(maximum: 4, per: try period("P1D"), minGap: try period("PT4H")))
    let written = WrittenResources(record, as: try content())
    #expect(written.problems.count == 1 && !written.names.contains("ServiceRequest/pump"))
  }
}

/// The values passed to a closure.
private final class Recorded: @unchecked Sendable {
  private(set) var all: [Schedule] = []
  func add(_ schedule: Schedule) { all.append(schedule) }
}
