import AdherenceStatistics
import Foundation
import Scheduling
import TestSupport
import Testing

/// The results of AdhereR 0.8.1 on its own example data.
@Suite struct MedicineSupplyTests {
  @Test(arguments: try AdhereRDurationRun.all())
  func agreesOnEveryRow(_ run: AdhereRDurationRun) throws {
    let world = try AdhereRDurations()
    let rules = try run.rules
    var expected = run.rows()
    var (seen, defects) = (0, 0)
    for patient in world.patients {
      for supply in world.supplies(of: patient, under: rules) {
        for (key, events) in SupplyKey.grouping(supply, of: patient) {
          let found = expected.removeValue(forKey: key)
          let rows = try #require(found)
          seen += rows.count
          let agrees = agree(events, rows, of: run.table, supply)
          if let ours = AdhereRDurationDefects.ours(key, rules) {
            defects += 1
            #expect(!agrees, "\(key) is no defect")
            #expect(events.map(\.text) == ours, "\(key)")
          } else {
            #expect(agrees, "\(key): \(events.map(\.text))")
          }
        }
      }
    }
    #expect(expected.isEmpty)
    #expect(defects == AdhereRDurationDefects.count(under: rules))
    #expect(seen == run.table.dispensed.count { $0 != nil })
  }

  /// Medicines that were never dispensed are rows of their prescriptions' doses alone.
  @Test(arguments: try AdhereRDurationRun.all())
  func whatIsNotDispensedHasNoEvents(_ run: AdhereRDurationRun) throws {
    let world = try AdhereRDurations()
    let rows = run.table.ID.indices.filter { run.table.dispensed[$0] == nil }
    #expect(!rows.isEmpty)
    for row in rows {
      let supplies = world.supplies(of: run.table.ID[row], under: try run.rules)
      let supply = try #require(
        supplies.first { $0.medicine == run.table.medicine(row) })
      #expect(supply.events.isEmpty)
      #expect(supply.episodes.contains { $0.dailyDose == run.table.dose[row] })
    }
  }

  @Test func timesToInitiationAgree() throws {
    let world = try AdhereRDurations()
    let golden = try AdhereRInitiations.read()
    let found = world.patients.flatMap { patient in
      Initiation.all(
        of: world.prescriptions[patient] ?? [], dispensed: world.dispensings[patient] ?? []
      ).map { (patient, $0) }
    }
    #expect(found.count == 1_502)
    let texts = found.map { patient, initiation in
      let first = initiation.firstDispensing.map { "\($0)" } ?? "-"
      let days = initiation.days.value.map(String.init) ?? "-"
      return "\(patient) \(initiation.prescription.medicine) \(initiation.prescription.date) "
        + "\(first) \(days)"
    }
    #expect(texts.sorted() == golden.sorted())
  }

  private func agree(
    _ events: [SuppliedEvent], _ rows: [Int], of table: AdhereRDurationRun.Table,
    _ supply: MedicineSupply
  ) -> Bool {
    events.count == rows.count
      && zip(events, rows).allSatisfy { agree($0, $1, of: table, supply) }
  }

  private func agree(
    _ event: SuppliedEvent, _ row: Int, of table: AdhereRDurationRun.Table,
    _ supply: MedicineSupply
  ) -> Bool {
    // AdhereR has no number of days where none of a stay can be concerned, or 0: ours is 0.
    let numbers = [
      (event.totalDose, table.total[row]), (event.stayDays, table.special[row] ?? 0),
      (Double(event.waitingDays), table.carryover[row] ?? 0), (event.dailyDose, table.dose[row]),
      (event.duration.value, table.duration[row]),
    ]
    return numbers.allSatisfy { isClose($0, $1) }
      && event.number == table.event[row] ?? event.number
      && "\(event.start)" == table.start[row] ?? "\(event.start)"
      && event.episode.map { "\($0.start)" } == table.episodeStart[row]
      && event.episode?.end.map { "\($0)" } == table.episodeEnd[row]
      && supply.interruptions == table.interruptions[row] ?? supply.interruptions
      && supply.dosageChanges == table.changes[row] ?? supply.dosageChanges
  }
}

extension SuppliedEvent {
  /// The start, the days and the dose.
  var text: String {
    let days = duration.value.map { String(format: "%.4f", $0) } ?? "-"
    return "\(start) \(days) × \(dailyDose.map { String(format: "%.0f", $0) } ?? "-")"
  }
}

/// AdhereR's `time_to_initiation` on the same data.
private struct AdhereRInitiations: Decodable {
  var ID: [Int]
  var code, unit, form, start: [String]
  var first: [String?]
  var days: [Int?]

  enum CodingKeys: String, CodingKey {
    case ID, code = "ATC.CODE", unit = "UNIT", form = "FORM", start = "episode.start"
    case first = "first.disp", days = "time.to.initiation"
  }

  static func read() throws -> [String] {
    let file = AdhereRDurations.folder.appending(path: "time_to_initiation.json")
    let all = try JSONDecoder().decode(AdhereRInitiations.self, from: Data(contentsOf: file))
    return all.ID.indices.map { row in
      "\(all.ID[row]) \(all.code[row])|\(all.unit[row])|\(all.form[row]) \(all.start[row]) "
        + "\(all.first[row] ?? "-") \(all.days[row].map(String.init) ?? "-")"
    }
  }
}
