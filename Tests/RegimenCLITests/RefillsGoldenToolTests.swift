import Foundation
import TestSampling
import Testing

/// The tool compared with AdhereR and with the reference for days covered.
@Suite struct RefillsGoldenToolTests {
  private struct SimpleRun: Decodable {
    var cma, window: String
    var params: Parameters
    var id: [Int]?
    var value: [RefillValue]?

    struct Parameters: Decodable {
      var withinClass, byDose: Bool?

      enum CodingKeys: String, CodingKey {
        case withinClass = "carry.only.for.same.medication", byDose = "consider.dosage.change"
      }
    }

    /// The options of the run; `nil` if the tool cannot express its window.
    var options: [String]? {
      let windows = [
        "W1": ["--observe", "730d", "--to", "2045-01-01"],
        "W2": ["--window-start", "182", "--observe", "365d"],
        "W3": ["--window-start", "90", "--observe", "180", "--follow-up-days", "365"],
      ]
      return windows[window].map { window in
        window + ["--measure", cma.lowercased(), "--combine", "any"]
          + (params.withinClass == true ? ["--carry-within-drug"] : [])
          + (params.byDose == true ? ["--carry-by-dose"] : [])
      }
    }
  }

  @Test func measuresOfTheObservation() throws {
    let files = try RefillFiles()
    var compared = 0
    for run in try RefillFiles.golden("cma_simple", SimpleRun.self) {
      guard let options = run.options, let ids = run.id, let values = run.value else { continue }
      let rows = try files.rows(options)
      #expect(rows.count == ids.count)
      let found = Dictionary(uniqueKeysWithValues: rows.map { ($0["patient"], $0) })
      for (id, value) in zip(ids, values) {
        let row = try #require(found["\(id)"])
        #expect(row["value"]?.isEmpty != row["reason"]?.isEmpty)
        // AdhereR gives 0 if earlier supply covers the whole window; there CMA 8 is missing here.
        if run.cma == "CMA8", row["value"] == "" {
          #expect(value.number == 0)
          continue
        }
        #expect(RefillFiles.isClose(row["value"], value.number), "\(run.cma) \(run.window) \(id)")
        compared += 1
      }
    }
    #expect(compared > 3_000)
  }

  private struct SlidingRun: Decodable {
    var cma: String
    var params: Parameters
    var id, window: [Int]
    var start, end: [String]
    var value: [RefillValue]

    struct Parameters: Decodable {
      var start, dur: Int
      var step: Int?
    }
  }

  @Test func measuresOfMovingWindows() throws {
    let files = try RefillFiles()
    for run in try RefillFiles.golden("cma_sliding_window", SlidingRun.self) {
      guard run.params.start == 0, let step = run.params.step else { continue }
      let rows = try files.rows([
        "--measure", run.cma.lowercased(), "--window", "\(run.params.dur)", "--step", "\(step)",
        "--observe", "730d", "--to", "2045-01-01", "--combine", "any",
      ])
      #expect(rows.count == run.id.count)
      let found = Dictionary(
        uniqueKeysWithValues: rows.map { ("\($0["patient"] ?? "")/\($0["part"] ?? "")", $0) })
      for (place, id) in run.id.enumerated() {
        let row = try #require(found["\(id)/\(run.window[place])"])
        #expect(row["start"] == run.start[place] && row["end"] == run.end[place])
        #expect(RefillFiles.isClose(row["value"], run.value[place].number), "\(run.cma) \(id)")
      }
    }
  }

  private struct EpisodeRun: Decodable {
    var cma: String
    var max_gap_days: Int
    var med_change_new_episode: Bool
    var id, episode: [Int]
    var start: [String]
    var duration, gap: [Double]
    var value: [RefillValue]
  }

  @Test func measuresOfEpisodes() throws {
    let files = try RefillFiles()
    for run in try RefillFiles.golden("cma_per_episode", EpisodeRun.self) where run.cma != "CMA8" {
      let rows = try files.rows(
        [
          "--measure", run.cma.lowercased(), "--episodes", "--gap-days", "\(run.max_gap_days)",
          "--observe", "730d", "--to", "2045-01-01", "--combine", "any",
        ] + (run.med_change_new_episode ? ["--drug-change"] : []))
      #expect(rows.count == run.id.count)
      let found = Dictionary(
        uniqueKeysWithValues: rows.map { ("\($0["patient"] ?? "")/\($0["part"] ?? "")", $0) })
      for (place, id) in run.id.enumerated() {
        let row = try #require(found["\(id)/\(run.episode[place])"])
        #expect(row["start"] == run.start[place])
        #expect(RefillFiles.isClose(row["days"], run.duration[place]))
        #expect(RefillFiles.isClose(row["gap"], run.gap[place]))
        #expect(RefillFiles.isClose(row["value"], run.value[place].number), "\(run.cma) \(id)")
      }
    }
  }

  private struct ClassRun: Decodable {
    var cma, aggregation: String
    var aggregate_first: Bool
    var result: Result

    struct Result: Decodable {
      var PATIENT_ID: [Int]
      var CMA: [RefillValue]
    }
  }

  @Test func measuresOfSeveralClasses() throws {
    let files = try RefillFiles()
    for run in try RefillFiles.golden("cma_polypharmacy", ClassRun.self) {
      let rows = try files.rows(
        [
          "--measure", run.cma.lowercased(), "--combine", run.aggregation, "--window-start",
          "182", "--observe", "365d", "--to", "2047-01-01", "--carry-within-drug",
        ] + (run.aggregate_first ? ["--daily"] : []))
      let found = Dictionary(uniqueKeysWithValues: rows.map { ($0["patient"], $0["value"]) })
      for (id, value) in zip(run.result.PATIENT_ID, run.result.CMA) {
        #expect(RefillFiles.isClose(found["\(id)"] ?? nil, value.number), "\(run.cma) \(id)")
      }
    }
  }

  /// Every patient-year of the reference with one stay, and the same years without.
  @Test(arguments: [true, false].sampled(1)) func daysCoveredOfAYear(_ withStays: Bool) throws {
    let expected = try RefillFiles.rows(RefillFiles.goldenText("pdc/pdc_expected.csv"))
      .filter { ($0["stay_from"]?.isEmpty == false) == withStays }
    var compared = 0
    for (year, rows) in Dictionary(grouping: expected, by: { $0["year"] ?? "" }) {
      let number = try #require(Int(year))
      let stays = rows.map { row in
        [row["patient"], row["stay_from"], row["stay_to"]].compactMap(\.self)
          .joined(separator: ",")
      }
      let files = try RefillFiles(
        stays: withStays ? (["patient,from,to"] + stays).joined(separator: "\n") + "\n" : nil)
      let found = try files.rows([
        "--measure", "pdc", "--combine", "any", "--from", "\(year)-01-01", "--to",
        "\(number + 1)-01-01",
      ])
      for row in rows {
        let ours = try #require(found.first { $0["patient"] == row["patient"] })
        #expect(ours["start"] == row["index"])
        #expect(ours["covered"] == row["covered"] && ours["counted"] == row["denominator"])
        #expect(ours["eligible"] == (row["eligible"] == "1" ? "true" : "false"))
        #expect(RefillFiles.isClose(ours["value"], Double(row["pdc"] ?? "")))
        compared += 1
      }
    }
    #expect(compared == expected.count && compared > 100)
  }
}
