import AdherenceAnalytics
import Scheduling

/// Random records whose fields have texts that are difficult for tables and JSON.
///
/// All are valid: no two versions of a thing are equal.
struct DrawnRecords {
  private var random: SeededGenerator

  static let texts = [
    "a", "b,c", "say \"no\"", "two\nlines", "two\r\nlines", "a;b", "k=v", "", " ", "ß", "e\u{301}",
    "\0", "{\"a\":1}", "NaN", "true", "007", "2025-01-01", "\\", "—", "more", ";fold=1", "'",
  ]

  init(seed: UInt64) { random = SeededGenerator(state: seed) }

  /// Returns random records in order of ids.
  mutating func records(_ count: Int) -> [CareRecord] {
    let ids = Set((0..<count).map { _ in "\(text() ?? "")\(number(0...99))" })
    return ids.sorted().map { record($0) }
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func happens(oneIn count: Int) -> Bool { number(1...count) == 1 }

  private mutating func choice<Choice>(_ choices: [Choice]) -> Choice {
    choices[number(0...choices.count - 1)]
  }

  private mutating func text() -> String? {
    happens(oneIn: 3) ? nil : choice(DrawnRecords.texts)
  }

  private mutating func texts() -> [String] {
    (0..<number(0...3) * number(0...1)).map { _ in choice(DrawnRecords.texts) }
  }

  private mutating func userInfo() -> [String: String] {
    Dictionary(texts().map { ($0, choice(DrawnRecords.texts)) }) { $1 }
  }

  private mutating func instant() -> Instant {
    Instant(seconds: Int64(number(1_700_000_000...1_800_000_000)))
  }

  private mutating func date() -> CivilDate { CivilDate(dayNumber: number(-1000...30_000)) }

  private mutating func moment() -> LocalOrInstant {
    happens(oneIn: 2)
      ? .instant(instant())
      : .local(CivilDateTime(date: date(), time: CivilTime(secondOfDay: number(0...86_399))))
  }

  private mutating func notes() -> [RecordNote] {
    (0..<number(0...2) * number(0...1)).map { _ in
      RecordNote(
        choice(DrawnRecords.texts), title: text(), author: text(),
        at: happens(oneIn: 3) ? instant() : nil)
    }
  }

  private mutating func zone() -> Zone {
    let home = choice(["UTC", "America/New_York", "Asia/Kolkata"].compactMap { Zone($0) })
    if !happens(oneIn: 5) { return home }
    return Zone(home: home, arrivals: [.init(from: instant(), zone: .utc)])
  }
}

extension DrawnRecords {
  private mutating func record(_ id: String) -> CareRecord {
    var record = CareRecord(patient: Patient(id: id, zone: zone()))
    for version in 0..<number(1...3) {
      let patient = patient(id, version)
      if version == 0 { record.patient = patient } else { record.patients.append(patient) }
    }
    for version in 0..<number(0...3) {
      var plan = CarePlan(id: choice(DrawnRecords.texts), title: text())
      plan.group = text()
      draw(&plan, version)
      record.carePlans.append(plan)
    }
    for version in 0..<number(0...3) { record.contacts.append(contact(version)) }
    for version in 0..<number(0...4) { record.tasks.append(task(version)) }
    for _ in 0..<number(0...3) { record.holds.append(hold(record)) }
    if !record.tasks.isEmpty {
      for number in 0..<number(0...12) { record.outcomes.append(outcome(record, number)) }
    }
    return record
  }

  /// Fills the fields that versions share; each is recorded after the previous one.
  private mutating func draw(_ record: inout some Drawable, _ version: Int) {
    record.effectiveFrom = happens(oneIn: 2) ? moment() : nil
    record.recordedAt = version == 0 ? nil : Instant(seconds: 1_700_000_000 + Int64(version))
    record.deletedAt = happens(oneIn: 5) ? moment() : nil
    record.tags = texts()
    record.notes = notes()
    record.remoteID = text()
    record.userInfo = userInfo()
  }

  private mutating func patient(_ id: String, _ version: Int) -> Patient {
    var patient = Patient(id: id, zone: zone(), group: text())
    patient.start = happens(oneIn: 2) ? date() : nil
    patient.givenName = text()
    patient.familyName = text()
    patient.sex = choice([nil, .female, .unknown])
    patient.birthDate = happens(oneIn: 2) ? date() : nil
    patient.allergies = texts()
    if happens(oneIn: 3) { patient.observation.from = date() }
    if happens(oneIn: 3) {
      patient.observation.to = (patient.observation.from ?? date()).adding(days: 40)
    }
    if happens(oneIn: 3) {
      patient.observation.endCause = choice([.death, EndCause(rawValue: "moved")])
    }
    draw(&patient, version)
    patient.recordedAt = version == 0 ? nil : Instant(seconds: 1_700_000_000 + Int64(version))
    return patient
  }

  private mutating func contact(_ version: Int) -> Contact {
    var contact = Contact(id: choice(DrawnRecords.texts), givenName: text(), familyName: text())
    contact.organisation = text()
    contact.role = text()
    contact.title = text()
    contact.category = choice([nil, .careProvider, .friendsAndFamily])
    if happens(oneIn: 2) { contact.address = PostalAddress() }
    if happens(oneIn: 2) { contact.address?.street = choice(DrawnRecords.texts) }
    if happens(oneIn: 2) { contact.address?.countryCode = choice(DrawnRecords.texts) }
    contact.emails = labelled()
    contact.phones = labelled()
    contact.messaging = labelled()
    contact.other = labelled()
    contact.carePlan = text()
    contact.group = text()
    draw(&contact, version)
    return contact
  }

  private mutating func labelled() -> [LabelledValue] {
    texts().map { LabelledValue($0, choice(DrawnRecords.texts)) }
  }

  private mutating func task(_ version: Int) -> CareTask {
    var element = ScheduleElement(choice(["am", "pm"]), from: moment())
    element.recurrence = .every(ISODuration(days: number(1...9)))
    if happens(oneIn: 2) { element.targets = [.init(2, units: choice([nil, "mg"]))] }
    element.text = text()
    var task = CareTask(id: choice(DrawnRecords.texts), schedule: Schedule([element]))
    task.title = text()
    task.instructions = text()
    task.group = text()
    task.carePlan = text()
    task.matching = choice([.window, .nearest, .keyed])
    task.scoring = choice([nil, .recorded, .summed])
    task.minWait = choice([nil, 0, 900])
    task.drug = choice([
      nil, DrugParameters(forgivenessHours: 36),
      DrugParameters(halfLifeHours: 1e-3, threshold: 1.5),
    ])
    task.impactsAdherence = happens(oneIn: 2)
    draw(&task, version)
    return task
  }

  private mutating func hold(_ record: CareRecord) -> Hold {
    let from = instant()
    let to = from.adding(seconds: Int64(number(0...999)))
    var hold = Hold(
      from: .instant(from), to: happens(oneIn: 3) ? nil : .instant(to), reason: text())
    switch number(0...2) {
    case 0: hold.task = record.tasks.first?.id
    case 1: hold.group = record.tasks.first?.group
    default: break
    }
    hold.mode = choice(Hold.Mode.allCases)
    hold.id = happens(oneIn: 2) ? "\(text() ?? "")\(record.holds.count)" : nil
    hold.recordedAt = happens(oneIn: 2) ? instant() : nil
    hold.isDeleted = happens(oneIn: 4)
    hold.notes = notes()
    hold.remoteID = text()
    hold.userInfo = userInfo()
    return hold
  }
}

extension DrawnRecords {
  private mutating func outcome(_ record: CareRecord, _ number: Int) -> Outcome {
    let local = CivilDateTime(date: date(), time: CivilTime(secondOfDay: self.number(0...86_399)))
    let key = OccurrenceKey(
      element: choice(["am", "pm"] + DrawnRecords.texts), nominal: local,
      isSecondPass: happens(oneIn: 5))
    let time = instant()
    let kind = self.number(0...2)
    var outcome = Outcome(
      task: choice(record.tasks.map(\.id)), key: kind == 0 ? nil : key,
      time: kind == 1 ? nil : time, values: (0..<self.number(0...2)).map { _ in value() },
      status: choice(Outcome.Status.allCases))
    if happens(oneIn: 2) { return outcome }
    outcome.id = happens(oneIn: 2) ? "\(text() ?? "")\(number)" : nil
    outcome.recordedAt = happens(oneIn: 2) ? instant() : nil
    outcome.isDeleted = happens(oneIn: 4)
    outcome.group = text()
    outcome.tags = texts()
    outcome.notes = notes()
    outcome.remoteID = text()
    outcome.userInfo = userInfo()
    return outcome
  }

  private mutating func value() -> OutcomeValue {
    OutcomeValue(content(), units: text(), kind: text())
  }

  private mutating func content() -> OutcomeValue.Content {
    switch number(0...7) {
    case 0: .boolean(happens(oneIn: 2))
    case 1: .text(choice(DrawnRecords.texts))
    case 2: .date(moment())
    case 3: .data((0..<number(0...4)).map { UInt8(60 * $0) })
    case 4: .number(Double(number(0...3_000_000_000)))
    case 5: .number(Double(number(0...99_999)) / 1000)
    case 6: .number(abs(Double(bitPattern: random.next() & ~(1 << 62))))
    default:
      .number(choice([0, 5e300, 0.1, 1e15, 123_456_789_012_345_680, .leastNonzeroMagnitude]))
    }
  }
}

/// The fields that the four versioned kinds share.
private protocol Drawable {
  var effectiveFrom: LocalOrInstant? { get set }
  var recordedAt: Instant? { get set }
  var deletedAt: LocalOrInstant? { get set }
  var tags: [String] { get set }
  var notes: [RecordNote] { get set }
  var remoteID: String? { get set }
  var userInfo: [String: String] { get set }
}

extension Patient: Drawable {}
extension CareTask: Drawable {}
extension CarePlan: Drawable {}
extension Contact: Drawable {}
