import Interchange
import Scheduling

// Members of a resource, each of the type that FHIR gives it: another type is an error, absence is
// none.
extension JSONNode {
  /// The object that a member is.
  func object(_ name: StaticString) throws(InputError) -> JSONNode? {
    try member(name, .object)
  }

  /// The elements of the list that a member is; none where it is absent.
  func list(_ name: StaticString) throws(InputError) -> [JSONNode] {
    try member(name, .array)?.elements ?? []
  }

  /// The elements of a list, which are objects.
  func objects(_ name: StaticString) throws(InputError) -> [JSONNode] {
    let elements = try list(name)
    for element in elements where element.kind != .object { throw element.breaks(.malformed) }
    return elements
  }

  /// The text that a member is.
  func text(_ name: StaticString) throws(InputError) -> String? {
    guard let text = try member(name, .text)?.text else { return nil }
    return try InputError.requireFewMarks(text, field: "\(name)")
  }

  /// The truth value that a member is.
  func boolean(_ name: StaticString) throws(InputError) -> Bool? {
    try member(name, .boolean)?.boolean
  }

  /// The `dateTime`, `date` or `instant` that a member is.
  func dateTime(_ name: StaticString) throws(InputError) -> FHIRDateTime? {
    guard let node = self[name] else { return nil }
    guard let time = FHIRDateTime(node) else { throw node.breaks(.malformed) }
    return time
  }

  /// The `CodeableConcept` that a member is.
  func concept(_ name: StaticString) throws(InputError) -> CodeableConcept? {
    try object(name).map { CodeableConcept($0) }
  }

  /// The concepts that a list has; one that stands alone, as R4 and R5 differ in, is a list of one.
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
  /// The value, or another one where there is none.
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
  /// The `Period` that a member is.
  func period(_ name: StaticString) throws(InputError) -> FHIRPeriod? {
    guard let node = try object(name) else { return nil }
    return FHIRPeriod(start: try node.dateTime("start"), end: try node.dateTime("end"))
  }
}
