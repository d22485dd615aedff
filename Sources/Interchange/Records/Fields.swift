package import AdherenceAnalytics
package import Scheduling

/// The named fields of one record: a row of a table, or an object in a line of JSON.
///
/// Both have the same names and the same checks, so that a record reads alike from either.
package protocol Fields {
  /// A text; `nil` where the field is absent or empty.
  func text(_ name: String) throws(InputError) -> String?
  /// A text that reads as a value, such as a date.
  func value<Value: LosslessStringConvertible>(_ name: String, _ expected: InputError.Expected)
    throws(InputError) -> Value?
  /// A text that is one of several.
  func choice(_ name: String, of allowed: [String]) throws(InputError) -> String?
  /// A truth value.
  func boolean(_ name: String) throws(InputError) -> Bool?
  /// Several texts; none where the field is absent.
  func list(_ name: String) throws(InputError) -> [String]
  /// What was noted.
  func notes() throws(InputError) -> [RecordNote]
  /// The texts of an object by their names, which are any where `known` is `nil`; `nil` without it.
  ///
  /// In a table they have a column each, as `address.city`.
  func texts(in object: String, known: [String]?) throws(InputError) -> [String: String]?
  /// The numbers of an object by their names; `nil` without it.
  func numbers(in object: String, known: [String]) throws(InputError) -> [String: Double]?
  /// Several values with a label each; in a table `home=ann@example.org;work=…`.
  func labelled(_ name: String) throws(InputError) -> [LabelledValue]
  /// A zone, or a traveller's.
  func zone() throws(InputError) -> Zone?
  /// How errors call a field.
  func path(to name: String) -> String
}

extension Fields {
  /// The value, or an error that the field is missing.
  package func require<Value>(_ value: Value?, _ name: String) throws(InputError) -> Value {
    guard let value else { throw InputError(.missing, field: path(to: name)) }
    return value
  }

  /// A text that names a case.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws(InputError)
    -> Choice?
  {
    try choice(name, of: Choice.allCases.map(\.rawValue)).flatMap(Choice.init)
  }

  /// What a program wants to remember.
  func userInfo() throws(InputError) -> [String: String] {
    try texts(in: "userInfo", known: nil) ?? [:]
  }
}

extension VersionIdentity {
  /// The error of a version that cannot be told from an earlier one.
  func overlap(of kind: String) -> InputError {
    InputError(.overlappingVersions(kind: kind, id: id), field: "effectiveFrom")
  }
}
