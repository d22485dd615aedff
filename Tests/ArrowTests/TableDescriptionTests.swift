import Foundation
import Interchange
import Scheduling
import Testing

@testable import Arrow

/// An Arrow file is profiled like the same text table.
@Suite struct TableDescriptionTests {
  private static let events = [
    ["patient", "time", "status"], ["ann", "2025-01-06 08:05:00", "taken"],
    ["ann", "2025-01-07 08:10:00", "taken"], ["ann", "2025-01-08 08:00:00", "taken"],
    ["bob", "2025-01-06 20:00:00", "skipped"], ["bob", "2025-01-07 20:15:00", "taken"],
    ["bob", "2025-01-08 20:05:00", "taken"], ["bob", "soon", "taken"],
  ]
  private static let claims = [
    ["patient", "date", "days_supply"], ["ann", "2025-01-06", "30"], ["ann", "2025-02-05", "30"],
    ["bob", "2025-01-20", "90"],
  ]

  private static let named = [
    ["patient", "event", "time"], ["ann", "surgery", "2025-01-04"],
    ["ann", "", "2025-01-14 09:05:00"], ["bob", "surgery", "2025-01-05"],
    ["bob", "", "2025-01-15 09:00:00"],
  ]

  /// Returns the descriptions of rows as text and as an Arrow file.
  private static func descriptions(_ rows: [[String]]) throws -> [TableDescription] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let batch = ColumnBatch(rows[0].map { ColumnField(name: $0, kind: .text) })
    for row in rows.dropFirst() {
      for (place, cell) in row.enumerated() { batch.columns[place].append(cell) }
    }
    let (text, arrow) = (folder.appending(path: "t"), folder.appending(path: "a"))
    try Data(rows.map { $0.joined(separator: ",") + "\n" }.joined().utf8).write(to: text)
    try Data(ColumnTable(fields: batch.fields, batches: [batch]).fileBytes()).write(to: arrow)
    return [
      try TableDescription(path: text.path, zone: .utc),
      try TableDescription(arrowFile: arrow.path, zone: .utc),
    ]
  }

  @Test(arguments: [
    (events, "regimen report"), (claims, "regimen refills"),
    (named, "regimen report"),
  ])
  func `columns, problems and command equal those of the text form`(
    _ rows: [[String]], _ command: String
  ) throws {
    let both = try TableDescriptionTests.descriptions(rows)
    #expect(both[0].openCount == both[1].openCount)
    let columns = both.map { $0.lines.filter { $0.hasPrefix("  ") } }
    #expect(columns[0].count == 3)
    #expect(columns[0] == columns[1])
    for description in both {
      let last = try #require(description.lines.last)
      #expect(last.hasPrefix(command), "\(description.lines)")
    }
    let options = both.compactMap { $0.lines.last?.split(separator: " ").dropFirst(3) }
    #expect(options[0] == options[1])
    let isProposed = options[0].joined(separator: " ").contains("--event event")
    #expect(isProposed == rows[0].contains("event"))
  }
}
