import Foundation
import Scheduling

/// What `report.json` says of a report's question, read for people.
struct ReportFrame {
  private let parameters: [String: Any]
  private let definitions: [String: Any]
  private let version: String

  /// Reads what does not depend on the patients.
  init(_ json: String) {
    let read = try? JSONSerialization.jsonObject(with: Data(json.utf8))
    let object = read as? [String: Any] ?? [:]
    parameters = object["parameters"] as? [String: Any] ?? [:]
    definitions = object["definitions"] as? [String: Any] ?? [:]
    version = (object["engine"] as? [String: Any])?["version"] as? String ?? ""
  }

  /// Which patients have pages.
  var patientPages: PatientPages {
    text("patientPages").flatMap(PatientPages.init(rawValue:)) ?? .none
  }

  /// Whether all patients are meant.
  var isOfAll: Bool { text("patients") == "all" }

  /// The days and the moment of the report.
  var subtitle: String {
    "\(days), by \(text("by") ?? ""), as of \(text("asOf") ?? "")"
  }

  /// The first and the last day.
  private var days: String {
    guard let from = text("from").flatMap({ CivilDate($0) }),
      let to = text("to").flatMap({ CivilDate($0) }), from < to
    else { return "" }
    return (from..<to).text
  }

  /// The question and its definitions, each in a line.
  var facts: [PageFact] {
    let asked: [(name: String, key: String)] = [
      ("By", "by"), ("As of", "asOf"),
      ("As known at", "asKnownAt"), ("A day ends at", "dayBoundary"), ("Patients", "patients"),
    ]
    let meant: [(name: String, key: String)] = [
      ("Ratio", "ratio"), ("Due", "due"), ("Completed", "completed"), ("Missed", "missing"),
      ("Excused", "excused"), ("Declined", "declined"), ("Unscheduled", "unscheduled"),
      ("Persistence", "persistence"), ("Streaks", "streaks"),
    ]
    return [PageFact("Days", days)]
      + asked.compactMap { name, key in text(key).map { PageFact(name, $0) } }
      + meant.compactMap { name, key in (definitions[key] as? String).map { PageFact(name, $0) } }
      + [PageFact("Made by", "regimen \(version)")]
  }

  private func text(_ key: String) -> String? { parameters[key] as? String }
}
