import AdherenceAnalytics
import Scheduling

/// Small random records: two weeks, few names, many versions.
///
/// The same seed gives the same world on every machine (SplitMix64).
struct World: RandomNumberGenerator {
  private var state: UInt64
  /// All versions of everything, in order of the patients' ids.
  private(set) var records: [CareRecord] = []

  static let first = CivilDate(dayNumber: 20_000)
  static let noon = Instant(seconds: Int64(first.dayNumber) * 86_400 + 43_200)
  static let names: [String?] = [nil, "a", "b", "c"]

  init(seed: UInt64) throws {
    state = seed
    for id in ["Ä1", "P10", "P2", "Q", "p3"].sorted() where !isTrue(oneIn: 5) {
      records.append(try record(id))
    }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func isTrue(oneIn count: Int) -> Bool { number(1...count) == 1 }

  mutating func any<Choice>(_ choices: [Choice]) throws -> Choice {
    guard let choice = choices.randomElement(using: &self) else { throw NothingToChoose() }
    return choice
  }

  mutating func some<Choice: Hashable>(_ choices: [Choice]) -> Set<Choice> {
    Set(choices.filter { _ in isTrue(oneIn: 2) })
  }

  mutating func date() -> CivilDate { World.first.adding(days: number(0...14)) }

  mutating func instant() -> Instant {
    Instant(seconds: Int64(World.first.dayNumber) * 86_400 + Int64(number(0...(14 * 8))) * 10_800)
  }

  /// Returns a local time or an instant.
  mutating func moment() -> LocalOrInstant {
    isTrue(oneIn: 2) ? .instant(instant()) : .local(CivilDateTime(date: date()))
  }

  mutating func range() -> DateRange {
    if isTrue(oneIn: 2) {
      let date = date()
      return .days(date..<date.adding(days: number(0...5)))
    }
    let instant = instant()
    return .instants(instant..<instant.adding(seconds: Int64(number(0...5)) * 43_200))
  }
}

private struct NothingToChoose: Error {}

extension World {
  private mutating func record(_ id: String) throws -> CareRecord {
    let zones = ["UTC", "America/New_York", "Asia/Kolkata"].compactMap { Zone($0) }
    let zone = try any(zones)
    var record = CareRecord(patient: Patient(id: id, zone: zone))
    record.patients = try versions(of: [id], Patient(id: id, zone: zone)) { world, patient in
      patient.givenName = try world.any(World.names)
      patient.familyName = try world.any(World.names)
      patient.group = try world.any(World.names)
      patient.tags = try world.tags()
      patient.remoteID = try world.any(World.names)
    }
    record.carePlans = try versions(of: ["plan1", "plan2"], CarePlan(id: "")) { world, plan in
      plan.title = try world.any(World.names)
      plan.group = try world.any(World.names)
      plan.tags = try world.tags()
      plan.remoteID = try world.any(World.names)
    }
    record.contacts = try versions(of: ["c1", "c2", "c3"], Contact(id: "")) { world, contact in
      contact.givenName = try world.any(World.names)
      contact.familyName = try world.any(World.names)
      contact.carePlan = try world.any([nil, "plan1", "plan2"])
      contact.group = try world.any(World.names)
      contact.tags = try world.tags()
      contact.remoteID = try world.any(World.names)
    }
    record.tasks = try tasks()
    for _ in 0..<number(0...2) {
      let home = record.patient.zone
      let bounds = [moment(), moment()].sorted { $0.instant(in: home) < $1.instant(in: home) }
      record.holds.append(Hold(from: bounds[0], to: isTrue(oneIn: 2) ? bounds[1] : nil))
    }
    for _ in 0..<number(0...2) {
      record.namedEvents.append(
        NamedEvent(try any(["surgery", "discharge"]), at: moment()))
    }
    try addOutcomes(to: &record)
    return record
  }

  private mutating func tags() throws -> [String] {
    ["x", "y", "z"].filter { _ in isTrue(oneIn: 3) }
  }

  private mutating func tasks() throws -> [CareTask] {
    try versions(of: ["t1", "t2", "t3"], CareTask(id: "", schedule: Schedule([]))) { world, task in
      let start = world.date()
      var element = ScheduleElement("e", from: CivilDateTime(date: start))
      element.recurrence = .every(ISODuration(days: world.number(1...9)))
      element.end = .local(CivilDateTime(date: start.adding(days: world.number(1...9))))
      task.schedule = Schedule([element])
      task.title = try world.any(World.names)
      task.group = try world.any(World.names)
      task.carePlan = try world.any([nil, "plan1", "plan2"])
      task.tags = try world.tags()
      task.remoteID = try world.any(World.names)
    }
  }

  /// Returns one to three versions of some of the things with the ids, grouped or interleaved.
  private mutating func versions<Record: Versioned>(
    of ids: [String], _ blank: Record, _ fill: (inout World, inout Record) throws -> Void
  ) throws -> [Record] {
    var queues: [[Record]] = []
    for id in ids where ids.count == 1 || !isTrue(oneIn: 4) {
      let moments = Set((0..<number(1...3)).map { _ in isTrue(oneIn: 3) ? .earliest : instant() })
      var versions: [Record] = []
      for recordedAt in moments.sorted() {
        var version = blank
        version.id = id
        try fill(&self, &version)
        version.recordedAt = recordedAt == .earliest ? nil : recordedAt
        version.effectiveFrom = isTrue(oneIn: 3) ? nil : moment()
        version.deletedAt = isTrue(oneIn: 5) ? moment() : nil
        versions.append(version)
      }
      queues.append(versions)
    }
    return mix(queues)
  }

  /// Interleaves queues, keeping the order within each.
  private mutating func mix<Record>(_ queues: [[Record]]) -> [Record] {
    var turns = queues.enumerated().flatMap { repeatElement($0, count: $1.count) }
    if isTrue(oneIn: 2) { turns.shuffle(using: &self) }
    var taken = queues.map { _ in 0 }
    return turns.map { turn in
      taken[turn] += 1
      return queues[turn][taken[turn] - 1]
    }
  }

  private mutating func addOutcomes(to record: inout CareRecord) throws {
    guard !record.tasks.isEmpty else { return }
    for number in 0..<number(0...6) {
      var outcome = Outcome(
        task: try any(record.taskIDs), time: instant(),
        values: [OutcomeValue(.number(Double(number)))])
      if isTrue(oneIn: 3) {
        outcome.key = OccurrenceKey(element: "e", nominal: CivilDateTime(date: date()))
      }
      outcome.id = try any([nil, nil, "o1", "o2"])
      if let id = outcome.id, let last = record.outcomes.last(where: { $0.id == id }) {
        outcome.recordedAt = last.recordedAt?.adding(seconds: 3600) ?? instant()
        outcome.isDeleted = !last.isDeleted && isTrue(oneIn: 3)
      }
      if isTrue(oneIn: 3), outcome.recordedAt == nil { outcome.recordedAt = instant() }
      outcome.group = try any(World.names)
      outcome.tags = try tags()
      outcome.remoteID = try any(World.names)
      record.outcomes.append(outcome)
    }
  }
}

/// The fields that the four versioned kinds share.
protocol Versioned: Equatable {
  var id: String { get set }
  var group: String? { get }
  var tags: [String] { get }
  var remoteID: String? { get }
  var effectiveFrom: LocalOrInstant? { get set }
  var recordedAt: Instant? { get set }
  var deletedAt: LocalOrInstant? { get set }
}

extension Patient: Versioned {}
extension CarePlan: Versioned {}
extension Contact: Versioned {}
extension CareTask: Versioned {}
