import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// The kinds of entities.
enum EntityKind: String, CaseIterable {
  case patient, carePlan, contact, task, healthKitTask, outcome

  /// The record count that includes this kind.
  var count: WritableKeyPath<RecordCounts, ReadCount> {
    switch self {
    case .patient: \.patients
    case .carePlan: \.carePlans
    case .contact: \.contacts
    case .task, .healthKitTask: \.tasks
    case .outcome: \.outcomes
    }
  }
}

extension EntityKind {
  /// Determines the kind of an entity without a type from keys unique to that kind; `nil` if there
  /// are none.
  init?(bare node: JSONNode) {
    if node["schedule"] != nil {
      self = node["healthKitLinkage"] == nil ? .task : .healthKitTask
    } else if node["taskOccurrenceIndex"] != nil {
      self = .outcome
    } else if node["name"] != nil {
      let isContact = EntityKind.ofContacts.contains { node[$0] != nil }
      self = isContact ? .contact : .patient
    } else if node["title"] != nil {
      self = .carePlan
    } else {
      return nil
    }
  }

  private static let ofContacts: [StaticString] = [
    "address", "emailAddresses", "phoneNumbers", "messagingNumbers", "otherContactInfo",
    "organization", "title", "role", "category", "carePlanUUID", "carePlanID",
  ]

  /// Returns the kind and the content of an element of an entity list.
  static func of(_ root: JSONNode) throws(InputError) -> (EntityKind, JSONNode) {
    let root = try root.asObject
    if root["object"] != nil || root["type"] != nil {
      let name = try root.required("type", try root.text("type"))
      guard let kind = EntityKind(rawValue: name) else {
        throw InputError(.notOneOf(text: name, allowed: allCases.map(\.rawValue)), field: "type")
      }
      return (kind, try root.required("object", try root.object("object")))
    }
    guard let kind = EntityKind(bare: root) else { throw root.lacks("type") }
    return (kind, root)
  }

  /// The known keys of the kind; others are ignored.
  var names: [StaticString] { EntityKind.names[self] ?? [] }

  private static let names = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, common + $0.own) })

  private static let common: [StaticString] = [
    "id", "uuid", "localDatabaseID", "previousVersionUUIDs", "nextVersionUUIDs", "effectiveDate",
    "createdDate", "updatedDate", "deletedDate", "timezone", "schemaVersion", "groupIdentifier",
    "tags", "remoteID", "source", "userInfo", "asset", "notes", "previousVersionUUID",
    "nextVersionUUID", "previousVersionID", "nextVersionID", "entityId", "objectId",
  ]

  private var own: [StaticString] {
    switch self {
    case .patient: ["name", "sex", "birthday", "allergies"]
    case .carePlan: ["title", "patientUUID", "patientID"]
    case .contact: EntityKind.ofContacts + ["name"]
    case .task, .healthKitTask:
      [
        "title", "instructions", "impactsAdherence", "schedule", "carePlanUUID", "carePlanID",
        "healthKitLinkage",
      ]
    case .outcome: ["taskUUID", "taskID", "taskOccurrenceIndex", "values"]
    }
  }
}
