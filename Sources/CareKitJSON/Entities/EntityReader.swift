import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// Parses the entities of a document one by one.
struct EntityReader {
  /// The location of the current entity.
  var location = EntityLocation(document: 0, number: 0, line: 1)
  var dates = DateReader()
  /// The warnings about the current entity.
  private(set) var reports: [InputError] = []

  mutating func report(_ error: InputError) { reports.append(error) }

  /// A parsed entity of any kind.
  enum Entity {
    case patient(Draft<Patient>)
    case carePlan(Draft<CarePlan>)
    case contact(Draft<Contact>)
    case task(Draft<TaskFacts>)
    case outcome(Draft<CountedOutcome>)
  }

  mutating func read(_ kind: EntityKind, _ node: JSONNode) throws(InputError) -> Entity {
    reports = []
    defer { if let mixed = dates.takeMixed() { reports.append(mixed) } }
    switch kind {
    case .patient: return .patient(try patient(node))
    case .carePlan: return .carePlan(try carePlan(node))
    case .contact: return .contact(try contact(node))
    case .task, .healthKitTask: return .task(try task(node, isOfHealthKit: kind == .healthKitTask))
    case .outcome: return .outcome(try outcome(node))
    }
  }
}

extension EntityReader {
  mutating func element(
    _ node: JSONNode, _ number: Int, in zone: Zone
  ) throws(InputError) -> ElementFacts {
    let (isAllDay, duration) = try node.duration
    let interval = try node.required("interval", try node.object("interval"))
    let calendar = try node.calendar
    let start = try node.required("start", try dates.date("start", of: node))
    let end = try dates.date("end", of: node)
    if let end, end <= start, let found = node["end"] { throw found.breaks("come after 'start'") }
    var targets: [CareKitValue] = []
    for target in try node.list("targetValues") { targets.append(try self.target(target)) }
    let chain = ChainedElement(
      start: start, end: end, period: try interval.period(isAllDay: isAllDay), isAllDay: isAllDay,
      zone: calendar?.zone ?? zone)
    return ElementFacts(
      number: number, chain: chain, duration: duration, text: try node.text("text"),
      targets: targets, isFixed: calendar?.isFixed ?? false)
  }

  private mutating func target(_ node: JSONNode) throws(InputError) -> CareKitValue {
    let target = try value(node)
    if case .number(let number) = target.content, number < 0, let found = node["value"] {
      throw found.breaks("be 0 or more")
    }
    return target
  }
}

extension JSONNode {
  /// Whether events are all-day, and the duration of others.
  fileprivate var duration: (isAllDay: Bool, ISODuration) {
    get throws(InputError) {
      guard let duration = try object("duration") else { return (false, .zero) }
      if try duration.truth("isAllDay") ?? false { return (true, .zero) }
      guard let node = duration["seconds"] else { return (false, .zero) }
      guard let seconds = node.number else { throw node.isNot(.number) }
      guard 0...Double(ISODuration.limits.seconds) ~= seconds else {
        throw node.breaks("be 0 or more within the calendar")
      }
      return (false, ISODuration(seconds: Int(seconds.rounded())))
    }
  }

  /// The time zone of an element's calendar, and whether it is fixed.
  fileprivate var calendar: (zone: Zone?, isFixed: Bool)? {
    get throws(InputError) {
      guard let calendar = try object("calendar") else { return nil }
      let name = try calendar.required("identifier", try calendar.text("identifier"))
      guard ["gregorian", "iso8601"].contains(name) else {
        throw InputError(
          .notOneOf(text: name, allowed: ["gregorian", "iso8601"]),
          field: "\(calendar.field).identifier")
      }
      if let locale = try calendar.object("locale") {
        _ = try locale.text("identifier")
        _ = try locale.whole("current")
      }
      _ = try calendar.whole("firstWeekday")
      _ = try calendar.whole("minimumDaysInFirstWeek")
      return (try calendar.zone("timeZone"), try calendar.isFixed)
    }
  }

  private var isFixed: Bool {
    get throws(InputError) {
      guard let current = try whole("current") else { return false }
      guard 0...2 ~= current else {
        throw InputError(
          .notOneOf(text: "\(current)", allowed: ["0", "1", "2"]), field: "\(field).current")
      }
      return current == 0
    }
  }
}

// Patients, care plans and contacts.
extension EntityReader {
  mutating func patient(_ node: JSONNode) throws(InputError) -> Draft<Patient> {
    var facts = try EntityFacts(node, &dates)
    let name = try PersonName(node)
    for part in name.others { facts.keep("name.\(part.name)", part.text) }
    let birthday = try dates.date("birthday", of: node)
    let sex = try node.text("sex")
    var patient = Patient(id: try node.id, zone: facts.zone, group: facts.group)
    patient.sex = sex.map { Patient.Sex(careKit: $0) }
    if patient.sex == .other, sex != "other" { facts.keep("sex", sex) }
    patient.birthDate = birthday.map { facts.zone.civil(at: $0).date }
    if let birthday, let day = patient.birthDate, birthday != day.begin(in: facts.zone) {
      facts.keep("birthday", birthday.description)
    }
    (patient.givenName, patient.familyName) = (name.givenName, name.familyName)
    patient.allergies = try node.texts("allergies")
    facts.fill(&patient)
    return Draft(patient, facts, at: location)
  }

  mutating func carePlan(_ node: JSONNode) throws(InputError) -> Draft<CarePlan> {
    let facts = try EntityFacts(node, &dates)
    var plan = CarePlan(id: try node.id, title: try node.text("title"))
    plan.group = facts.group
    facts.fill(&plan)
    let owner = try node.link("patientUUID", database: "patientID")
    return Draft(plan, facts, owner: owner, at: location)
  }

  mutating func contact(_ node: JSONNode) throws(InputError) -> Draft<Contact> {
    var facts = try EntityFacts(node, &dates)
    let name = try PersonName(node)
    for part in name.others { facts.keep("name.\(part.name)", part.text) }
    var contact = Contact(
      id: try node.id, givenName: name.givenName, familyName: name.familyName)
    contact.group = facts.group
    contact.organisation = try node.text("organization")
    (contact.title, contact.role) = (try node.text("title"), try node.text("role"))
    contact.category = try node.category
    contact.emails = try node.labelled("emailAddresses")
    contact.phones = try node.labelled("phoneNumbers")
    contact.messaging = try node.labelled("messagingNumbers")
    contact.other = try node.labelled("otherContactInfo")
    contact.address = try address(of: node)
    facts.fill(&contact)
    let owner = try node.link("carePlanUUID", database: "carePlanID")
    return Draft(contact, facts, owner: owner, at: location)
  }

  /// Returns an address; the content of an address without members, as CareKit before 4.0 writes
  /// it, is lost.
  private mutating func address(of node: JSONNode) throws(InputError) -> PostalAddress? {
    guard let object = try node.object("address") else { return nil }
    if object.count == 0 {
      report(object.notes(.empty))
      return nil
    }
    var address = PostalAddress()
    for (name, path) in PostalAddress.careKitParts {
      address[keyPath: path] = try object.text(name) ?? ""
    }
    return address
  }
}

extension PostalAddress {
  /// The parts by their CareKit names.
  static var careKitParts: [(name: StaticString, path: WritableKeyPath<PostalAddress, String>)] {
    [
      ("city", \.city), ("country", \.country), ("isoCountryCode", \.countryCode),
      ("postalCode", \.postalCode), ("state", \.state), ("street", \.street),
      ("subAdministrativeArea", \.county), ("subLocality", \.district),
    ]
  }
}

extension Patient.Sex {
  /// Parses CareKit's sex, which has two named values and arbitrary other text.
  fileprivate init(careKit text: String) {
    self =
      switch text {
      case "male": .male
      case "female": .female
      default: .other
      }
  }
}

extension CivilDate {
  /// Returns the first instant of the date.
  func begin(in zone: Zone) -> Instant { zone.firstInstant(atOrAfter: CivilDateTime(date: self)) }
}

extension JSONNode {
  /// The id that the versions of an entity share.
  var id: String {
    get throws(InputError) {
      let node = self["id"] ?? self["entityId"]
      guard let node else { throw lacks("id") }
      let text = try node.asText
      if text.isEmpty { throw lacks("id") }
      return text
    }
  }

  fileprivate var category: Contact.Category? {
    get throws(InputError) {
      guard let text = try text("category") else { return nil }
      guard let category = Contact.Category(rawValue: text) else {
        let allowed = Contact.Category.allCases.map(\.rawValue)
        throw InputError(.notOneOf(text: text, allowed: allowed), field: "category")
      }
      return category
    }
  }

  fileprivate func labelled(_ name: StaticString) throws(InputError) -> [LabelledValue] {
    try list(name).map { node throws(InputError) in
      let node = try node.asObject
      return LabelledValue(
        try node.text("label") ?? "", try node.required("value", try node.text("value")))
    }
  }
}
