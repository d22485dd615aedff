import AdherenceAnalytics
import CareKitJSON
import Diagnostics
import Foundation
import Scheduling
import TestSupport
import Testing

/// A document with its expected records.
struct GoldenCase: Decodable, CustomTestStringConvertible {
  let id: String
  let file: String
  let zone: String
  let from: String
  let to: String
  let events: [Event]
  let outcomes: [ExpectedOutcome]
  let problems: [Problem]

  var testDescription: String { id }

  struct Event: Decodable, Hashable {
    var task: String
    var index: Int
    var element: String
    var nominal: String
    var start: String
    var end: String
  }

  struct ExpectedOutcome: Decodable, Hashable {
    var task: String
    var id: String
    var element: String?
    var nominal: String?
    var time: String?
    var values: [Value]
    var recordedAt: String?
    var deleted: Bool?
  }

  struct Value: Decodable, Hashable {
    var value: Scalar
    var type: String
    var units: String?
    var kind: String?
  }

  struct Problem: Decodable, Hashable {
    var path: String
    var kind: String
    var rejected: Bool?
  }

  /// A value as its text.
  struct Scalar: Decodable, Hashable {
    var text: String

    init(_ text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let truth = try? container.decode(Bool.self) {
        text = "\(truth)"
      } else if let number = try? container.decode(Double.self) {
        text = "\(number)"
      } else {
        text = try container.decode(String.self)
      }
    }
  }

  static let folder = datasets.appending(path: "golden/carekit-json")

  static let all: [GoldenCase] = {
    struct Cases: Decodable { var cases: [GoldenCase] }
    do {
      let data = try Data(contentsOf: folder.appending(path: "cases.json"))
      return try JSONDecoder().decode(Cases.self, from: data).cases
    } catch {
      preconditionFailure("the golden cases: \(error)")
    }
  }()

  var path: String { GoldenCase.folder.appending(path: file).path }

  /// The bytes of the document.
  var bytes: [UInt8] { get throws { Array(try Data(contentsOf: URL(filePath: path))) } }
}

extension GoldenCase.ExpectedOutcome {
  /// The outcome as expected of a record.
  init(_ outcome: Outcome) {
    (task, id) = (outcome.task, outcome.id ?? "")
    (element, nominal) = (outcome.key?.element, outcome.key?.nominal.description)
    (time, recordedAt) = (outcome.time?.description, outcome.recordedAt?.description)
    values = outcome.values.map { value in
      let (text, type) =
        switch value.content {
        case .number(let number): ("\(number)", "number")
        case .boolean(let truth): ("\(truth)", "boolean")
        case .text(let text): (text, "text")
        case .date(let moment): (moment.description, "date")
        case .data(let bytes): (Data(bytes).base64EncodedString(), "data")
        }
      return GoldenCase.Value(
        value: GoldenCase.Scalar(text), type: type, units: value.units, kind: value.kind)
    }
    deleted = outcome.isDeleted ? true : nil
  }
}

/// All entries of a source, validated.
func entries(_ source: CareKitRecords) throws -> [CohortEntry] {
  var entries: [CohortEntry] = []
  var reader = source.makeReader()
  try reader.read(0..<source.patientIDs.count) { entries.append($0.examined()) }
  return entries
}

/// All problems of a source.
func problems(_ source: CareKitRecords) throws -> [InputError] {
  try source.problems + entries(source).flatMap(\.problems)
}

/// The one record of a document.
func record(_ bytes: [UInt8]) throws -> CareRecord {
  try #require(try entries(try CareKitRecords(bytes)).first).record
}
