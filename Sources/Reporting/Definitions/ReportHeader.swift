import AdherenceAnalytics
import Scheduling

/// The contents of `report.json` known before any patient is read: the same for all shards of a
/// report.
struct ReportHeader: Codable, Hashable, Sendable {
  var engine = Engine.Name()
  var parameters: ReportParameters
  var definitions: [String: String]

  init(_ task: ReportTask) {
    parameters = ReportParameters(task)
    definitions = ReportDefinitions.texts(task.query)
    if task.contents.has(.values) { definitions.merge(ReportDefinitions.values) { own, _ in own } }
  }
}

/// The name and version of this package.
package enum Engine {
  /// The version, written to every report.
  package static let version = "0.3.0"

  /// The engine, as written to a report.
  struct Name: Codable, Hashable, Sendable {
    var name = "regimen"
    var version = Engine.version
  }
}
