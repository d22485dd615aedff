import AdherenceAnalytics
import Scheduling

/// What `report.json` says of a report before any patient is read: the same for all parts of one report.
struct ReportFrame: Codable, Hashable, Sendable {
  var engine = Engine.Name()
  var parameters: ReportQuestion
  var definitions: [String: String]

  init(_ task: ReportTask) {
    parameters = ReportQuestion(task)
    definitions = ReportDefinitions.texts(task.query)
    if task.contents.has(.values) { definitions.merge(ReportDefinitions.values) { own, _ in own } }
  }
}

/// This program.
package enum Engine {
  /// The version, in every report.
  package static let version = "0.2.0"

  /// What a report says it was made by.
  struct Name: Codable, Hashable, Sendable {
    var name = "regimen"
    var version = Engine.version
  }
}
