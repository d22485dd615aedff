package import AdherenceAnalytics
package import Diagnostics
package import Scheduling

extension FieldedRecord {
  /// The names of the fields in objects and tables.
  package static var fieldNames: [String] {
    fields.flatMap { field in
      if case .notes = field.access { ["note", "notes"] } else { [field.name] }
    }
  }

  /// Reads all optional fields; absent ones are not changed.
  mutating func read(_ fields: some Fields) throws(InputError) {
    for field in Self.fields { try read(field.name, field.access, fields) }
  }

  private mutating func read(
    _ name: String, _ access: FieldAccess<Self>, _ fields: some Fields
  ) throws(InputError) {
    switch access {
    case .id, .zone, .begin: break
    case .text(let path): set(path, try fields.text(name))
    case .date(let path): set(path, try fields.value(name, .date))
    case .moment(let path): set(path, try fields.value(name, .moment))
    case .instant(let path): set(path, try fields.value(name, .instant))
    case .choice(let choice):
      if let text = try fields.choice(name, of: choice.allowed) { choice.set(&self, text) }
    case .truth(let path, _):
      if let truth = try fields.boolean(name) { self[keyPath: path] = truth }
    case .wait(let path): set(path, try fields.wait(name))
    case .texts(let path): self[keyPath: path] = try fields.list(name)
    case .labelled(let path): self[keyPath: path] = try fields.labelled(name)
    case .address(let path):
      set(
        path,
        try fields.texts(in: name, known: PostalAddress.parts.map(\.name)).map(PostalAddress.init))
    case .drug(let path): set(path, try fields.drug(name))
    case .notes(let path): self[keyPath: path] = try fields.notes()
    case .userInfo(let path): self[keyPath: path] = try fields.userInfo()
    }
  }

  private mutating func set<Value>(_ path: WritableKeyPath<Self, Value?>, _ value: Value?) {
    if value != nil { self[keyPath: path] = value }
  }
}

extension Patient {
  /// Parses a row of `patients.csv` or the `patient` of a record.
  package init(_ fields: some Fields) throws(InputError) {
    self.init(
      id: try fields.require(try fields.text("id"), "id"),
      zone: try fields.require(try fields.zone(), "zone"))
    try read(fields)
    try observation.check(at: fields.path(to: "observedTo"))
  }
}

extension CarePlan {
  /// Parses a row of `plans.csv` or an entry of a record's `carePlans`.
  package init(_ fields: some Fields) throws(InputError) {
    self.init(id: try fields.require(try fields.text("id"), "id"))
    try read(fields)
  }
}

extension Contact {
  /// Parses a row of `contacts.csv` or an entry of a record's `contacts`.
  package init(_ fields: some Fields) throws(InputError) {
    self.init(id: try fields.require(try fields.text("id"), "id"))
    try read(fields)
  }
}

extension Hold {
  /// Parses a row of `holds.csv` or an entry of a record's `holds`; the zone orders its bounds.
  package init(_ fields: some Fields, in zone: Zone) throws(InputError) {
    self.init(from: try fields.require(try fields.value("from", .moment), "from"), to: nil)
    try read(fields)
    if task != nil, group != nil {
      throw InputError(.conflict(with: "task"), field: fields.path(to: "group"))
    }
    if let to, to.instant(in: zone) < from.instant(in: zone) {
      throw InputError(
        .outOfRange(text: to.description, rule: "not precede 'from'"), field: fields.path(to: "to"))
    }
  }
}

extension NamedEvent {
  /// Parses a row of `namedEvents.csv` or an entry of a record's `namedEvents`.
  package init(_ fields: some Fields) throws(InputError) {
    self.init(
      try fields.require(try fields.text("event"), "event"),
      at: try fields.require(try fields.value("time", .moment), "time"))
    try read(fields)
  }
}

extension Fields {
  /// Parses a duration of elapsed time in seconds.
  fileprivate func wait(_ name: String) throws(InputError) -> Int? {
    guard let wait: ISODuration = try value(name, .period) else { return nil }
    guard !wait.isCivil else {
      throw InputError(
        .outOfRange(text: wait.description, rule: "be elapsed time, as in PT15M"),
        field: path(to: name))
    }
    return wait.seconds
  }
}

extension Fields {
  /// Parses the parameters of a drug, each a positive number.
  fileprivate func drug(_ name: String) throws(InputError) -> DrugParameters? {
    let numbers = try numbers(in: name, known: DrugParameters.parts.map(\.name)) ?? [:]
    return try DrugParameters(checking: numbers, field: path(to: name))
  }
}

extension DrugParameters {
  /// Parses a property of an object.
  package init?(_ properties: Properties, _ name: String) throws(InputError) {
    guard let drug = try properties.drug(name) else { return nil }
    self = drug
  }
}

extension PostalAddress {
  /// The columns of tables.
  package static let columns = parts.map { "address.\($0.name)" }
}

extension DrugParameters {
  /// The columns of tables.
  package static let columns = parts.map { "drug.\($0.name)" }
}

/// The named fields of one record: a row of a table, or a JSON object.
///
/// Both have the same names and validation, so that equal records are parsed from either.
package protocol Fields {
  /// Returns a text; `nil` if the field is absent or empty.
  func text(_ name: String) throws(InputError) -> String?
  /// Parses a text as a value, such as a date.
  func value<Value: LosslessStringConvertible>(_ name: String, _ expected: InputError.Expected)
    throws(InputError) -> Value?
  /// Returns a text that must be one of several.
  func choice(_ name: String, of allowed: [String]) throws(InputError) -> String?
  /// Returns a Boolean.
  func boolean(_ name: String) throws(InputError) -> Bool?
  /// Returns a list of texts; empty if the field is absent.
  func list(_ name: String) throws(InputError) -> [String]
  /// Returns the notes.
  func notes() throws(InputError) -> [RecordNote]
  /// Returns the texts of an object by name, which may be any if `known` is `nil`; `nil` without
  /// the object.
  ///
  /// In a table each has its own column, such as `address.city`.
  func texts(in object: String, known: [String]?) throws(InputError) -> [String: String]?
  /// Returns the numbers of an object by name; `nil` without the object.
  func numbers(in object: String, known: [String]) throws(InputError) -> [String: Double]?
  /// Returns labelled values; in a table `home=ann@example.org;work=…`.
  func labelled(_ name: String) throws(InputError) -> [LabelledValue]
  /// Returns a zone, which may be that of a traveller.
  func zone() throws(InputError) -> Zone?
  /// Returns the key path of a field for error messages.
  func path(to name: String) -> String
}

extension Fields {
  /// Unwraps a required field.
  ///
  /// - Throws: `InputError` if it is missing.
  package func require<Value>(_ value: Value?, _ name: String) throws(InputError) -> Value {
    guard let value else { throw InputError(.missing, field: path(to: name)) }
    return value
  }

  /// Returns an enumeration case.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws(InputError)
    -> Choice?
  {
    try choice(name, of: Choice.allCases.map(\.rawValue)).flatMap(Choice.init)
  }

  /// Returns the user-defined entries.
  func userInfo() throws(InputError) -> [String: String] {
    try texts(in: "userInfo", known: nil) ?? [:]
  }
}

extension VersionIdentity {
  /// Returns the error of a version that repeats an earlier one.
  func overlap(of kind: String) -> InputError {
    InputError(.overlappingVersions(kind: kind, id: id), field: "effectiveFrom")
  }
}
