import Scheduling

/// A kind of record with a list of its fields.
package protocol FieldedRecord: Sendable {
  /// The fields in the order of their columns.
  static var fields: [RecordField<Self>] { get }
}

extension VersionedRecord {
  /// The fields shared by all versioned records, which follow their own fields.
  fileprivate static var versionFields: [RecordField<Self>] {
    [
      RecordField("effectiveFrom", .moment(\.effectiveFrom)),
      RecordField("recordedAt", .instant(\.recordedAt)),
      RecordField("deletedAt", .moment(\.deletedAt)),
      RecordField("tags", .texts(\.tags)),
      RecordField("remoteID", .text(\.remoteID)),
      RecordField("notes", .notes(\.notes)),
      RecordField("userInfo", .userInfo(\.userInfo)),
    ]
  }
}

extension Patient: FieldedRecord {
  package static let fields =
    [
      RecordField("id", .id(\.id)),
      RecordField("zone", .zone(\.zone)),
      RecordField("group", .text(\.group)),
      RecordField("start", .date(\.start)),
      RecordField("givenName", .text(\.givenName)),
      RecordField("familyName", .text(\.familyName)),
      RecordField("sex", .choice(\Patient.sex)),
      RecordField("birthDate", .date(\.birthDate)),
      RecordField("allergies", .texts(\.allergies)),
    ] + versionFields + observationFields

  /// Last, as later versions of stores have appended their columns.
  private static let observationFields = [
    RecordField("observedFrom", .date(\Patient.observation.from)),
    RecordField("observedTo", .date(\.observation.to)),
    RecordField("endCause", .text(\.endCauseName)),
  ]

  /// The end cause as text; any spelling can be set.
  private var endCauseName: String? {
    get { observation.endCause?.rawValue }
    set { observation.endCause = newValue.flatMap(EndCause.init) }
  }
}

extension CarePlan: FieldedRecord {
  package static let fields =
    [
      RecordField("id", .id(\.id)),
      RecordField("title", .text(\.title)),
      RecordField("group", .text(\.group)),
    ] + versionFields
}

extension Contact: FieldedRecord {
  package static let fields =
    [
      RecordField("id", .id(\.id)),
      RecordField("givenName", .text(\.givenName)),
      RecordField("familyName", .text(\.familyName)),
      RecordField("organisation", .text(\.organisation)),
      RecordField("role", .text(\.role)),
      RecordField("title", .text(\.title)),
      RecordField("category", .choice(\Contact.category)),
      RecordField("emails", .labelled(\.emails)),
      RecordField("phones", .labelled(\.phones)),
      RecordField("messaging", .labelled(\.messaging)),
      RecordField("other", .labelled(\.other)),
      RecordField("address", .address(\.address)),
      RecordField("carePlan", .text(\.carePlan)),
      RecordField("group", .text(\.group)),
    ] + versionFields
}

extension CareTask: FieldedRecord {
  /// All fields except the schedule; later versions of stores append their columns.
  package static let fields =
    [
      RecordField("id", .id(\.id)),
      RecordField("title", .text(\.title)),
      RecordField("instructions", .text(\.instructions)),
      RecordField("group", .text(\.group)),
      RecordField("carePlan", .text(\.carePlan)),
      RecordField("matching", .choice(\CareTask.matching, unsaid: .window)),
      RecordField("scoring", .choice(\CareTask.scoring)),
      RecordField("minWait", .wait(\.minWait)),
      RecordField("impactsAdherence", .truth(\.impactsAdherence, unsaid: true)),
    ] + versionFields + [RecordField("drug", .drug(\.drug))]
}

extension Hold: FieldedRecord {
  package static let fields = [
    RecordField("task", .text(\Hold.task)),
    RecordField("group", .text(\.group)),
    RecordField("from", .begin(\.from)),
    RecordField("to", .moment(\.to)),
    RecordField("mode", .choice(\Hold.mode)),
    RecordField("reason", .text(\.reason)),
    RecordField("id", .text(\.id)),
    RecordField("recordedAt", .instant(\.recordedAt)),
    RecordField("deleted", .truth(\.isDeleted, unsaid: nil)),
    RecordField("remoteID", .text(\.remoteID)),
    RecordField("notes", .notes(\.notes)),
    RecordField("userInfo", .userInfo(\.userInfo)),
  ]
}

extension NamedEvent: FieldedRecord {
  package static let fields = [
    RecordField("event", .id(\NamedEvent.name)),
    RecordField("time", .begin(\.time)),
    RecordField("id", .text(\.id)),
    RecordField("recordedAt", .instant(\.recordedAt)),
    RecordField("deleted", .truth(\.isDeleted, unsaid: false)),
    RecordField("remoteID", .text(\.remoteID)),
    RecordField("notes", .notes(\.notes)),
    RecordField("userInfo", .userInfo(\.userInfo)),
  ]
}

extension Outcome: FieldedRecord {
  /// The optional fields of an outcome, in addition to those of a row.
  package static let fields = [
    RecordField("id", .text(\Outcome.id)),
    RecordField("recordedAt", .instant(\.recordedAt)),
    RecordField("deleted", .truth(\.isDeleted, unsaid: false)),
    RecordField("group", .text(\.group)),
    RecordField("tags", .texts(\.tags)),
    RecordField("remoteID", .text(\.remoteID)),
    RecordField("notes", .notes(\.notes)),
    RecordField("userInfo", .userInfo(\.userInfo)),
  ]
}
