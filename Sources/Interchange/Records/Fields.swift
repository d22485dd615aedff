package import AdherenceAnalytics
package import Diagnostics
package import Scheduling

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
