import AdherenceAnalytics

/// The supported resource types.
enum ResourceType: UInt8, CaseIterable {
  case bundle, patient, medication
  case medicationRequest, serviceRequest, carePlan, task
  case medicationAdministration, medicationStatement, medicationUsage
  case medicationDispense, encounter, observation, questionnaireResponse
  case researchSubject, episodeOfCare

  /// The FHIR name.
  var name: StaticString {
    switch self {
    case .bundle: "Bundle"
    case .patient: "Patient"
    case .medication: "Medication"
    case .medicationRequest: "MedicationRequest"
    case .serviceRequest: "ServiceRequest"
    case .carePlan: "CarePlan"
    case .task: "Task"
    case .medicationAdministration: "MedicationAdministration"
    case .medicationStatement: "MedicationStatement"
    case .medicationUsage: "MedicationUsage"
    case .medicationDispense: "MedicationDispense"
    case .encounter: "Encounter"
    case .observation: "Observation"
    case .questionnaireResponse: "QuestionnaireResponse"
    case .researchSubject: "ResearchSubject"
    case .episodeOfCare: "EpisodeOfCare"
    }
  }

  /// The name with a trailing slash, as the prefix of `Type/id`.
  var prefix: String { ResourceType.prefixes[Int(rawValue)] }

  private static let prefixes = allCases.map { "\($0.name)/" }

  /// The record count that includes this type; `nil` if it is not counted.
  var kind: WritableKeyPath<RecordCounts, ReadCount>? {
    switch self {
    case .bundle, .medication, .medicationDispense, .researchSubject, .episodeOfCare: nil
    case .patient: \.patients
    case .medicationRequest, .serviceRequest, .task, .medicationStatement, .medicationUsage: \.tasks
    case .carePlan: \.carePlans
    case .encounter: \.holds
    case .medicationAdministration, .observation, .questionnaireResponse: \.outcomes
    }
  }

  /// Parses a type name.
  ///
  /// Safe: the name is looked at and not kept.
  init?(_ name: UnsafeBufferPointer<UInt8>) {
    guard let type = ResourceType.allCases.first(where: { name.isEqual(to: $0.name) }) else {
      return nil
    }
    self = type
  }
}

// Safe: both have `count` bytes where any is compared.
extension UnsafeBufferPointer<UInt8> {
  /// Returns whether the bytes equal a text.
  func isEqual(to text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for index in 0..<count where self[index] != text.utf8Start[index] { return false }
    return true
  }
}
