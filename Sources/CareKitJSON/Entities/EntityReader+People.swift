import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

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
