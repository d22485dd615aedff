import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Scheduling
import TestSupport
import Testing

/// The fills of AdhereR's own data, by patient (GPL-2 or later; see `Datasets/golden/adherer`).
struct GoldenFills {
  /// The patients, in order of number.
  var records: [RefillRecord] = []
  /// The number of each row of the file, by patient, in the file's order.
  var rows: [[Int]] = []

  init() throws {
    let url = datasets.appending(path: "golden/adherer/med_events.csv")
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",").map(String.init)
      if records.last?.patient != fields[1] {
        records.append(RefillRecord(patient: fields[1], fills: []))
        rows.append([])
      }
      records[records.count - 1].fills.append(
        Fill(
          try day(fields[2]), days: try #require(Double(fields[5])), dose: Double(fields[3]),
          drugClass: fields[4]))
      rows[rows.count - 1].append(try #require(Int(fields[0])))
    }
  }

  func record(_ patient: Int) throws -> RefillRecord {
    try #require(records.first { $0.patient == String(patient) })
  }
}

extension RefillRecord {
  /// The records of the fills of each class, in order of name.
  var byClass: [RefillRecord] {
    Set(fills.map { $0.drugClass ?? "" }).sorted().map { name in
      var own = self
      own.fills.removeAll { ($0.drugClass ?? "") != name }
      return own
    }
  }
}

/// Reads one of the golden files.
func golden<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
  let url = datasets.appending(path: "golden/\(path)")
  return try JSONDecoder().decode(type, from: Data(contentsOf: url))
}

/// A number, the text `Inf`, or nothing.
struct GoldenValue: Decodable {
  var number: Double?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      number = nil
    } else if let text = try? container.decode(String.self) {
      number = try #require(text == "Inf" ? .infinity : nil)
    } else {
      number = try container.decode(Double.self)
    }
  }
}

/// AdhereR's parameters of windows and carry-over, as its calls name them.
struct GoldenParameters: Decodable {
  var fus: Start
  var fusu: String
  var fud: Int
  var fudu: String
  var ows: Start
  var owsu: String
  var owd: Int
  var owdu: String
  var onlyForSameDrug: Bool?
  var considersDose: Bool?

  private enum CodingKeys: String, CodingKey {
    case fus, fusu, fud, fudu, ows, owsu, owd, owdu
    case onlyForSameDrug = "carry.only.for.same.medication"
    case considersDose = "consider.dosage.change"
  }

  /// A number of units, or a date.
  struct Start: Decodable {
    var number: Int?
    var date: CivilDate?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        date = try day(text)
      } else {
        number = try container.decode(Int.self)
      }
    }

    func start(_ unit: String) throws -> RefillWindow.Start {
      if let date { return .on(date) }
      return .after(try length(#require(number), unit))
    }
  }

  func query() throws -> RefillQuery {
    var query = RefillQuery()
    query.followUp = RefillWindow(try fus.start(fusu), length: try length(fud, fudu))
    query.observation = RefillWindow(try ows.start(owsu), length: try length(owd, owdu))
    query.carryOver = CarryOver(
      onlyForSameDrug: onlyForSameDrug ?? false, considersDose: considersDose ?? false)
    return query
  }
}

/// A number of AdhereR's units.
func length(_ number: Int, _ unit: String) throws -> ISODuration {
  switch unit {
  case "days": ISODuration(days: number)
  case "weeks": ISODuration(days: 7 * number)
  case "months": ISODuration(months: number)
  case "years": ISODuration(months: 12 * number)
  default: try #require(nil, "what is '\(unit)'?")
  }
}
