import AdherenceAnalytics
import Diagnostics
import Formats
import Scheduling

// Patients, care plans and contacts.
extension RecordDraft {
  mutating func patientEntities() -> [JSONValue] {
    let versions = record.earlierPatients + [record.patient]
    let uuids = versions.map { uuid("patient", $0.id, $0.recordedAt, $0.userInfo) }
    patient = uuids.last ?? ""
    return zip(versions, VersionLinks.all(uuids)).map { version, links in
      entity("patient", object(of: version, links))
    }
  }

  private func object(of patient: Patient, _ links: VersionLinks) -> [String: JSONValue] {
    var object = common(
      patient, group: patient.group, from: patient.recordedAt ?? RecordDraft.firstDate, links,
      in: patient.zone)
    object["timezone"] = .sorted(["identifier": .text(patient.zone.id)])
    object["name"] = name(patient.givenName, patient.familyName, patient.userInfo)
    object.set("sex", patient.userInfo["carekit.sex"] ?? patient.sex?.rawValue)
    object["birthday"] = patient.birthDate.map { day in
      date(moment("birthday", patient.userInfo) ?? day.begin(in: patient.zone))
    }
    object.set("allergies", patient.allergies)
    return object
  }

  private func name(
    _ given: String?, _ family: String?, _ userInfo: [String: String]
  ) -> JSONValue {
    var name: [String: JSONValue] = [:]
    name.set("givenName", given)
    name.set("familyName", family)
    for part in PersonName.otherNames {
      name.set("\(part)", userInfo["carekit.name.\(part)"])
    }
    return .sorted(name)
  }

  mutating func planEntities() -> [JSONValue] {
    var entities: [JSONValue] = []
    for versions in record.carePlans.byID {
      let uuids = versions.map { uuid("carePlan", $0.id, $0.recordedAt, $0.userInfo) }
      plans[versions[0].id] = uuids.last
      for (plan, links) in zip(versions, VersionLinks.all(uuids)) {
        var object = common(
          plan, group: plan.group, from: plan.recordedAt ?? RecordDraft.firstDate, links)
        object["title"] = .text(plan.title ?? "")
        object["patientUUID"] = .text(plan.userInfo["carekit.patientUUID"] ?? patient)
        entities.append(entity("carePlan", object))
      }
    }
    return entities
  }

  mutating func contactEntities() -> [JSONValue] {
    var entities: [JSONValue] = []
    for versions in record.contacts.byID {
      let uuids = versions.map { uuid("contact", $0.id, $0.recordedAt, $0.userInfo) }
      for (contact, links) in zip(versions, VersionLinks.all(uuids)) {
        entities.append(entity("contact", object(of: contact, links)))
      }
    }
    return entities
  }

  private mutating func object(of contact: Contact, _ links: VersionLinks) -> [String: JSONValue] {
    var object = common(
      contact, group: contact.group, from: contact.recordedAt ?? RecordDraft.firstDate, links)
    object["name"] = name(contact.givenName, contact.familyName, contact.userInfo)
    object.set("organization", contact.organisation)
    object.set("title", contact.title)
    object.set("role", contact.role)
    object.set("category", contact.category?.rawValue)
    object.set("carePlanUUID", plan(contact.carePlan, contact.userInfo))
    object.set("emailAddresses", contact.emails)
    object.set("phoneNumbers", contact.phones)
    object.set("messagingNumbers", contact.messaging)
    object.set("otherContactInfo", contact.other)
    if let address = contact.address { object["address"] = value(of: address, contact.id) }
    return object
  }

  /// Returns an address, which is empty in CareKit before 4.0.
  private mutating func value(of address: PostalAddress, _ contact: String) -> JSONValue {
    guard options.form == .v4 else {
      report(InputError(.against(.empty, text: ""), field: "contacts.\(contact).address"))
      return .sorted([:])
    }
    var object: [String: JSONValue] = [:]
    for (name, path) in PostalAddress.careKitParts {
      object["\(name)"] = .text(address[keyPath: path])
    }
    return .sorted(object)
  }

  /// Returns the linked version of a care plan.
  func plan(_ id: String?, _ userInfo: [String: String]) -> String? {
    userInfo["carekit.carePlanUUID"] ?? id.flatMap { plans[$0] }
  }
}

extension [String: JSONValue] {
  fileprivate mutating func set(_ name: String, _ values: [LabelledValue]) {
    if values.isEmpty { return }
    self[name] = .list(
      values.map { .sorted(["label": .text($0.label), "value": .text($0.value)]) })
  }
}

extension Array where Element: VersionedRecord {
  /// The versions grouped by id; ids are sorted, versions in order of recording.
  var byID: [[Element]] {
    Dictionary(grouping: self, by: \.id).sorted { $0.key < $1.key }.map { _, versions in
      let order = versions.enumerated().sorted { a, b in
        let known = (a.element.recordedAt ?? .earliest, b.element.recordedAt ?? .earliest)
        return (known.0, a.offset) < (known.1, b.offset)
      }
      return order.map(\.element)
    }
  }
}
