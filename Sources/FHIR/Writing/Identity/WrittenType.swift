/// The resource types that are written, in the order of files and bundles.
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

  /// The relative reference to the resource.
  var reference: String { "\(type.rawValue)/\(id.text)" }
}

extension ResourceName {
  /// Parses a name such as `MedicationRequest/r1`; `nil` for other texts and types.
  init?(_ text: String, oneOf types: [WrittenType]) {
    guard let slash = text.firstIndex(of: "/"),
      let type = types.first(where: { $0.rawValue == text[..<slash] }),
      case let id = String(text[text.index(after: slash)...]), ResourceID.isValid(id)
    else { return nil }
    self.init(type: type, id: ResourceID(id))
  }

  /// Creates the name of a part of a patient's record by its id, which may come from FHIR.
  ///
  /// - Parameters:
  ///   - id: The id within the record.
  ///   - patient: The patient's id.
  ///   - types: The possible types; the first is used if the id does not contain one.
  init(of id: String, patient: String, _ types: [WrittenType]) {
    self =
      ResourceName(id, oneOf: types)
      ?? ResourceName(type: types[0], id: ResourceID(patient, id))
  }
}
