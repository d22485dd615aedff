package import AdherenceAnalytics
import Scheduling

/// Random records in which any field may have any value.
///
/// The fields are enumerated by reflection, so that new ones are included automatically.
package struct RichRecords: Drawing {
  package var random: Seeded

  package init(seed: UInt64) { random = Seeded(state: seed) }

  private static let texts = [
    "", "a", "two words", "O’Hara \"quoted\"\\", "line\nfeed\ttab\r", "nul\0in", "\0", "␀",
    "␀\u{FE0E}",
    "\\u0000", "\\\\u0000", "é", "e\u{301}", "😀 👩🏽‍⚕️", "{\"a\":[1]}", "NULL", "\\N", "'; --",
    String(repeating: "long ", count: 1000), "\u{FFFF}", "\u{1}\u{7F}", "עברית",
  ]
  private static let zones = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]

  private mutating func any<Choice>(_ choices: [Choice], or other: Choice) -> Choice {
    choices.randomElement(using: &random) ?? other
  }

  private mutating func text() -> String { any(RichRecords.texts, or: "") }

  private mutating func several<Value>(_ make: (inout RichRecords) -> Value) -> [Value] {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in make(&self) }
  }

  private mutating func date() -> CivilDate {
    isTrue(oneIn: 8)
      ? any([CivilDate.first, .last], or: .first)
      : CivilDate(dayNumber: Int.random(in: 0...30_000, using: &random))
  }

  private mutating func instant() -> Instant {
    isTrue(oneIn: 8)
      ? any([Instant.earliest, .latest], or: .earliest)
      : Instant(seconds: Int64.random(in: -1_000_000_000...3_000_000_000, using: &random))
  }

  private mutating func moment() -> LocalOrInstant {
    switch Int.random(in: 0...2, using: &random) {
    case 0: .instant(instant())
    case 1: .local(CivilDateTime(date: date()))
    default:
      .local(CivilDateTime(date: date(), time: CivilTime("13:45:01") ?? .midnight))
    }
  }

  private mutating func note() -> RecordNote {
    RecordNote(text(), title: text(), author: text(), at: isTrue(oneIn: 2) ? instant() : nil)
  }

  private mutating func userInfo() -> [String: String] {
    Dictionary(several { ($0.text(), $0.text()) }, uniquingKeysWith: { first, _ in first })
  }
}

extension RichRecords {
  /// Sets each field of a record to a value or none.
  private mutating func fill<Record: FieldedRecord>(_ record: inout Record) {
    for field in Record.fields where !isTrue(oneIn: 3) {
      switch field.access {
      case .id, .zone, .begin: break
      case .text(let path): record[keyPath: path] = text()
      case .date(let path): record[keyPath: path] = date()
      case .moment(let path): record[keyPath: path] = moment()
      case .instant(let path): record[keyPath: path] = instant()
      case .choice(let choice): choice.set(&record, any(choice.allowed, or: ""))
      case .truth(let path, _): record[keyPath: path] = isTrue(oneIn: 2)
      case .wait(let path):
        record[keyPath: path] = Int.random(in: 0...1_000_000_000_000, using: &random)
      case .texts(let path): record[keyPath: path] = several { $0.text() }
      case .labelled(let path):
        record[keyPath: path] = several { LabelledValue($0.text(), $0.text()) }
      case .address(let path):
        record[keyPath: path] = PostalAddress(["street": text(), "city": "x"])
      case .drug(let path):
        record[keyPath: path] = DrugParameters(
          forgivenessHours: isTrue(oneIn: 2) ? 36 : 0.1,
          halfLifeHours: isTrue(oneIn: 2) ? 1e-3 : nil,
          threshold: isTrue(oneIn: 3) ? 1.5 : nil)
      case .notes(let path): record[keyPath: path] = several { $0.note() }
      case .userInfo(let path): record[keyPath: path] = userInfo()
      }
    }
  }

  private mutating func value() -> OutcomeValue {
    let contents: [OutcomeValue.Content] = [
      .number(Double.random(in: -1e6...1e6, using: &random)), .number(-0.0),
      .number(.leastNonzeroMagnitude),
      .number(1.797e308), .number(.infinity), .boolean(isTrue(oneIn: 2)), .text(text()),
      .date(moment()), .data([]), .data([0, 255, 1]), .number(3), .boolean(true),
    ]
    var value = OutcomeValue(any(contents, or: .boolean(false)))
    if isTrue(oneIn: 2) { value.units = text() }
    if isTrue(oneIn: 3) { value.kind = text() }
    return value
  }

  private mutating func outcome(_ tasks: [CareTask]) -> Outcome {
    let task = any(tasks.map(\.id), or: "")
    var outcome = Outcome(task: task, time: instant())
    if isTrue(oneIn: 2) {
      outcome.key = OccurrenceKey(
        element: text(), nominal: CivilDateTime(date: date()), isSecondPass: isTrue(oneIn: 8))
      if isTrue(oneIn: 2) { outcome.time = nil }
    }
    outcome.status = any([.completed, .completed, .skipped, .declined], or: .completed)
    if isTrue(oneIn: 2) { outcome.values = isTrue(oneIn: 2) ? [value()] : several { $0.value() } }
    if isTrue(oneIn: 4) { fill(&outcome) }
    return outcome
  }

  /// Returns the record of a patient.
  package mutating func record(_ id: String) -> CareRecord {
    func zone(_ name: String) -> Zone { Zone(name) ?? .utc }
    var record = CareRecord(
      patient: Patient(id: id, zone: zone(any(RichRecords.zones, or: "UTC"))))
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      var patient = Patient(id: id, zone: zone(any(RichRecords.zones, or: "UTC")))
      fill(&patient)
      record.patients.append(patient)
    }
    record.carePlans = several { draw in draw.filled(CarePlan(id: draw.text())) }
    record.contacts = several { draw in draw.filled(Contact(id: draw.text())) }
    record.tasks = several { draw in
      var element = ScheduleElement(
        "e\(draw.text().prefix(3))", from: .local(CivilDateTime(date: .init(dayNumber: 20_000))))
      element.text = draw.text()
      element.targets = [ScheduleElement.Target(0.1, units: "mg")]
      return draw.filled(CareTask(id: draw.text(), schedule: Schedule([element])))
    }
    record.holds = several { draw in draw.filled(Hold(from: draw.moment(), to: nil)) }
    record.namedEvents = several { draw in
      var event = draw.filled(NamedEvent("O’Hara \"😀\"", at: draw.moment()))
      event.isDeleted = false
      return event
    }
    if var withdrawal = record.namedEvents.last(where: \.canBeWithdrawn) {
      withdrawal.recordedAt = withdrawal.recordedAt?.adding(seconds: 1)
      withdrawal.isDeleted = true
      record.namedEvents.append(withdrawal)
    }
    if !record.tasks.isEmpty {
      let count = Int.random(in: 0...60, using: &random)
      record.outcomes = OutcomeTable((0..<count).map { _ in outcome(record.tasks) })
    }
    return record
  }

  private mutating func filled<Record: FieldedRecord>(_ record: Record) -> Record {
    var record = record
    fill(&record)
    return record
  }
}

extension NamedEvent {
  /// Whether a version that is recorded a second later can withdraw the event.
  fileprivate var canBeWithdrawn: Bool {
    id?.isEmpty == false && recordedAt.map { $0 < .latest } == true
  }
}
