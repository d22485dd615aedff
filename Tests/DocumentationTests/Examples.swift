import AdherenceAnalytics
import Foundation
import Scheduling
import Testing

/// Examples of the documentation, with the fixtures that they share.
protocol Examples {}

// swift-format-ignore: NeverForceUnwrap
extension Examples {
  /// Prints as Swift's own does, and remembers from which line.
  func print(_ values: Any..., file: String = #filePath, line: Int = #line) {
    Printed.current?.add(values.map { "\($0)" }.joined(separator: " "), file, line)
  }

  var monday: CivilDate { CivilDate("2025-01-06")! }

  var tablet: CareTask {
    CareTask(
      id: "tablet", schedule: .daily(at: [CivilTime("08:00")!], from: monday, id: "tablet"))
  }

  /// A tablet each morning, taken on two of the first three days.
  var record: CareRecord {
    CareRecord(
      patient: Patient(id: "ann", zone: Zone("Europe/Berlin")!), tasks: [tablet],
      outcomes: [
        Outcome(task: "tablet", time: Instant("2025-01-06T07:10:00Z")!),
        Outcome(task: "tablet", time: Instant("2025-01-08T09:40:00Z")!),
      ])
  }
}

/// A folder that is gone with it.
final class TemporaryFolder: Sendable {
  private let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of something in it.
  func path(_ name: String) -> String { url.appending(path: name).path() }
}
