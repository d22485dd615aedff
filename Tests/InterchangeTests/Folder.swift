import Foundation

/// A temporary dataset folder: valid apart from the files that a test replaces.
struct Folder: ~Copyable {
  let url: URL

  var path: String { url.path() }

  static let patients = """
    id,group,zone
    ann,A,Europe/Berlin
    bob,B,America/New_York

    """
  static let tasks = """
    {"patient": "ann", "id": "tablet", "schedule": {"elements": [{"id": "am", "start": "2025-01-01T08:00:00", "every": "P1D", "count": 10}]}}
    {"patient": "bob", "id": "tablet", "schedule": {"elements": [{"id": "am", "start": "2025-01-01T08:00:00", "every": "P1D", "count": 10}]}}

    """
  static let outcomes = """
    patient,task,element,nominal,time,value,units
    ann,tablet,am,2025-01-01T08:00:00,,1,dose
    ann,tablet,,,2025-01-02T07:30:00Z,1,dose
    bob,tablet,am,2025-01-01T08:00:00,,1,dose

    """

  /// Writes the valid files, then the replaced ones; `nil` omits a file.
  init(_ replaced: [String: Data?] = [:]) throws {
    url = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let sound = [
      "patients.csv": Folder.patients, "tasks.ndjson": Folder.tasks,
      "outcomes.csv": Folder.outcomes,
    ].mapValues { Data($0.utf8) as Data? }
    for (name, content) in sound.merging(replaced, uniquingKeysWith: { $1 }) {
      try content?.write(to: url.appending(path: name))
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
