import Foundation
import TestSupport
import Testing

/// The results of an independent reference for the patients of `Datasets/monitoring` at a given
/// moment.
struct Reference: CustomTestStringConvertible {
  let name: String
  let asOf: String
  let patients: [[String: Any]]
  let cohort: [String: Any]

  var testDescription: String { name }

  /// Every file of the reference, each at its own moment.
  static let names: [String] = {
    let folder = datasets.appending(path: "golden/mems").path()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted()
  }()

  init(_ name: String) throws {
    let data = try Data(contentsOf: datasets.appending(path: "golden/mems/\(name)"))
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    self.name = name
    let moment = object["asOf"] as? String ?? "2025-12-31T22:00:00Z"
    asOf = moment.replacing("+00:00", with: "Z")
    patients = try #require(object["patients"] as? [[String: Any]])
    cohort = object["cohort"] as? [String: Any] ?? [:]
  }
}

/// A value of the reference with its key path, such as `lateness.mean` or `segments.0`.
struct Leaf: Hashable {
  var path: String
  var value: Value

  /// How far apart numbers may be; the maximum of a likelihood is flat.
  var tolerance: Double { path.hasPrefix("betaBinomial") ? 1e-5 : 1e-9 }

  enum Value: Hashable {
    case number(Double)
    case text(String)
    case absent
  }

  /// Whether no measure corresponds to the value: tests and charts that assume independent doses,
  /// and comparisons of groups other than by rank.
  var isOfNoMeasure: Bool { Leaf.withoutMeasure.contains { path.hasPrefix($0) } }

  private static let withoutMeasure = [
    "ewma", "habitScore", "cusum", "changePoint", "segments", "weekdayChi2", "trend.ols",
    "trend.mannKendall.z", "trend.mannKendall.p", "compareAB.welch", "compareAB.ks",
  ]

  /// The values within an object, the elements of lists by their position.
  static func all(of object: Any, at path: String = "") -> [Leaf] {
    func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
    switch object {
    case let object as [String: Any]:
      return object.sorted { $0.key < $1.key }.flatMap { all(of: $1, at: place($0)) }
    case let list as [Any]:
      let length = Leaf(path: place("count"), value: .number(Double(list.count)))
      return [length] + list.enumerated().flatMap { all(of: $1, at: place("\($0)")) }
    case let number as NSNumber: return [Leaf(path: path, value: .number(number.doubleValue))]
    case let text as String: return [Leaf(path: path, value: .text(text))]
    default: return [Leaf(path: path, value: .absent)]
    }
  }
}
