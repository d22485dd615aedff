import Diagnostics
import Formats
import Interchange
import Scheduling

// Typed access to the members of a resource: an absent member is `nil` or empty, and a member of
// another type is an error.
extension JSONNode {
  /// Returns the member as an object.
  func object(_ name: StaticString) throws(InputError) -> JSONNode? {
    try member(name, .object)
  }

  /// Returns the elements of a list member; empty if it is absent.
  func list(_ name: StaticString) throws(InputError) -> [JSONNode] {
    try member(name, .array)?.elements ?? []
  }

  /// Returns the elements of a list member of objects.
  func objects(_ name: StaticString) throws(InputError) -> [JSONNode] {
    let elements = try list(name)
    for element in elements where element.kind != .object { throw element.breaks(.malformed) }
    return elements
  }

  /// Returns the member as a string.
  func text(_ name: StaticString) throws(InputError) -> String? {
    guard let text = try member(name, .text)?.text else { return nil }
    return try InputError.requireFewMarks(text, field: "\(name)")
  }

  /// Returns the member as a Boolean.
  func boolean(_ name: StaticString) throws(InputError) -> Bool? {
    try member(name, .boolean)?.boolean
  }

  /// Returns the member as a `dateTime`, `date` or `instant`.
  func dateTime(_ name: StaticString) throws(InputError) -> FHIRDateTime? {
    guard let node = self[name] else { return nil }
    guard let time = FHIRDateTime(node) else { throw node.breaks(.malformed) }
    return time
  }

  /// Returns the member as a `CodeableConcept`.
  func concept(_ name: StaticString) throws(InputError) -> CodeableConcept? {
    try object(name).map { CodeableConcept($0) }
  }

  /// Returns the concepts of a member: a list, or a single concept (R4 and R5 differ in
  /// cardinality).
  func concepts(_ name: StaticString) throws(InputError) -> [CodeableConcept] {
    if let node = self[name], node.kind == .object { return [CodeableConcept(node)] }
    return try objects(name).map { CodeableConcept($0) }
  }

  private func member(_ name: StaticString, _ kind: Kind) throws(InputError) -> JSONNode? {
    guard let node = self[name] else { return nil }
    guard node.kind == kind else { throw node.breaks(.malformed) }
    return node
  }
}

extension Optional {
  /// Returns the value, or the alternative if it is `nil`.
  func or(
    _ other: @autoclosure () throws(InputError) -> Wrapped?
  ) throws(InputError) -> Wrapped? {
    if let self { return self }
    return try other()
  }
}

/// A `Period` of FHIR.
struct FHIRPeriod {
  var start: FHIRDateTime?
  var end: FHIRDateTime?
}

extension JSONNode {
  /// Returns the member as a `Period`.
  func period(_ name: StaticString) throws(InputError) -> FHIRPeriod? {
    guard let node = try object(name) else { return nil }
    return FHIRPeriod(start: try node.dateTime("start"), end: try node.dateTime("end"))
  }
}
