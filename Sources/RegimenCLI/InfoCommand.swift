import AdherenceAnalytics
import ArgumentParser
import Foundation
import Scheduling
import Storage

/// `regimen info`: prints statistics of a store.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Prints the content of a store: counts, time ranges, zones, size and schema.",
    discussion: """
      \(ArgumentHelp.examples(
        "regimen import Datasets/monitoring monitoring.sqlite && regimen info monitoring.sqlite"))
      """)

  /// The output formats.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @Argument(help: "The file of a store, or its address.")
  var store: String
  @Option(help: "The format: text, or one JSON object.")
  var format = Format.text

  func run() throws {
    let store = try StoreLocation(store).openForReading()
    let info = StoreFacts(try store.info(), unsummed: try store.unsummedPatients())
    switch format {
    case .text: try Console.print(info.text)
    case .json: try Console.print(Array(info.json.utf8))
    }
  }
}

/// The printed statistics of a store.
private struct StoreFacts: Encodable {
  private let schemaVersion, bytes, revision, patients, patientsWithoutSums, tasks: Int
  private let versions: [String: Int]
  private let firstOutcome, lastOutcome, firstRecorded, lastRecorded: String?
  private let zones: [String: Int]

  init(_ info: StoreInfo, unsummed: Int) {
    (schemaVersion, bytes, revision) = (info.schemaVersion, info.size, info.revision)
    (patients, patientsWithoutSums, tasks) = (info.patients, unsummed, info.tasks)
    versions = [
      "patients": info.versions.patients, "tasks": info.versions.tasks,
      "outcomes": info.versions.outcomes, "holds": info.versions.holds,
      "carePlans": info.versions.carePlans, "contacts": info.versions.contacts,
      "namedEvents": info.versions.namedEvents,
    ]
    firstOutcome = info.outcomeTimes?.lowerBound.description
    lastOutcome = info.outcomeTimes?.upperBound.description
    firstRecorded = info.recordingTimes?.lowerBound.description
    lastRecorded = info.recordingTimes?.upperBound.description
    zones = info.zones
  }

  /// Returns the statistics as a JSON object.
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
  }

  /// The statistics as text.
  var text: String {
    var lines = [
      "Schema \(schemaVersion), \(bytes) bytes, written \(revision) times",
      "Patients \(patients)", "Tasks \(tasks)",
    ]
    if patientsWithoutSums > 0 { lines[1] += ", \(patientsWithoutSums) without checksums" }
    let kinds = [
      ("patients", "patients"), ("tasks", "tasks"), ("outcomes", "outcomes"), ("holds", "holds"),
      ("carePlans", "care plans"), ("contacts", "contacts"), ("namedEvents", "named events"),
    ]
    let counts = kinds.map { "\($0.1) \(versions[$0.0] ?? 0)" }.joined(separator: ", ")
    lines.append("Versions: \(counts)")
    if let firstOutcome, let lastOutcome {
      lines.append("Outcomes from \(firstOutcome) to \(lastOutcome)")
    }
    if let firstRecorded, let lastRecorded {
      lines.append("Recorded from \(firstRecorded) to \(lastRecorded)")
    }
    let zones = zones.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    for (zone, count) in zones.prefix(20) { lines.append("Zone \(zone): \(count)") }
    if zones.count > 20 { lines.append("… and \(zones.count - 20) more zones: --format json") }
    return lines.joined(separator: "\n") + "\n"
  }
}
