package import AdherenceAnalytics
import Scheduling

// Ids are replaced; names and free texts are withheld. All else is kept: plans, times, numbers and
// groups.
extension CareRecord {
  /// Returns the record without identifying data.
  ///
  /// - Parameters:
  ///   - key: The key of the pseudonyms.
  ///   - name: The name of a `userInfo` entry of patients that is kept because they are grouped by
  ///     it.
  /// - Returns: The record, with unchanged ratios and times.
  package func pseudonymous(_ key: PseudonymKey, keeping name: String? = nil) -> CareRecord {
    var record = self
    record.patient = patient.pseudonymous(key, keeping: name)
    record.earlierPatients = earlierPatients.map { $0.pseudonymous(key, keeping: name) }
    record.tasks = tasks.map { $0.pseudonymous(key) }
    record.holds = holds.map { $0.pseudonymous(key) }
    record.namedEvents = namedEvents.map { $0.pseudonymous(key) }
    record.carePlans = carePlans.map { $0.pseudonymous(key) }
    record.contacts = []
    record.outcomes = outcomes.pseudonymous(key)
    return record
  }
}

extension Patient {
  fileprivate func pseudonymous(_ key: PseudonymKey, keeping name: String?) -> Patient {
    var patient = withoutRemarks
    patient.id = key.pseudonym(of: id, .patient)
    (patient.givenName, patient.familyName, patient.birthDate) = (nil, nil, nil)
    patient.allergies = []
    patient.observation = observation.withoutFreeText
    if let name { patient.userInfo[name] = userInfo[name] }
    return patient
  }
}

extension CarePlan {
  fileprivate func pseudonymous(_ key: PseudonymKey) -> CarePlan {
    var plan = withoutRemarks
    plan.id = key.pseudonym(of: id, .carePlan)
    (plan.title, plan.tags) = (nil, [])
    return plan
  }
}

extension CareTask {
  fileprivate func pseudonymous(_ key: PseudonymKey) -> CareTask {
    var task = withoutRemarks
    (task.title, task.instructions, task.tags) = (nil, nil, [])
    task.carePlan = carePlan.map { key.pseudonym(of: $0, .carePlan) }
    task.schedule = schedule.pseudonymous(key)
    return task
  }
}

extension Hold {
  fileprivate func pseudonymous(_ key: PseudonymKey) -> Hold {
    var hold = self
    hold.id = id.map { key.pseudonym(of: $0, .hold) }
    (hold.reason, hold.remoteID, hold.notes, hold.userInfo) = (nil, nil, [], [:])
    return hold
  }
}

extension NamedEvent {
  /// The name is kept, as schedules refer to it.
  fileprivate func pseudonymous(_ key: PseudonymKey) -> NamedEvent {
    var event = self
    event.id = id.map { key.pseudonym(of: $0, .namedEvent) }
    (event.remoteID, event.notes, event.userInfo) = (nil, [], [:])
    return event
  }
}

extension VersionedRecord {
  /// The record without notes and remote ids.
  fileprivate var withoutRemarks: Self {
    var record = self
    record.notes = []
    record.remoteID = nil
    record.userInfo = [:]
    return record
  }
}

extension Schedule {
  /// Returns the plan without texts for patients.
  fileprivate func pseudonymous(_ key: PseudonymKey) -> Schedule {
    var schedule = self
    for place in elements.indices {
      schedule.elements[place].text = nil
      schedule.elements[place].targets = elements[place].targets.map { $0.pseudonymous(key) }
    }
    schedule.overrides = overrides.mapValues { override in
      var override = override
      override.text = nil
      override.targets = override.targets?.map { $0.pseudonymous(key) }
      return override
    }
    return schedule
  }
}

extension ScheduleElement.Target {
  /// Replaces a target text in the same way as recorded texts, so that they still match.
  fileprivate func pseudonymous(_ key: PseudonymKey) -> Self {
    var target = self
    switch condition {
    case .atLeast(let value): target.condition = .atLeast(value.pseudonymous(key))
    case .atMost(let value): target.condition = .atMost(value.pseudonymous(key))
    case .exactly(let value): target.condition = .exactly(value.pseudonymous(key))
    case .within: break
    }
    return target
  }
}

extension ScheduleElement.Target.Value {
  fileprivate func pseudonymous(_ key: PseudonymKey) -> Self {
    switch self {
    case .number, .boolean, .date: self
    case .text(let text): .text(key.pseudonym(of: text, .text))
    case .data(let bytes):
      .data(Array(key.pseudonym(of: String(decoding: bytes, as: UTF8.self), .text).utf8))
    }
  }
}

extension OutcomeTable {
  /// Returns the outcomes with replaced ids and withheld remarks; most have neither.
  fileprivate func pseudonymous(_ key: PseudonymKey) -> OutcomeTable {
    if details.isEmpty { return self }
    return OutcomeTable(
      rows: rows, names: names, details: details.mapValues { $0.pseudonymous(key) })
  }
}

extension Outcome {
  fileprivate func pseudonymous(_ key: PseudonymKey) -> Outcome {
    var outcome = self
    outcome.id = id.map { key.pseudonym(of: $0, .outcome) }
    (outcome.remoteID, outcome.notes, outcome.userInfo) = (nil, [], [:])
    (outcome.group, outcome.tags) = (nil, [])
    for place in values.indices {
      outcome.values[place].content = values[place].content.pseudonymous(key)
    }
    return outcome
  }
}
