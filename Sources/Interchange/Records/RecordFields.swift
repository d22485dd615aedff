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
