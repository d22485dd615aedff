package import Scheduling

/// A field of a record: what it is called, and where its value stands.
///
/// Each kind of record has one list of them, by which JSON, CSV and SQL read, check and write it. The order of
/// the list is that of columns and properties.
package struct RecordField<Record>: Sendable {
  /// The property in JSON and the column in CSV.
  package let name: String
  /// Where the value stands, and of which kind it is.
  package let access: FieldAccess<Record>

  package init(_ name: String, _ access: FieldAccess<Record>) {
    self.name = name
    self.access = access
  }
}

/// Where a field's value stands in a record, and of which kind it is.
package enum FieldAccess<Record>: Sendable {
  package typealias Path<Value> = any WritableKeyPath<Record, Value> & Sendable

  /// Without these a record cannot be made, so that they are read before all others.
  case id(Path<String>)
  case zone(Path<Zone>)
  case begin(Path<Moment>)

  case text(Path<String?>)
  case date(Path<CivilDate?>)
  case moment(Path<Moment?>)
  case instant(Path<Instant?>)
  case choice(FieldChoice<Record>)
  /// The truth that goes without saying is left out where JSON is written.
  case truth(Path<Bool>, unsaid: Bool?)
  /// Elapsed seconds, which texts say as a period.
  case wait(Path<Int?>)
  case texts(Path<[String]>)
  case labelled(Path<[LabelledValue]>)
  case address(Path<PostalAddress?>)
  case drug(Path<DrugParameters?>)
  case notes(Path<[Note]>)
  case userInfo(Path<[String: String]>)

  /// Whether a record cannot be made without it.
  package var isRequired: Bool {
    switch self {
    case .id, .zone, .begin: true
    case .text, .date, .moment, .instant, .choice, .truth, .wait, .texts, .labelled, .address,
      .drug, .notes, .userInfo:
      false
    }
  }
}

/// One of several names.
package struct FieldChoice<Record>: Sendable {
  /// The names that can be read.
  package let allowed: [String]
  /// Whether every record has one.
  package let isAlwaysThere: Bool
  /// The name that goes without saying.
  package let unsaid: String?
  /// The name that a record has; one that is not allowed cannot be written.
  package let get: @Sendable (Record) -> String?
  /// Gives a record one of the names that are allowed.
  package let set: @Sendable (inout Record, String) -> Void
}

extension FieldAccess {
  /// A name that may be absent.
  static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ path: Path<Choice?>
  ) -> FieldAccess {
    .choice(
      FieldChoice(
        allowed: Choice.allCases.map(\.rawValue), isAlwaysThere: false, unsaid: nil,
        get: { $0[keyPath: path]?.rawValue },
        set: { record, name in record[keyPath: path] = Choice(rawValue: name) }))
  }

  /// A name that is always there, and in texts goes without saying where it is a certain one.
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
