import Foundation

/// The rows that python-dateutil can do, measured by a script in a process of its own.
struct Dateutil {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Scripts/dateutil_rows.py").standardizedFileURL.path

  /// `nil` where Python lacks it.
  init?() {
    guard (try? Dateutil.output(of: ["-c", "import dateutil"])) != nil else { return nil }
  }

  /// Measures a row; `nil` where the script does not have it.
  ///
  /// - Throws: ``WrongAnswer`` where its answer is not the row's.
  func measure(_ row: Row) throws -> Measurement? {
    let text = try Dateutil.output(of: [Dateutil.script, row.name])
    if text.isEmpty { return nil }
    let measurement = try JSONDecoder().decode(Measurement.self, from: text)
    let found = Answer(count: measurement.count, checksum: measurement.checksum)
    guard found == row.expected else {
      throw WrongAnswer(place: "\(row.name) dateutil", expected: row.expected, found: found)
    }
    return measurement
  }

  private static func output(of arguments: [String]) throws -> Data {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return data
  }
}
