import AdherenceAnalytics

/// The types of resources that are read.
enum ResourceType: UInt8, CaseIterable {
  case bundle, patient, medication
  case medicationRequest, serviceRequest, carePlan, task
  case medicationAdministration, medicationStatement, medicationUsage
  case medicationDispense, encounter, observation, questionnaireResponse
  case researchSubject, episodeOfCare

  /// The name as FHIR has it.
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

  /// The name with a slash, which an id follows.
  var prefix: String { ResourceType.prefixes[Int(rawValue)] }

  private static let prefixes = allCases.map { "\($0.name)/" }

  /// What counts count it as; `nil` of what they leave out.
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

  /// Finds a type by its name.
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
  /// Whether the bytes are those of a text.
  func isEqual(to text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for index in 0..<count where self[index] != text.utf8Start[index] { return false }
    return true
  }
}
