import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import FHIR

/// Records as resources, by reference.
struct WrittenResources {
  /// The JSON of each resource by its type and id.
  private(set) var json: [String: String] = [:]
  /// The references in the order of writing.
  private(set) var names: [String] = []
  private(set) var problems: [String] = []

  /// Writes records and their summary.
  init(_ records: CareRecord..., as content: FHIRContent) { self.init(records, as: content) }

  init(_ records: [CareRecord], as content: FHIRContent) {
    var (writing, lines) = (RecordWriting(content), ResourceLines())
    for record in records {
      problems += writing.append(record, to: &lines).map(\.description)
    }
    writing.appendSummaries(to: &lines)
    for line in lines.lines {
      let name = "\(line.type.rawValue)/\(line.id.text)"
      names.append(name)
      json[name] = String(decoding: lines.json(of: line), as: UTF8.self)
    }
  }

  /// Parses the resource with a type and id.
  func document(_ name: String) throws -> JSONDocument {
    let document = JSONDocument()
    try document.read(Array(try #require(json[name], "\(name) is none of \(names)").utf8))
    return document
  }

  /// The value at a path of a resource, such as `component.0.code`; empty if it does not exist.
  func value(_ name: String, _ path: String) throws -> String {
    let text = try #require(json[name], "\(name) is none of \(names)")
    let document = JSONDocument()
    try document.read(Array(text.utf8))
    var node: JSONNode? = document.root
    for step in path.split(separator: ".") {
      if let place = Int(step) {
        let elements = node?.elements ?? []
        node = elements.indices.contains(place) ? elements[place] : nil
      } else {
        node = node?.members.first { $0.0 == step }?.1
      }
    }
    return node.map { $0.text ?? $0.source } ?? ""
  }
}

/// The content for days from Monday, 2025-01-06, by day unless stated otherwise.
func content(
  _ days: Int = 7, by period: CalendarPeriod = .all, release: FHIRRelease = .r4,
  asOf: String? = nil, measure: String? = nil, hasRecords: Bool = true, hasAdherence: Bool = true
) throws -> FHIRContent {
  let monday = try day("2025-01-06")
  var query = AdherenceQuery(monday..<monday.adding(days: days), by: period)
  query.asOf = try asOf.map(at)
  var content = FHIRContent(query)
  (content.release, content.measure) = (release, measure)
  (content.hasRecords, content.hasAdherence) = (hasRecords, hasAdherence)
  return content
}

/// A record of a patient in Berlin with a tablet at eight every day from Monday, 2025-01-06.
func tabletRecord(_ outcomes: [Outcome] = [], holds: [Hold] = []) throws -> CareRecord {
  var tablet = task(
    "tablet", .window,
    try element(
      from: "2025-01-06T08:00:00", targets: [ScheduleElement.Target(1, units: "tablet")]))
  tablet.title = "Lisinopril 10 mg"
  return CareRecord(
    patient: try patient("ann", in: "Europe/Berlin"), tasks: [tablet], outcomes: outcomes,
    holds: holds)
}
