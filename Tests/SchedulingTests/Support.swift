import Scheduling

/// Parses a literal of the test; an invalid one is a mistake in the test.
func read<Value: LosslessStringConvertible>(_ text: String, as type: Value.Type = Value.self)
  -> Value
{
  guard let value = Value(text) else { preconditionFailure("the test's \(Value.self): \(text)") }
  return value
}

func at(_ text: String) -> Instant { read(text) }
func local(_ text: String) -> CivilDateTime { read(text) }
func date(_ text: String) -> CivilDate { read(text) }
func times(_ texts: String...) -> [CivilTime] { texts.map { read($0) } }

func zone(_ id: String) -> Zone {
  guard let zone = Zone(id) else { preconditionFailure("the test's zone: \(id)") }
  return zone
}

func rule(_ text: String) -> Recurrence {
  do { return .rule(try RecurrenceRule(parsing: text)) } catch {
    preconditionFailure("the test's rule: \(error)")
  }
}

/// The zones named by the semantics.
let zoneNames = [
  "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Africa/Cairo", "America/Havana",
  "Pacific/Apia", "America/Sao_Paulo", "Asia/Kolkata", "UTC",
]

/// The compiled form of a schedule that the test defines.
func compiled(_ schedule: Schedule, in zone: Zone) -> Occurrences {
  do { return try Occurrences(of: schedule, in: zone) } catch {
    preconditionFailure("the test's schedule: \(error)")
  }
}

/// All representable instants.
let everything = Instant.earliest..<Instant.latest

extension ScheduleElement {
  /// An element at a local time or an instant, with changes by the test.
  static func test(
    _ start: String, _ recurrence: Recurrence = .once, id: String = "dose",
    _ change: (inout ScheduleElement) -> Void = { _ in }
  ) -> ScheduleElement {
    var element = ScheduleElement(id, from: read(start, as: LocalOrInstant.self))
    element.recurrence = recurrence
    change(&element)
    return element
  }

  /// An element with a period.
  static func test(
    _ start: String, every period: String, _ change: (inout ScheduleElement) -> Void = { _ in }
  ) -> ScheduleElement {
    test(start, .every(read(period)), change)
  }

  func occurrences(in zoneName: String, excluding exclusions: [Schedule.Exclusion] = [])
    -> Occurrences
  {
    compiled(Schedule([self], excluding: exclusions), in: zone(zoneName))
  }
}

extension Occurrences {
  /// The starts in a range of instants, as text.
  func starts(_ from: String, _ to: String) -> [String] {
    starting(in: at(from)..<at(to)).map { "\($0.start)" }
  }

  /// The local starts of the first occurrences.
  func localStarts(_ limit: Int) -> [String] {
    starting(in: everything, limit: limit).map { "\(zone.civil(at: $0.start))" }
  }

  /// The dates of the first occurrences.
  func dates(_ limit: Int) -> [String] {
    starting(in: everything, limit: limit).map { "\(zone.civil(at: $0.start).date)" }
  }
}
