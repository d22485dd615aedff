import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Scheduling

/// The row on AdhereR's example data of prescriptions, dispensings and stays of 16 patients.
struct DurationRows {
  /// The data of a patient.
  private struct Patient {
    var prescriptions: [Prescription] = []
    var dispensings: [Dispensing] = []
    var stays: [Stay] = []
  }

  /// The columns of AdhereR's result used for the answer.
  private struct Table: Decodable {
    var dispensed, start: [String?]
    var event: [Int?]
    var duration: [Double?]

    enum CodingKeys: String, CodingKey {
      case dispensed = "DATE.DISP", event = "EVENT.ID", start = "DISP.START", duration = "DURATION"
    }

    /// The supplied events and the sum of their days; an event without a start is a defect, and
    /// counts no days.
    var answer: Answer {
      let rows = dispensed.indices.filter { row in
        dispensed[row] != nil && (event[row] == nil || start[row] != nil)
      }
      return DurationRows.answer(rows.count, days: rows.reduce(0) { $0 + (duration[$1] ?? 0) })
    }
  }

  private struct Run: Decodable {
    var special_periods_method, trt_interruption: String
    var table: Table
  }

  private let folder: URL
  private var patients: [String: Patient] = [:]

  init() throws {
    let file = URL(filePath: #filePath)
    let root = (0..<4).reduce(file) { url, _ in url.deletingLastPathComponent() }
    folder = root.appending(path: "Datasets/golden/adherer")
    for row in try rows("durcomp_prescribing.csv") {
      guard let date = CivilDate(row[1]), let dose = Double(row[7]) else { continue }
      patients[row[0], default: Patient()].prescriptions.append(
        Prescription(date, "\(row[3])|\(row[5])|\(row[4])", dailyDose: dose, days: Int(row[6])))
    }
    for row in try rows("durcomp_dispensing.csv") {
      guard let date = CivilDate(row[1]), let dose = Double(row[5]) else { continue }
      patients[row[0], default: Patient()].dispensings.append(
        Dispensing(date, "\(row[2])|\(row[3])|\(row[4])", dose: dose))
    }
    for row in try rows("durcomp_hospitalisation.csv") {
      guard let first = CivilDate(row[1]), let last = CivilDate(row[2]) else { continue }
      patients[row[0], default: Patient()].stays.append(Stay(first...last.adding(days: -1)))
    }
  }

  private func rows(_ name: String) throws -> [[String]] {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n")
      .dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  func durations() throws -> Row {
    let rules = SupplyRules(
      stays: .carryover, interruptions: .carryover, advancesFirstPrescription: true,
      endsWithoutRenewal: true)
    let patients = Array(patients.values)
    var (count, days) = (0, 0.0)
    let regimen = System(
      name: "regimen",
      run: { runs in
        for _ in 0..<runs {
          (count, days) = (0, 0)
          for patient in patients {
            let supplies = EventDurations.supplies(
              prescribed: patient.prescriptions, dispensed: patient.dispensings,
              stays: patient.stays, under: rules)
            for supply in supplies {
              count += supply.events.count
              days += supply.events.reduce(0) { $0 + ($1.duration.value ?? 0) }
            }
          }
        }
      },
      answer: { DurationRows.answer(count, days: days) })
    return Row(
      name: "durations", what: "event durations of 1,794 fills, carried over stays",
      per: .patient, units: patients.count, expected: try expected(), systems: [regimen])
  }

  /// Returns AdhereR's result.
  private func expected() throws -> Answer {
    struct File: Decodable { var runs: [Run] }
    let data = try Data(contentsOf: folder.appending(path: "event_durations.json"))
    let run = try JSONDecoder().decode(File.self, from: data).runs.first {
      $0.special_periods_method == "carryover" && $0.trt_interruption == "carryover"
    }
    guard let run else { throw CocoaError(.fileReadCorruptFile) }
    return run.table.answer
  }

  private static func answer(_ count: Int, days: Double) -> Answer {
    Answer(count: count, checksum: String(format: "%.6f", days))
  }
}
