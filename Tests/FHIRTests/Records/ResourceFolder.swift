import AdherenceAnalytics
import Diagnostics
import Foundation
import PlainWords
import Scheduling
import TestSupport

@testable import FHIR

/// A temporary folder of resources.
struct ResourceFolder: ~Copyable {
  let url: URL

  var path: String { url.path() }

  init(_ files: [String: Data]) throws {
    url = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, content) in files { try content.write(to: url.appending(path: name)) }
  }

  init(_ files: [String: String]) throws { try self.init(files.mapValues { Data($0.utf8) }) }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The patient of small examples.
  static let ann =
    #"{"resourceType":"Patient","id":"ann","extension":[{"url":"http://hl7.org/fhir/StructureDefinition/timezone","valueCode":"Europe/Berlin"}]}"#
}

extension ReadRecords {
  /// Reads lines of resources, preceded by a patient in Berlin.
  init(lines: [String], _ options: FHIRRecords.Options = .init()) throws {
    let folder = try ResourceFolder([
      "all.ndjson": ([ResourceFolder.ann] + lines).joined(separator: "\n") + "\n"
    ])
    try self.init(FHIRRecords(folder.path, options))
  }

  /// Reads one document.
  init(document: String, _ options: FHIRRecords.Options = .init()) throws {
    let folder = try ResourceFolder(["all.json": document])
    try self.init(FHIRRecords(folder.url.appending(path: "all.json").path(), options))
  }

  /// The results in the format of the tests, one line each.
  var lines: [String] { records.flatMap(\.lines) + problems.map(\.line) }
}

extension InputError {
  /// The resource, the path in it and the rule.
  fileprivate var line: String {
    [record, field, problem.kind].compactMap(\.self).joined(separator: " ")
  }
}

extension CareRecord {
  fileprivate var lines: [String] {
    carePlans.map(\.line) + tasks.map(\.line) + outcomes.map(\.line) + holds.map(\.line)
      + namedEvents.map(\.line)
  }
}

/// Joins the parts that exist.
private func joined(_ parts: String?...) -> String {
  parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " | ")
}

extension CarePlan {
  fileprivate var line: String {
    joined(id, title, recordedAt.map { "at \($0)" }, deletedAt.map { "until \($0)" })
  }
}

extension CareTask {
  fileprivate var line: String {
    let cancelled = schedule.overrides.values.contains(where: \.isCancelled) ? "cancelled" : nil
    let parts = schedule.elements.map { element in
      joined(
        element.summary, "from \(element.start)", element.end.map { "to \($0)" },
        element.window.map { "late until \($0.lateUntil)" })
    }
    return joined(
      id, title, group, carePlan, instructions.map { "'\($0)'" },
      tags.isEmpty ? nil : tags.joined(separator: ","), recordedAt.map { "at \($0)" },
      deletedAt.map { "until \($0)" }, cancelled, parts.joined(separator: " + "))
  }
}

extension Outcome {
  fileprivate var line: String {
    let values = values.map { value in
      [value.kind.map { "\($0)=" }, value.content.text, value.units.map { " \($0)" }]
        .compactMap(\.self).joined()
    }
    return joined(
      id, task, time.map { "\($0)" }, "\(status)", values.joined(separator: ", "),
      notes.map(\.content).joined(separator: ", "), recordedAt.map { "at \($0)" },
      isDeleted ? "deleted" : nil)
  }
}

extension OutcomeValue.Content {
  fileprivate var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .boolean(let truth): "\(truth)"
    case .text(let text): text
    case .date(let moment): "\(moment)"
    case .data: "data"
    }
  }
}

extension Hold {
  fileprivate var line: String {
    joined(
      "hold \(id ?? "")", task, "\(from)", to.map { "\($0)" }, reason,
      recordedAt.map { "at \($0)" }, isDeleted ? "deleted" : nil)
  }
}

extension NamedEvent {
  fileprivate var line: String {
    joined(
      "event \(id ?? "")", name, "\(time)", notes.map(\.content).joined(separator: ", "),
      recordedAt.map { "at \($0)" }, isDeleted ? "withdrawn" : nil)
  }
}
