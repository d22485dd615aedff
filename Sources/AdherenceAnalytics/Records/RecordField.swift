public import Scheduling

/// A field of a record: its name, and access to its value.
///
/// Each kind of record has one list of fields, by which JSON, CSV and SQL are read, validated and written.
/// The order of the list is that of columns and properties.
package struct RecordField<Record>: Sendable {
  /// The property in JSON and the column in CSV.
  package let name: String
  /// The access to the value, by type.
  package let access: FieldAccess<Record>

  package init(_ name: String, _ access: FieldAccess<Record>) {
    self.name = name
    self.access = access
  }
}

/// The access to a field's value in a record, by type.
package enum FieldAccess<Record>: Sendable {
  package typealias Path<Value> = any WritableKeyPath<Record, Value> & Sendable

  /// Required to create a record, and therefore read first.
  case id(Path<String>)
  case zone(Path<Zone>)
  case begin(Path<LocalOrInstant>)

  case text(Path<String?>)
  case date(Path<CivilDate?>)
  case moment(Path<LocalOrInstant?>)
  case instant(Path<Instant?>)
  case choice(FieldChoice<Record>)
  /// A Boolean; the default `unsaid` is omitted in JSON.
  case truth(Path<Bool>, unsaid: Bool?)
  /// Elapsed seconds, as text an ISO 8601 duration.
  case wait(Path<Int?>)
  case texts(Path<[String]>)
  case labelled(Path<[LabelledValue]>)
  case address(Path<PostalAddress?>)
  case drug(Path<DrugParameters?>)
  case notes(Path<[RecordNote]>)
  case userInfo(Path<[String: String]>)

  /// Whether the field is required to create a record.
  package var isRequired: Bool {
    switch self {
    case .id, .zone, .begin: true
    case .text, .date, .moment, .instant, .choice, .truth, .wait, .texts, .labelled, .address,
      .drug, .notes, .userInfo:
      false
    }
  }
}

/// A field with one of several names as value.
package struct FieldChoice<Record>: Sendable {
  /// The allowed names.
  package let allowed: [String]
  /// Whether every record has one.
  package let isAlwaysThere: Bool
  /// The default, which is omitted in JSON.
  package let unsaid: String?
  /// Returns the name of a record; one that is not allowed cannot be written.
  package let get: @Sendable (Record) -> String?
  /// Sets an allowed name.
  package let set: @Sendable (inout Record, String) -> Void
}

extension FieldAccess {
  /// Returns the access to an optional enumeration.
  static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ path: Path<Choice?>
  ) -> FieldAccess {
    .choice(
      FieldChoice(
        allowed: Choice.allCases.map(\.rawValue), isAlwaysThere: false, unsaid: nil,
        get: { $0[keyPath: path]?.rawValue },
        set: { record, name in record[keyPath: path] = Choice(rawValue: name) }))
  }

  /// Returns the access to an enumeration, with an optional default that is omitted in JSON.
  static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ path: Path<Choice>, unsaid: Choice? = nil
  ) -> FieldAccess {
    .choice(
      FieldChoice(
        allowed: Choice.allCases.map(\.rawValue), isAlwaysThere: true, unsaid: unsaid?.rawValue,
        get: { $0[keyPath: path].rawValue },
        set: { record, name in
          if let choice = Choice(rawValue: name) { record[keyPath: path] = choice }
        }))
  }
}

/// A remark about a record.
public struct RecordNote: Hashable, Sendable {
  /// The author.
  public var author: String?
  /// The subject.
  public var title: String?
  /// The text.
  public var content: String
  /// The time of writing.
  public var time: Instant?

  /// Creates a note.
  public init(
    _ content: String, title: String? = nil, author: String? = nil, at time: Instant? = nil
  ) {
    self.content = content
    self.title = title
    self.author = author
    self.time = time
  }
}
