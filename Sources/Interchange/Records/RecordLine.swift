public import AdherenceAnalytics
import Foundation
public import Scheduling

/// A record read from one line of JSON: `{"patient": …, "tasks": […], "outcomes": […], "holds": […],
/// "carePlans": […], "contacts": […]}`, with the patient's versions before the newest, if there are any, in
/// `"earlierPatients"`.
///
/// Entries that are wrong are set aside, each with its error; the others make the record.
///
///     let line = try RecordLine(#"{"patient": {"id": "ann", "zone": "Europe/Berlin"}}"#)
///     print(line.record.patient.zone.id, line.problems.count)  // Europe/Berlin 0
///     print(try RecordLine(RecordLine.text(of: line.record)).record == line.record)  // true
public struct RecordLine: Sendable {
  /// The record.
  public let record: CareRecord
  /// What is wrong with its entries or doubtful about them, by their path in the line.
  public let problems: [InputError]

  /// How many of its outcomes were set aside.
  package var outcomesSetAside: Int {
    problems.count { $0.field?.hasPrefix("outcomes.") == true && !$0.problem.keepsRecord }
  }

  init(record: CareRecord, problems: [InputError]) {
    self.record = record
    self.problems = problems
  }

  /// Reads a line.
  ///
  /// - Throws: `InputError` where the line is no JSON, has a list twice, of which one would be lost, or its patient
  ///   cannot be read.
  public init(_ line: String) throws(InputError) {
    let content = try JSONLine.decode(RecordContent.self, from: line)
    if let name = JSONObjectScan.repeatedName(in: line) {
      throw InputError(.duplicate(kind: "property", id: name), field: name)
    }
    self.init(record: content.builder.record, problems: content.problems)
  }
}

/// One line of JSON, decoded with errors that a person can act on.
package enum JSONLine {
  /// Decodes a value; text that is no JSON is an error that quotes it.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from line: String, _ userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws(InputError) -> Value {
    let data = Data(line.utf8)
    do {
      return try decode(data, allowsJSON5: false, userInfo)
    } catch let error as InputError {
      throw error
    } catch {
      return try decodeNumbersThatAreNone(data, of: line, userInfo)
    }
  }

  /// Many programs write NaN and Infinity, which JSON lacks: they are read, so that the one entry that
  /// has them is wrong and not the whole line.
  private static func decodeNumbersThatAreNone<Value: Decodable>(
    _ data: Data, of line: String, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws(InputError) -> Value {
    do {
      let hasSome = names.contains { data.range(of: $0) != nil }
      guard hasSome else { throw problem(of: line) }
      return try decode(data, allowsJSON5: true, userInfo)
    } catch let error as InputError {
      throw error
    } catch {
      throw problem(of: line)
    }
  }

  /// Why a line is no JSON: brackets within brackets beyond what is read, or something else.
  private static func problem(of line: String) -> InputError {
    JSONObjectScan.depth(of: line) > deepest
      ? InputError(.tooLarge(what: "brackets within each other", limit: deepest))
      : InputError(.malformed(text: line, .json))
  }

  /// The deepest nesting that Foundation reads.
  private static let deepest = 512

  private static func decode<Value: Decodable>(
    _ data: Data, allowsJSON5: Bool, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> Value {
    let decoder = JSONDecoder()
    decoder.userInfo = userInfo
    decoder.allowsJSON5 = allowsJSON5
    return try decoder.decode(Value.self, from: data)
  }

  private static let names = ["NaN", "Infinity"].map { Data($0.utf8) }
}

/// An entry of a list that may fail without the others.
private struct Entry<Value: Decodable>: Decodable {
  let result: Result<Value, InputError>

  init(from decoder: any Decoder) throws {
    do {
      result = .success(try Value(from: decoder))
    } catch let error as InputError {
      result = .failure(error)
    }
  }
}

private struct RecordContent: Decodable {
  private static let names = [
    "patient", "earlierPatients", "tasks", "outcomes", "holds", "carePlans", "contacts",
  ]
  private(set) var builder: RecordBuilder
  private(set) var problems: [InputError] = []

  init(from decoder: any Decoder) throws {
    let properties = try Properties(of: decoder, known: RecordContent.names)
    let patient: PatientLine = try properties.require(
      try properties.decode("patient", .object), "patient")
    builder = RecordBuilder(patient.patient)
    try readEarlierPatients(properties)
    try read("carePlans", of: properties) { (content, line: CarePlanLine, _) throws(InputError) in
      try content.builder.add(line.plan)
    }
    try read("contacts", of: properties) { (content, line: ContactLine, _) throws(InputError) in
      try content.builder.add(line.contact)
    }
    try read("tasks", of: properties) { (content, line: TaskProperties, _) throws(InputError) in
      try content.builder.add(line.task)
    }
    try read("holds", of: properties) { (content, line: HoldLine, _) throws(InputError) in
      try content.builder.add(try line.hold(in: content.builder.zone))
    }
    try readOutcomes(properties)
  }

  /// Reads the versions of the patient before the newest.
  private mutating func readEarlierPatients(_ properties: Properties) throws(InputError) {
    var earlier: [Patient] = []
    let id = builder.record.patient.id
    try read("earlierPatients", of: properties) { (_, line: PatientLine, _) throws(InputError) in
      guard line.patient.id == id else {
        throw InputError(.outOfRange(text: line.patient.id, rule: "be '\(id)'"), field: "id")
      }
      earlier.append(line.patient)
    }
    builder.setEarlier(earlier)
  }

  /// Reads a list entry by entry, and notes those that are wrong.
  private mutating func read<Line: Decodable>(
    _ name: String, of properties: Properties,
    _ body: (inout RecordContent, Line, String) throws(InputError) -> Void
  ) throws(InputError) {
    let entries: [Entry<Line>] = try properties.decode(name, .list) ?? []
    for (index, entry) in entries.enumerated() {
      let path = "\(name).\(index)"
      do throws(InputError) {
        let line = try entry.result.get()
        do throws(InputError) {
          try body(&self, line, path)
        } catch {
          throw error.within(path)
        }
      } catch {
        problems.append(error)
      }
    }
  }

  /// Reads the outcomes; those that are doubtful are noted and stay.
  private mutating func readOutcomes(_ properties: Properties) throws(InputError) {
    var paths: [String] = []
    try read("outcomes", of: properties) { (content, line: OutcomeLine, path) throws(InputError) in
      let zone = content.builder.zone
      let position = try content.builder.add(line.outcome(in: zone))
      if position == paths.count { paths.append(path) }
    }
    builder.finish()
    problems += builder.record.warnings.map { $0.error.within(paths[$0.position]) }
  }
}

extension InputError {
  /// The same error with a path before its field, unless that stands there already.
  func within(_ path: String) -> InputError {
    var error = self
    error.field = field.map { $0.hasPrefix(path + ".") ? $0 : "\(path).\($0)" } ?? path
    return error
  }
}

private struct PatientLine: Decodable {
  let patient: Patient

  init(from decoder: any Decoder) throws {
    patient = try Patient(Properties(of: decoder, known: Patient.fieldNames))
  }
}

private struct CarePlanLine: Decodable {
  let plan: CarePlan

  init(from decoder: any Decoder) throws {
    plan = try CarePlan(Properties(of: decoder, known: CarePlan.fieldNames))
  }
}

private struct ContactLine: Decodable {
  let contact: Contact

  init(from decoder: any Decoder) throws {
    contact = try Contact(Properties(of: decoder, known: Contact.fieldNames))
  }
}

private struct HoldLine: Decodable {
  private let properties: Properties

  init(from decoder: any Decoder) throws {
    properties = try Properties(of: decoder, known: Hold.fieldNames)
  }

  /// The hold of a patient in a zone, which orders its moments.
  func hold(in zone: Zone) throws(InputError) -> Hold { try Hold(properties, in: zone) }
}
