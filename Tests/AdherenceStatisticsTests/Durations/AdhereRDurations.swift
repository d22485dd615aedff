import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Scheduling
import TestSupport
import Testing

/// AdhereR's example data of prescriptions, dispensings and stays of 16 patients.
struct AdhereRDurations {
  private(set) var prescriptions: [Int: [Prescription]] = [:]
  private(set) var dispensings: [Int: [Dispensing]] = [:]
  private(set) var stays: [Int: [Stay]] = [:]

  static let folder = datasets.appending(path: "golden/adherer")

  init() throws {
    for row in try AdhereRDurations.rows("durcomp_prescribing.csv") {
      let prescription = Prescription(
        try day(row[1]), "\(row[3])|\(row[5])|\(row[4])", dailyDose: try #require(Double(row[7])),
        days: Int(row[6]))
      prescriptions[try #require(Int(row[0])), default: []].append(prescription)
    }
    for row in try AdhereRDurations.rows("durcomp_dispensing.csv") {
      let dispensing = Dispensing(
        try day(row[1]), "\(row[2])|\(row[3])|\(row[4])", dose: try #require(Double(row[5])))
      dispensings[try #require(Int(row[0])), default: []].append(dispensing)
    }
    for row in try AdhereRDurations.rows("durcomp_hospitalisation.csv") {
      // Its patients are back on their own supply on the day of discharge.
      let stay = Stay(try day(row[1])...(try day(row[2])).adding(days: -1))
      stays[try #require(Int(row[0])), default: []].append(stay)
    }
  }

  private static func rows(_ file: String) throws -> [[String]] {
    try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      .split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  var patients: [Int] { Set(prescriptions.keys).union(dispensings.keys).sorted() }

  func supplies(of patient: Int, under rules: SupplyRules) -> [MedicineSupply] {
    EventDurations.supplies(
      prescribed: prescriptions[patient] ?? [], dispensed: dispensings[patient] ?? [],
      stays: stays[patient] ?? [], under: rules)
  }
}

/// A run of AdhereR's `compute_event_durations`.
struct AdhereRDurationRun: Decodable, CustomTestStringConvertible {
  var special_periods_method, trt_interruption: String
  var split_on_dosage_change, force_init_presc, force_presc_renew: Bool
  var table: Table

  struct Table: Decodable {
    var ID: [Int]
    var code, unit, form: [String]
    var dispensed, start, episodeStart, episodeEnd: [String?]
    var total, dose, duration, special, carryover: [Double?]
    var event, interruptions, changes: [Int?]

    func medicine(_ row: Int) -> String { "\(code[row])|\(unit[row])|\(form[row])" }

    enum CodingKeys: String, CodingKey {
      case ID, code = "ATC.CODE", unit = "UNIT", form = "FORM", dispensed = "DATE.DISP"
      case total = "TOTAL.DOSE", dose = "DAILY.DOSE", event = "EVENT.ID", start = "DISP.START"
      case duration = "DURATION", episodeStart = "episode.start", episodeEnd = "episode.end"
      case special = "SPECIAL.DURATION", interruptions = "tot.presc.interruptions"
      case changes = "tot.dosage.changes", carryover = "CARRYOVER.DURATION"
    }
  }

  var testDescription: String { "\(special_periods_method), \(trt_interruption)" }

  var rules: SupplyRules {
    get throws {
      SupplyRules(
        stays: try #require(SupplyHandling(rawValue: special_periods_method)),
        interruptions: try #require(SupplyHandling(rawValue: trt_interruption)),
        splitsOnDosageChange: split_on_dosage_change, advancesFirstPrescription: force_init_presc,
        endsWithoutRenewal: force_presc_renew)
    }
  }

  /// The rows of a medicine of a patient that were dispensed on a day; none for prescriptions
  /// alone.
  func rows() -> [SupplyKey: [Int]] {
    Dictionary(grouping: table.ID.indices.filter { table.dispensed[$0] != nil }) { row in
      SupplyKey(
        patient: table.ID[row], medicine: table.medicine(row),
        dispensed: table.dispensed[row] ?? "", dose: table.total[row] ?? 0)
    }
  }

  static func all() throws -> [AdhereRDurationRun] {
    struct File: Decodable { var runs: [AdhereRDurationRun] }
    let data = try Data(contentsOf: AdhereRDurations.folder.appending(path: "event_durations.json"))
    return try JSONDecoder().decode(File.self, from: data).runs
  }
}

/// A supply of a medicine that a patient got on one day.
struct SupplyKey: Hashable {
  var patient: Int
  var medicine, dispensed: String
  var dose: Double

  static func grouping(_ supply: MedicineSupply, of patient: Int) -> [Self: [SuppliedEvent]] {
    Dictionary(grouping: supply.events) { event in
      SupplyKey(
        patient: patient, medicine: supply.medicine, dispensed: "\(event.dispensed)",
        dose: event.totalDose)
    }
  }
}
