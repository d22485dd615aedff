import AdherenceAnalytics
import Charts
import Scheduling

extension ReportHeader {
  /// The days and the moment of the report.
  var subtitle: String { "\(writtenDays), by \(parameters.by.rawValue), as of \(moment)" }

  /// The first and the last day in words.
  private var writtenDays: String {
    parameters.from < parameters.to
      ? "\(parameters.from.words) to \(parameters.to.adding(days: -1).words)" : "no days"
  }

  /// The moment in words, or its default.
  private var moment: String {
    Instant(parameters.asOf).map { LocalOrInstant.instant($0).words(in: nil) } ?? parameters.asOf
  }

  /// The first and the last day.
  private var days: String {
    parameters.from < parameters.to ? (parameters.from..<parameters.to).text : ""
  }

  /// The query and its definitions, one per line.
  var facts: [PageFact] {
    let meant: [(name: String, key: String)] = [
      ("Ratio", "ratio"), ("Due", "due"), ("Done", "done"), ("Missed", "missing"),
      ("On hold", "onHold"), ("Declined", "declined"), ("Unscheduled", "unscheduled"),
      ("Persistence", "persistence"), ("Streaks", "streaks"),
    ]
    return [
      PageFact("Days", days), PageFact("By", parameters.by.rawValue),
      PageFact("As of", parameters.asOf), PageFact("Knowledge cutoff", parameters.asKnownAt),
      PageFact("A day ends at", parameters.dayBoundary), PageFact("Patients", parameters.patients),
    ]
      + meant.compactMap { name, key in definitions[key].map { PageFact(name, $0) } }
      + [PageFact("Made by", "\(engine.name) \(engine.version)")]
  }
}
