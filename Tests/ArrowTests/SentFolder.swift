import AdherenceAnalytics
import Arrow
import Diagnostics
import Foundation
import Scheduling
import Testing

@testable import Interchange

/// The tables of a dataset folder as streams, with the cells of its files.
struct SentFolder {
  var tables: [String: SentTable] = [:]

  /// Reads the files of a folder as texts.
  init(_ path: String) throws {
    for name in ["patients", "outcomes", "holds", "plans", "contacts"] {
      let file = "\(path)/\(name).csv"
      guard FileManager.default.fileExists(atPath: file) else { continue }
      let reader = try CSVReader(path: file, source: name)
      var rows: [[String?]] = []
      while let next = reader.next() {
        rows.append(try next.get().fields.map { $0.isEmpty ? nil : $0 })
      }
      tables[name] = SentTable(reader.columns, rows)
    }
    tables["tasks"] = try SentFolder.tasks("\(path)/tasks.ndjson")
  }

  /// Returns the lines of tasks: the schedule as JSON, other properties as texts.
  private static func tasks(_ file: String) throws -> SentTable {
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    let objects = try lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    let names = Set(objects.flatMap(\.keys)).sorted()
    return SentTable(
      names,
      try objects.map { object in
        try names.map { name in try object[name].map { try SentFolder.text($0) } }
      })
  }

  private static func text(_ value: Any) throws -> String {
    if let text = value as? String { return text }
    if let list = value as? [String] { return list.joined(separator: ";") }
    if let truth = value as? Bool { return truth ? "true" : "false" }
    let data = try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])
    return String(decoding: data, as: UTF8.self)
  }

  /// The tables with typed columns, where all values of a column suit a type.
  var typed: SentFolder {
    var folder = self
    for name in tables.keys {
      for place in tables[name]?.columns.indices ?? 0..<0 {
        if let typed = tables[name]?.columns[place].typed {
          folder.tables[name]?.columns[place] = typed
        }
      }
    }
    return folder
  }

  func dataset() throws -> ArrowDataset { try ArrowDataset(tables.mapValues { $0.stream() }) }
}

extension SentColumn {
  var texts: [String?] {
    cells.map { cell in
      if case .text(let text) = cell { text } else { nil }
    }
  }

  /// The column in the type of its values; `nil` if they are only text.
  var typed: SentColumn? {
    let texts = texts
    if texts.allSatisfy({ $0 == nil }) { return SentColumn(name, "n", cells) }
    func column(_ format: String, _ cell: (String) -> SentCell?) -> SentColumn? {
      var cells: [SentCell] = []
      for text in texts {
        guard let made = text.map(cell) ?? .null else { return nil }
        cells.append(made)
      }
      return SentColumn(name, format, cells)
    }
    switch name {
    case "time", "recordedAt", "nominal", "effectiveFrom", "from", "to":
      return column("tsu:Europe/Berlin") { text in
        text.hasSuffix("Z") && name != "nominal"
          ? Instant(text).map { .int($0.seconds * 1_000_000 + 999_999) } : nil
      }
        ?? column("tsn:") { text in
          CivilDateTime(text).map { .int($0.localSeconds * 1_000_000_000) }
        } ?? column("tdD") { text in CivilDate(text).map { .int(Int64($0.dayNumber)) } }
    case "value", "days", "dose": return column("g") { text in Double(text).map { .double($0) } }
    case "start", "birthDate":
      return column("tdD") { text in CivilDate(text).map { .int(Int64($0.dayNumber)) } }
    case "deleted", "impactsAdherence": return column("b") { text in Bool(text).map { .bool($0) } }
    case "patient", "task", "element", "units", "kind", "status", "group", "zone":
      let entries = Set(texts.compactMap(\.self)).sorted()
      var column = SentColumn(
        name, "s",
        texts.map { text in
          text.map { text in .int(Int64(entries.firstIndex(of: text) ?? 0)) } ?? .null
        })
      column.dictionary = entries.map { .text($0) }
      return column
    default: return nil
    }
  }
}

/// The records and problems of a source, with row numbers as locations.
struct ReadContents: Equatable {
  var records: [CareRecord] = []
  var problems: [InputError] = []
  var counts = RecordCounts()

  /// Reads all patients, or the first ones.
  init(_ source: some CohortSource, first count: Int = .max) throws {
    problems = source.problems
    counts = source.counts
    var reader = try source.makeReader()
    try reader.read(0..<min(count, source.patientIDs.count)) { unexamined in
      let entry = unexamined.examined()
      records.append(entry.record)
      problems += entry.problems
      counts.merge(entry.counts)
    }
    problems = problems.map { problem in
      var problem = problem
      if let source = problem.source, let dot = source.lastIndex(of: ".") {
        // The header counts as a line of a file, but not of columns.
        if source.hasSuffix(".csv") {
          problem.line = problem.line.map { $0 == 1 ? nil : $0 - 1 } ?? nil
        }
        let start = source.lastIndex(of: "/").map { source.index(after: $0) } ?? source.startIndex
        problem.source = String(source[start..<dot])
      }
      return problem
    }
  }
}
