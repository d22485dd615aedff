import AdherenceStatistics
import Formats
import Scheduling

// Statistics as JSON: estimates with the reasons why they are missing.
extension JSONValue {
  static func missing(_ reason: MissingStatistic) -> JSONValue { .missing(reason.rawValue) }

  /// The number of an estimate, or the reason for its absence.
  init(_ estimate: Estimate<Double>) { self.init(estimate) { .number($0) } }

  /// The value of an estimate, or the reason for its absence.
  init<Value>(_ estimate: Estimate<Value>, _ hold: (Value) -> JSONValue) {
    switch estimate {
    case .value(let value): self = hold(value)
    case .missing(let reason): self = .missing(reason)
    }
  }

  /// Returns members with the reasons of those that are missing, by name in the member `missing`.
  private static func explained(_ members: [Property]) -> [Property] {
    if members.allSatisfy({ $0.1.reason == nil }) { return members }
    let reasons = members.compactMap { name, value in
      value.reason.map { (name, JSONValue.text($0)) }
    }
    return (members + [("missing", .object(reasons))]).sorted { $0.0 < $1.0 }
  }

  /// The reason why the value is missing; `nil` if it is not.
  private var reason: String? {
    switch self {
    case .missing(let reason): reason
    case .number(let number) where !number.isFinite: MissingStatistic.tooLarge.rawValue
    default: nil
    }
  }

  /// Writes the indented JSON in chunks, with the reasons of missing members.
  ///
  /// - Throws: The error of `put`.
  func write<Failure: Error>(_ put: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    var json = JSONBytes(isIndented: true)
    try write(to: &json, properties: JSONValue.explained) { json throws(Failure) in
      if json.bytes.count >= JSONValue.chunkSize { try put(json.takeBytes()) }
    }
    try put(json.takeBytes() + [UInt8(ascii: "\n")])
  }

  /// The minimum size of a chunk in bytes.
  private static let chunkSize = 1 << 16

  /// The indented JSON.
  var indentedText: String {
    var bytes: [UInt8] = []
    write { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}

// Withholding of statistics for small groups.
extension JSONValue {
  /// Returns the statistics without numbers about fewer than a smallest number of patients; these
  /// become missing with a reason.
  ///
  /// Parts of too few patients are withheld as a whole. Extremes, histograms, curves, trajectories
  /// and events by hour are always withheld, as they hold numbers of single patients or of an
  /// unknown number of them. A quantile needs enough patients on both of its sides. Counts are
  /// withheld by `CohortWithholding`.
  func withholding(groupsSmallerThan smallest: Int) -> JSONValue {
    switch self {
    case .list(let values):
      return .list(values.map { $0.withholding(groupsSmallerThan: smallest) })
    case .made(let count, let make):
      return .made(count) { make($0).withholding(groupsSmallerThan: smallest) }
    case .object(let members):
      let sizes = JSONValue.sizes.compactMap { self[$0]?.count }
      if sizes.contains(where: { 0 < $0 && $0 < smallest }) { return .missing(.tooFewPatients) }
      return JSONValue.object(
        members.map { ($0, $1.withholding(groupsSmallerThan: smallest)) }
      )
      .withholding(JSONValue.single.union(quantiles(smallest)))
      .withholding(trimmedMeans(smallest))
    case .null, .bool, .integer, .number, .text, .raw, .missing: return self
    }
  }

  /// The members with the number of patients in a part.
  private static let sizes = ["patients", "evaluable", "observed", "atRisk"]
  /// The members with numbers of single patients, or of an unknown number of them.
  private static let single: Set = [
    "min", "max", "histogram", "funnel", "curve", "trajectories", "eventHours",
  ]
  private static let quantiles = [
    "q05": 0.05, "q10": 0.1, "q25": 0.25, "median": 0.5, "medianLower": 0.5, "medianUpper": 0.5,
    "q75": 0.75, "q90": 0.9, "q95": 0.95,
  ]

  /// The names of quantiles.
  static var quantileNames: [String] { Array(quantiles.keys) }

  private var count: Int? { if case .integer(let count) = self { count } else { nil } }

  /// The member of an object with a name; `nil` if there is none.
  private subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.0 == name }?.1
  }

  /// Returns the quantiles with too few patients on one side.
  private func quantiles(_ smallest: Int) -> [String] {
    guard let patients = self["evaluable"]?.count ?? self["patients"]?.count else { return [] }
    return JSONValue.quantiles.filter {
      Double(patients) * min($0.value, 1 - $0.value) < Double(smallest)
    }
    .map(\.key)
  }

  /// Returns the trimmed means that, with the mean, reveal the sum of too few patients at both
  /// ends.
  private func trimmedMeans(_ smallest: Int) -> [String] {
    guard let patients = self["evaluable"]?.count else { return [] }
    return 2 * (patients / 10) < smallest ? ["trimmedMean10"] : []
  }

  /// Returns the object with some members withheld.
  func withholding(_ names: some Sequence<String>) -> JSONValue {
    guard case .object(let members) = self else { return self }
    let names = Set(names)
    return .object(
      members.map { ($0, names.contains($0) ? .missing(.tooFewPatients) : $1) })
  }

  /// Returns the object with one member transformed.
  func changing(_ name: String, _ change: (JSONValue) -> JSONValue) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.map { ($0, $0 == name ? change($1) : $1) })
  }

  /// Returns the list with each value transformed.
  func changingEach(_ change: @escaping (Int, JSONValue) -> JSONValue) -> JSONValue {
    switch self {
    case .list(let values): .list(values.enumerated().map(change))
    case .made(let count, let make): .made(count) { change($0, make($0)) }
    default: self
    }
  }
}
