import AdherenceAnalytics
import Formats
import Foundation
import Interchange
import Scheduling
import TestSampling
import TestSupport
import Testing

@testable import FHIR

/// Folders and Bundles, and records with arbitrary names and texts.
@Suite struct FHIRWriterTests {
  /// A temporary folder.
  private struct Place: ~Copyable {
    let url = FileManager.default.temporaryDirectory.appending(path: "fhir-\(UUID())")
    deinit { try? FileManager.default.removeItem(at: url) }

    /// The contents of the files by name.
    func files() throws -> [String: String] {
      let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
      return Dictionary(
        uniqueKeysWithValues: try names.map {
          ($0, try String(contentsOf: url.appending(path: $0), encoding: .utf8))
        })
    }
  }

  private func records() throws -> [CareRecord] {
    var random = try RandomRecords(seed: 7)
    return try (0..<6).map { _ in try random.record() }
  }

  private func asked() throws -> FHIRContent {
    var content = try content(measure: "http://example.org/Measure/adherence")
    content.query = AdherenceQuery(try days("2025-03-20", "2025-04-20"), by: .week)
    return content
  }

  private func write(_ records: [CareRecord], to writer: FHIRWriter) throws {
    for record in records { _ = try writer.write(record) }
    try writer.finish()
  }

  @Test func writesAFileForEachResourceType() throws {
    let place = Place()
    try write(try records(), to: try FHIRWriter(folder: place.url.path, try asked()))
    let files = try place.files()
    #expect(
      Set(files.keys) == [
        "Patient.ndjson", "ServiceRequest.ndjson", "Observation.ndjson", "MeasureReport.ndjson",
      ])
    for (name, text) in files {
      let lines = text.split(separator: "\n")
      #expect(text.hasSuffix("\n") && !lines.isEmpty)
      let type = name.split(separator: ".")[0]
      #expect(lines.allSatisfy { $0.hasPrefix(#"{"resourceType":"\#(type)","id":""#) })
    }
  }

  @Test func writesTheSameBytesAgain() throws {
    let first = Place()
    let second = Place()
    try write(try records(), to: try FHIRWriter(folder: first.url.path, try asked()))
    try write(try records(), to: try FHIRWriter(folder: second.url.path, try asked()))
    #expect(try first.files() == second.files())
  }

  @Test func removesObsoleteFiles() throws {
    let place = Place()
    try write(try records(), to: try FHIRWriter(folder: place.url.path, try asked()))
    var less = try asked()
    (less.hasRecords, less.measure) = (false, nil)
    try write(try records(), to: try FHIRWriter(folder: place.url.path, less))
    #expect(try place.files().keys.sorted() == ["Observation.ndjson"])
  }

  @Test func leavesNothingUnfinished() throws {
    let place = Place()
    let writer = try FHIRWriter(folder: place.url.path, try asked())
    _ = try writer.write(try records()[0])
    let names = try FileManager.default.contentsOfDirectory(atPath: place.url.path)
    #expect(names.allSatisfy { $0.hasPrefix(".") })
  }

  @Test func writesABundleOfTheSameResources() throws {
    let place = Place()
    try write(try records(), to: try FHIRWriter(bundle: place.url.path, try asked()))
    let bundle = JSONDocument()
    try bundle.read(Array(try Data(contentsOf: place.url)))
    let entries = bundle.root["entry"]?.elements ?? []
    let written = WrittenResources(try records(), as: try asked())
    #expect(entries.map { $0["request"]?["url"]?.text } == written.names)
    #expect(entries.allSatisfy { $0["request"]?["method"]?.text == "PUT" })
    for entry in entries {
      let resource = try #require(entry["resource"])
      let name =
        "\(resource["resourceType"]?.text ?? "")/\(resource["id"]?.text ?? "")"
      #expect(entry["request"]?["url"]?.text == name)
    }
  }

  @Test func writesAnEmptyBundle() throws {
    let place = Place()
    try write([], to: try FHIRWriter(bundle: place.url.path, try asked()))
    let text = try String(contentsOf: place.url, encoding: .utf8)
    #expect(text == #"{"resourceType":"Bundle","type":"transaction"}"# + "\n")
  }

  /// Blocks are flushed as they fill, without an effect on the output.
  @Test func writesManyRecords() throws {
    let place = Place()
    let record = try tabletRecord()
    let writer = try FHIRWriter(folder: place.url.path, try content(366, by: .day))
    for number in 0..<5 {
      var record = record
      record.patient.id = "P\(number)"
      _ = try writer.write(record)
    }
    try writer.finish()
    let lines = try #require(try place.files()["Observation.ndjson"]).split(separator: "\n")
    #expect(lines.count == 5 * 2 * 366)
    #expect(Set(lines.map { $0.prefix(120) }).count == lines.count)
  }

  /// Arbitrary names and texts.
  static let texts = [
    "", " ", "\"quoted\"", "back\\slash", "a/b", "\u{0}\u{1F}", "tab\tline\nfeed\r", "ü€😀",
    "Patient/x", "..", ".", "<div>", "\u{202E}rtl", "\u{FEFF}bom",
    String(repeating: "x", count: isExhaustive ? 10_000 : 1_000),
    String(repeating: "é", count: isExhaustive ? 10_000 : 1_000),
  ]

  @Test(arguments: texts) func acceptsAnyText(_ text: String) throws {
    let record = try hostile(text)
    for release in FHIRRelease.allCases {
      let written = WrittenResources(
        record, as: try content(release: release, measure: "http://example.org/Measure/adherence"))
      #expect(Set(written.names).count == written.names.count)
      for name in written.names {
        #expect(isReference(name), "\(name)")
        let document = try written.document(name)
        check(document.root, of: name)
      }
    }
  }

  @Test func keepsTheOriginalName() throws {
    var record = try tabletRecord()
    record.patient.id = "ann / \"b\""
    let written = WrittenResources(record, as: try content())
    #expect(try written.value(written.names[0], "identifier.0.value") == "ann / \"b\"")
  }

  /// A record with a text in every possible field.
  func hostile(_ text: String) throws -> CareRecord {
    var record = try tabletRecord([
      try event("2025-01-06T07:00:00Z", of: text, value: 1, units: text),
      Outcome(
        task: text, time: try at("2025-01-07T07:00:00Z"),
        values: [OutcomeValue(.text(text), kind: text), OutcomeValue(.text(text))]),
    ])
    var outcome = try event("2025-01-08T07:00:00Z", of: text)
    (outcome.id, outcome.remoteID, outcome.notes) = (
      text, text, [RecordNote(text, title: text, author: text)]
    )
    record.outcomes.append(outcome)
    record.patient.id = text
    (record.patient.givenName, record.patient.familyName, record.patient.remoteID) = (
      text, text, text
    )
    record.tasks[0].id = text
    (record.tasks[0].title, record.tasks[0].instructions, record.tasks[0].carePlan) = (
      text, text, text
    )
    record.tasks[0].notes = [RecordNote(text)]
    record.carePlans = [CarePlan(id: text, title: text)]
    return record
  }

  private func isReference(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts[1].wholeMatch(of: /[A-Za-z0-9\-.]{1,64}/) != nil
  }

  /// Rejects empty objects, lists and texts, control characters, and malformed references.
  private func check(_ node: JSONNode, of name: String) {
    switch node.kind {
    case .object, .array: #expect(node.count > 0, "\(name)")
    case .text:
      let text = node.text ?? ""
      #expect(!text.isEmpty && text.contains { !$0.isWhitespace }, "\(name)")
      #expect(
        text.unicodeScalars.allSatisfy { $0.value >= 32 || [9, 10, 13].contains($0.value) },
        "\(name)")
    case .number, .boolean, .null: break
    }
    if let reference = node["reference"]?.text { #expect(isReference(reference)) }
    for (_, member) in node.members { check(member, of: name) }
    for element in node.elements { check(element, of: name) }
  }
}
