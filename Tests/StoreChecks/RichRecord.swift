public import AdherenceAnalytics
import Scheduling

extension CareRecord {
  /// Returns a record with a value in every field.
  ///
  /// - Parameter id: The patient's id.
  /// - Returns: The record, with all versions.
  /// - Throws: An error if an example cannot be parsed.
  public static func rich(id: String) throws -> CareRecord {
    var record = CareRecord(patient: try richPatient(id), tasks: [try richTask()])
    var moved = record.patient
    moved.zone = try zone("America/New_York")
    moved.effectiveFrom = try moment("2025-03-01T00:00:00Z")
    moved.recordedAt = try instant("2025-02-20T00:00:00Z")
    moved.deletedAt = try moment("2027-01-01")
    record.patients.append(moved)
    record.carePlans = [try richPlan()]
    record.contacts = [try richContact()]
    var open = Hold(from: try moment("2025-05-01"), to: nil)
    open.group = "medication"
    var mistake = open
    mistake.id = "mistake"
    mistake.isDeleted = true
    record.holds = [try richHold(), open, mistake]
    record.namedEvents = try richEvents()
    record.outcomes = OutcomeTable(try richOutcomes())
    return record
  }

  private static func richPatient(_ id: String) throws -> Patient {
    let home = try zone("Europe/Berlin")
    let arrival = Zone.Arrival(from: try instant("2025-02-01T10:00:00Z"), zone: .utc)
    var patient = Patient(id: id, zone: Zone(home: home, arrivals: [arrival]), group: "arm A")
    patient.start = CivilDate("2025-01-01")
    patient.givenName = "Ann"
    patient.familyName = "O’Hara"
    patient.sex = .female
    patient.birthDate = CivilDate("1950-02-28")
    patient.allergies = ["penicillin", "nuts"]
    patient.observation = ObservationPeriod(
      from: CivilDate("2024-12-20"), to: CivilDate("2026-11-30"), endCause: .deviceReturned)
    patient.effectiveFrom = try moment("2025-01-01")
    patient.recordedAt = try instant("2024-12-31T09:30:00Z")
    patient.tags = ["b", "a"]
    patient.notes = try notes()
    patient.remoteID = "urn:1"
    patient.userInfo = ["colour": "blue", "": "empty"]
    return patient
  }

  private static func richPlan() throws -> CarePlan {
    var plan = CarePlan(id: "recovery", title: "After the operation")
    plan.effectiveFrom = try moment("2025-01-02T08:00:00")
    plan.recordedAt = try instant("2025-01-01T00:00:00Z")
    plan.deletedAt = try moment("2025-12-31T23:00:00Z")
    plan.group = "surgery"
    plan.tags = ["x"]
    plan.notes = try notes()
    plan.remoteID = "plan/7"
    plan.userInfo = ["k": "v"]
    return plan
  }

  private static func richContact() throws -> Contact {
    var contact = Contact(id: "doctor", givenName: "Maria", familyName: "Clark")
    contact.organisation = "Practice \"North\""
    contact.role = "She treats the knee.\nCall first."
    contact.title = "MD"
    contact.category = .careProvider
    contact.address = PostalAddress()
    contact.address?.street = "1 Main St\nFloor 2"
    contact.address?.district = "Mission"
    contact.address?.city = "San José"
    contact.address?.county = "Santa Clara"
    contact.address?.state = "CA"
    contact.address?.postalCode = "00123"
    contact.address?.country = "United States"
    contact.address?.countryCode = "US"
    contact.emails = [
      LabelledValue("work", "a@example.org"), LabelledValue("work", "b@example.org"),
    ]
    contact.phones = [LabelledValue("home", "+1 555 0100")]
    contact.messaging = [LabelledValue("", "+1 555 0101")]
    contact.other = [LabelledValue("pager", "7")]
    contact.carePlan = "recovery"
    contact.group = "surgery"
    contact.effectiveFrom = try moment("2025-01-02")
    contact.recordedAt = try instant("2025-01-01T00:00:00Z")
    contact.deletedAt = try moment("2026-01-01")
    contact.tags = ["x", "y"]
    contact.notes = try notes()
    contact.remoteID = ""
    contact.userInfo = ["k": "v"]
    return contact
  }

  private static func richTask() throws -> CareTask {
    var task = CareTask(id: "tablet", schedule: try richSchedule())
    task.title = "Tablet"
    task.instructions = "With water"
    task.group = "medication"
    task.carePlan = "recovery"
    task.matching = .nearest
    task.scoring = .summed
    task.minWait = 900
    task.drug = DrugParameters(forgivenessHours: 36, halfLifeHours: 12.5, threshold: 0.5)
    task.impactsAdherence = false
    task.effectiveFrom = try moment("2025-01-03T00:00:00Z")
    task.recordedAt = try instant("2025-01-02T00:00:00Z")
    task.deletedAt = try moment("2025-11-01T00:00:00")
    task.tags = ["daily"]
    task.notes = try notes()
    task.remoteID = "task/1"
    task.userInfo = ["k": "v"]
    return task
  }

  private static func richSchedule() throws -> Schedule {
    var breakfast = ScheduleElement("breakfast", from: try moment("2025-01-03T08:00:00"))
    breakfast.clockBinding = .fixed(try zone("Europe/Berlin"))
    breakfast.recurrence = .every(ISODuration(days: 1))
    breakfast.times = ["08:00", "20:00"].compactMap { CivilTime($0) }
    breakfast.begin = try moment("2025-01-04")
    breakfast.end = try moment("2025-10-01T00:00:00Z")
    breakfast.count = 400
    breakfast.duration = ISODuration(seconds: 1800)
    breakfast.window = ScheduleElement.Window(
      opensBefore: ISODuration(seconds: 3600), closesAfter: ISODuration(seconds: 7200),
      lateUntil: ISODuration(days: 1))
    breakfast.targets = [ScheduleElement.Target(2, units: "mg", kind: "dose")]
    breakfast.targets[0].isNonNegative = true
    breakfast.text = "Breakfast"
    breakfast.monthEnd = .overflow
    breakfast.gap = .shiftBack
    breakfast.overlap = .both
    var rest = ScheduleElement("rest", on: World.first)
    rest.recurrence = .cycle(on: 21, off: 7)
    var anchor = EventAnchor(
      EventTime("surgery", offset: EventOffset(ISODuration(days: 10)), at: CivilTime("09:00")))
    anchor.until = EventTime("discharge", offset: EventOffset(ISODuration(seconds: 60)))
    anchor.replaces = true
    let stitches = ScheduleElement("stitches", after: anchor)
    let exclusion = Schedule.Exclusion(try date("2025-02-03"), element: "breakfast")
    var schedule = Schedule([breakfast, rest, stitches], excluding: [exclusion])
    let key = try key("breakfast/2025-01-05T08:00:00")
    schedule.overrides[key] = try richOverride()
    schedule.isDistinct = true
    return schedule
  }

  private static func richOverride() throws -> Schedule.Override {
    var override = Schedule.Override()
    override.start = try moment("2025-01-06T10:00:00")
    override.targets = [ScheduleElement.Target(1, units: "mg", kind: "dose")]
    override.window = ScheduleElement.Window(closesAfter: ISODuration(seconds: 60))
    return override
  }

  private static func richHold() throws -> Hold {
    var hold = Hold(
      task: "tablet", from: try moment("2025-04-01"), to: try moment("2025-04-08T00:00:00Z"),
      reason: "travel")
    hold.mode = .extend
    hold.id = "hold"
    hold.recordedAt = try instant("2025-04-02T00:00:00Z")
    hold.notes = try notes()
    hold.remoteID = "hold/1"
    hold.userInfo = ["k": "v"]
    return hold
  }

  private static func richEvents() throws -> [NamedEvent] {
    var surgery = NamedEvent("surgery", at: try moment("2025-03-04T07:30:00"))
    surgery.id = "event"
    surgery.recordedAt = try instant("2025-02-20T09:00:00Z")
    surgery.notes = try notes()
    surgery.remoteID = "Encounter/1"
    surgery.userInfo = ["k": "v"]
    var moved = surgery
    moved.time = try moment("2025-03-06T06:30:00Z")
    moved.recordedAt = try instant("2025-03-03T16:00:00Z")
    var discharge = NamedEvent("discharge", at: try moment("2025-03-09"))
    discharge.id = "mistake"
    var mistake = discharge
    mistake.recordedAt = try instant("2025-03-10T16:00:00Z")
    mistake.isDeleted = true
    return [surgery, discharge, moved, mistake]
  }

  private static func richOutcomes() throws -> [Outcome] {
    let time = try instant("2025-01-04T08:10:00Z")
    var rich = Outcome(
      task: "tablet",
      key: OccurrenceKey(
        element: "breakfast", nominal: try local("2025-01-04T08:00:00"), isSecondPass: true),
      time: time)
    rich.values = [
      OutcomeValue(.number(0.1), units: "mg", kind: "dose"), OutcomeValue(.number(5e300)),
      OutcomeValue(.boolean(false)), OutcomeValue(.text("ß\n\"'\0"), kind: "word"),
      OutcomeValue(.date(try moment("2025-01-04"))),
      OutcomeValue(.data([0, 255, 128]), units: "B"),
    ]
    rich.status = .declined
    rich.id = "outcome"
    rich.recordedAt = try instant("2025-01-04T08:11:00Z")
    rich.group = "morning"
    rich.tags = ["late"]
    rich.notes = try notes()
    rich.remoteID = "o/1"
    rich.userInfo = ["device": "cap"]
    let event = Outcome(task: "tablet", time: time, values: [OutcomeValue(.boolean(true))])
    let number = OutcomeValue(.number(3), units: "mL", kind: "dose")
    let skipped = Outcome(
      task: "tablet", key: try key("rest/2025-01-05T00:00:00"), values: [number], status: .skipped)
    var mistake = event
    mistake.id = "mistake"
    mistake.isDeleted = true
    return [event, rich, skipped, mistake]
  }

  private static func notes() throws -> [RecordNote] {
    [
      RecordNote("plain"),
      RecordNote("", title: "Title", author: "Nurse", at: try instant("2025-01-01T12:00:00Z")),
    ]
  }
}

/// An example that cannot be parsed.
private struct Malformed: Error {
  var text: String
}

private func read<Value: LosslessStringConvertible>(_ text: String) throws -> Value {
  guard let value = Value(text) else { throw Malformed(text: text) }
  return value
}

private func moment(_ text: String) throws -> LocalOrInstant { try read(text) }
private func instant(_ text: String) throws -> Instant { try read(text) }
private func local(_ text: String) throws -> CivilDateTime { try read(text) }
private func date(_ text: String) throws -> CivilDate { try read(text) }
private func key(_ text: String) throws -> OccurrenceKey { try read(text) }

private func zone(_ id: String) throws -> Zone {
  guard let zone = Zone(id) else { throw Malformed(text: id) }
  return zone
}
