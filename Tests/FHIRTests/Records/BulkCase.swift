import AdherenceAnalytics
import Diagnostics
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import FHIR

/// The expected results for a folder of `Datasets/golden/fhir/bulk`, from an independent
/// implementation.
struct BulkCase: Decodable {
  var options: Options
  var patients: [String: String]
  var tasks: [Row]
  var total: [String: String]
  var ratio: Double
  var rejected: [[String]]
  var ignored: [String: Int]
  var diagnostics: [String: [String]]
  var fills: [FillFacts]
  var stays: [StayFacts]

  struct Options: Decodable {
    var zone: String
    var from: String
    var to: String
    var asOf: String
  }

  /// A task with its counts; zeros are omitted.
  struct Row: Decodable, Hashable {
    var patient: String
    var task: String
    var title: String?
    var counts: [String: String]

    init(_ patient: String, _ task: String, _ title: String?, _ counts: [String: String]) {
      (self.patient, self.task, self.title, self.counts) = (patient, task, title, counts)
    }

    init(from decoder: any Decoder) throws {
      var members = try [String: Scalar](from: decoder).mapValues(\.text)
      (patient, task) = (
        members.removeValue(forKey: "patient") ?? "", members.removeValue(forKey: "task") ?? ""
      )
      title = members.removeValue(forKey: "title")
      counts = members
    }
  }

  /// A number or a text, as text.
  struct Scalar: Decodable {
    var text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      text = try (try? container.decode(Int.self)).map(String.init) ?? container.decode(String.self)
    }
  }

  struct FillFacts: Decodable, Hashable {
    var patient: String
    var date: String
    var days: Double
    var dose: Double?
    var `class`: String?
  }

  struct StayFacts: Decodable, Hashable {
    var patient: String
    var from: String
    var to: String
  }

  static func read(_ name: String) throws -> (folder: String, expected: BulkCase) {
    let folder = datasets.appending(path: "golden/fhir/bulk/\(name)")
    let data = try Data(contentsOf: folder.appending(path: "expected.json"))
    return (folder.path(), try JSONDecoder().decode(BulkCase.self, from: data))
  }
}

extension BulkCase.Options {
  var records: FHIRRecords.Options {
    var options = FHIRRecords.Options()
    options.zone = Zone(zone)
    return options
  }

  func query() throws -> AdherenceQuery {
    var query = AdherenceQuery(try days(from, to))
    query.asOf = try at(asOf)
    return query
  }
}

/// Everything read from a source.
struct ReadRecords {
  var records: [CareRecord] = []
  /// The problems, those without a patient first.
  var problems: [InputError]
  var counts: RecordCounts

  init(_ source: some CohortSource) throws {
    (problems, counts) = (source.problems, source.counts)
    var reader = try source.makeReader()
    try reader.read(source.patientIDs.indices) { entry in
      records.append(entry.record)
      problems += entry.problems
      counts.merge(entry.counts)
    }
  }

  /// The rejected resources, each with its rule.
  var rejected: [[String]] {
    problems.filter { !$0.problem.keepsRecord }.map { [$0.record ?? "", $0.problem.kind] }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The rules that accepted resources violate.
  var diagnostics: [String: Set<String>] {
    Dictionary(grouping: problems.filter(\.problem.keepsRecord)) { $0.record ?? "" }
      .mapValues { Set($0.map(\.problem.kind)) }
  }
}

extension Adherence {
  /// The counts in the format of `expected.json`.
  var bulkCounts: [String: String] {
    var counts: [String: Int] = [
      "due": due, "completed": done, "missed": missed, "declined": declined,
      "suspended": onHold, "cancelled": cancelled, "pending": pending,
      "unscheduled": unscheduled, "onTime": timings.inWindow, "late": timings.late,
      "early": timings.early, "uses": uses.count, "breaches": uses.breaches,
    ]
    counts = counts.filter { $0.value != 0 }
    return counts.mapValues(String.init)
  }
}
