import AdherenceAnalytics
import Foundation
import Interchange
import TestSampling
import Testing

/// A store that is written during a report: each report is a snapshot.
@Suite(.exhaustive) struct StoreInUseTests {
  @Test func reportsAreOfOneMoment() throws {
    let scratch = try Scratch()
    let store = scratch["store.sqlite"]
    let sizes = [40, 80, 120, 160, 200, 240]
    for size in sizes { try writeCohort(patients: size, days: 30, seed: 8, to: scratch["\(size)"]) }
    #expect(try Tool.run(["import", scratch["40"], store]).status == 0)
    let writer = Thread {
      for size in sizes.dropFirst() { _ = try? Tool.run(["import", scratch["\(size)"], store]) }
    }
    writer.start()
    var found: Set<Int> = []
    repeat { found.insert(try expectOneMoment(scratch, store)) } while !writer.isFinished
    found.insert(try expectOneMoment(scratch, store))
    #expect(found.contains(240))
    #expect(found.count > 1, "no report came while the store was written")
  }

  /// Expects all tables of a report to cover the same patients.
  ///
  /// - Returns: The number of patients.
  private func expectOneMoment(_ scratch: Scratch, _ store: String) throws -> Int {
    scratch.remove("out")
    let result = try Tool.run([
      "report", store, "--from", "2025-01-06", "--to", "2025-02-05", "--jobs", "2", "--out",
      scratch["out"],
    ])
    #expect(result.status == 0, "\(result.errors)")
    func lines(_ name: String) throws -> [Substring] {
      String(decoding: try scratch.bytes(of: "out/\(name)"), as: UTF8.self)
        .split(separator: "\n").dropFirst().map(\.self)
    }
    let ids = Set(try lines("adherence.csv").map { $0.prefix { $0 != "," } })
    #expect(Set(try lines("patients.csv").map { $0.prefix { $0 != "," } }) == ids)
    // The ids of a cohort are consecutive, so a gap would be a patient added too late.
    let last = "0000000\(ids.count - 1)".suffix(7)
    #expect(ids.max() == "P\(last)")
    #expect(result.output.hasPrefix("\(ids.count) patients"))
    return ids.count
  }
}
