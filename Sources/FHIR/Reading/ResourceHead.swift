import AdherenceAnalytics
import Formats
import Interchange

/// The resource type and patient reference of a line, found without parsing it.
///
/// Safe: each range lies between two quotes of the bytes.
struct ResourceHead {
  /// The type; `nil` if the type is not supported.
  var type: ResourceType?
  var typeName: Range<Int>
  /// The reference to the patient, or the id of a Patient.
  var patient: Range<Int>?

  /// Scans the bytes of a resource only as far as necessary.
  ///
  /// - Returns: `nil` if the line has to be parsed: escaped strings, patients referred to by
  ///   identifier, invalid JSON. The result is correct only if the bytes are valid JSON.
  static func find(in bytes: UnsafeBufferPointer<UInt8>) -> ResourceHead? {
    var scan = HeadScan(bytes: bytes)
    return scan.head()
  }
}

/// Scans an object member by member.
///
/// Safe: ranges lie within the bytes, which are lent for the scan.
private struct HeadScan {
  let bytes: UnsafeBufferPointer<UInt8>
  private var type: (name: Range<Int>, type: ResourceType?)?
  private var id: Range<Int>?
  private var subject: Range<Int>?
  private var taskPatient: Range<Int>?

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func head() -> ResourceHead? {
    guard var scan = JSONMemberScan(bytes) else { return nil }
    while let name = scan.name() {
      guard member(UnsafeBufferPointer(rebasing: bytes[name]), &scan) else { return nil }
      if let found = found(before: scan) { return found }
    }
    return nil
  }

  /// The head, if enough of it is known.
  private func found(before rest: JSONMemberScan) -> ResourceHead? {
    guard let type else { return nil }
    guard let known = type.type else {
      return isWhole(type.name, before: rest)
        ? ResourceHead(type: nil, typeName: type.name) : nil
    }
    switch known {
    case .bundle: return nil
    case .medication: return ResourceHead(type: known, typeName: type.name)
    case .patient: return id.map { ResourceHead(type: known, typeName: type.name, patient: $0) }
    case .task:
      return taskPatient.map { ResourceHead(type: known, typeName: type.name, patient: $0) }
    default: return subject.map { ResourceHead(type: known, typeName: type.name, patient: $0) }
    }
  }

  /// Whether the name of an unsupported type, which is never parsed later, is a complete string
  /// followed by valid JSON.
  private func isWhole(_ name: Range<Int>, before rest: JSONMemberScan) -> Bool {
    var rest = rest
    let end = rest.next()
    return (end == .comma || end == UInt8(ascii: "}"))
      && bytes[name].allSatisfy { 65...90 ~= $0 || 97...122 ~= $0 }
  }

  /// Scans the value of a member; returns whether it could be scanned.
  private mutating func member(
    _ name: UnsafeBufferPointer<UInt8>, _ scan: inout JSONMemberScan
  ) -> Bool {
    switch scan.next() {
    case .quote where type == nil && name.isEqual(to: "resourceType"):
      guard let value = scan.text() else { return false }
      type = (value, ResourceType(UnsafeBufferPointer(rebasing: bytes[value])))
      return true
    case .quote where id == nil && name.isEqual(to: "id"):
      id = scan.text()
      return id != nil
    case UInt8(ascii: "{") where subject == nil && name.isEqual(to: "subject"):
      subject = reference(scan.object())
      return subject != nil && scan.skip()
    case UInt8(ascii: "{") where taskPatient == nil && name.isEqual(to: "for"):
      taskPatient = reference(scan.object())
      return taskPatient != nil && scan.skip()
    default: return scan.skip()
    }
  }

  /// Returns the member `reference` of an object.
  private func reference(_ object: JSONMemberScan?) -> Range<Int>? {
    guard var object else { return nil }
    while let name = object.name() {
      if UnsafeBufferPointer(rebasing: bytes[name]).isEqual(to: "reference"),
        object.next() == .quote
      {
        return object.text()
      }
      guard object.skip() else { return nil }
    }
    return nil
  }
}

/// The supported resource types.
enum ResourceType: UInt8, CaseIterable {
  case bundle, patient, medication
  case medicationRequest, serviceRequest, carePlan, task
  case medicationAdministration, medicationStatement, medicationUsage
  case medicationDispense, encounter, observation, questionnaireResponse
  case researchSubject, episodeOfCare, procedure

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
    case .procedure: "Procedure"
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
    case .procedure: \.namedEvents
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
