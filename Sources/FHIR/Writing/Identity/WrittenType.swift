/// The types of resources that are written, in the order in which files and bundles have them.
package enum WrittenType: String, CaseIterable, Hashable, Sendable {
  case patient = "Patient"
  case carePlan = "CarePlan"
  case medicationRequest = "MedicationRequest"
  case serviceRequest = "ServiceRequest"
  case medicationAdministration = "MedicationAdministration"
  case observation = "Observation"
  case measureReport = "MeasureReport"
}

/// The type and id of a resource.
struct ResourceName: Hashable, Sendable {
  let type: WrittenType
  let id: ResourceID

  /// How other resources refer to it.
  var reference: String { "\(type.rawValue)/\(id.text)" }
}

extension ResourceName {
  /// The name that was read from FHIR, such as `MedicationRequest/r1`; `nil` of other texts and types.
  init?(_ text: String, oneOf types: [WrittenType]) {
    guard let slash = text.firstIndex(of: "/"),
      let type = types.first(where: { $0.rawValue == text[..<slash] }),
      case let id = String(text[text.index(after: slash)...]), ResourceID.isValid(id)
    else { return nil }
    self.init(type: type, id: ResourceID(id))
  }

  /// The name of something that a patient's record knows by an id, which may be one of FHIR's.
  ///
  /// - Parameters:
  ///   - id: The id within the record.
  ///   - patient: The patient's id.
  ///   - types: What it may be; the first is what it is where the id says nothing.
  init(of id: String, patient: String, _ types: [WrittenType]) {
    self =
      ResourceName(id, oneOf: types)
      ?? ResourceName(type: types[0], id: ResourceID(patient, id))
  }
}
