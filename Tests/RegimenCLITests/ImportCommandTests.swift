import AdherenceAnalytics
import Foundation
import Interchange
import TestSampling
import Testing

/// A generated folder is imported into a store, and exported again.
@Suite struct ImportCommandTests {
  private let scratch: Scratch
  private let count = isExhaustive ? 60 : 20
  private var cohort: [String] {
    ["generate", "--patients", "\(count)", "--days", "50", "--seed", "3", "--out"]
  }
  private var dataset: String { scratch["dataset"] }
  private var store: String { scratch["store.sqlite"] }

  init() throws {
    scratch = try Scratch()
    try writeCohort(patients: count, days: 50, seed: 3, to: scratch["dataset"])
  }

  private func files(_ folder: String) throws -> [String: [UInt8]] {
    let names = scratch.files(in: folder)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try scratch.bytes(of: folder + "/" + $0)) })
  }

  @Test func anyNumberOfThreadsWritesTheSameBytes() throws {
    for jobs in ["1", "2", "5"].sampled(2, from: 1) {
      _ = try Tool.seconds(cohort + [scratch[jobs], "--jobs", jobs])
      #expect(try files(jobs) == files("dataset"))
    }
  }

  @Test func generatedDataAreValid() throws {
    let result = try Tool.run("check", dataset)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasSuffix("Problems: 0\n"))
    #expect(result.output.hasPrefix("Patients \(count), tasks "))
  }

  @Test func aStoreHasTheSameRecords() throws {
    _ = try Tool.seconds(cohort + [store])
    let expected = try StoreContents.records(of: DatasetFolder(dataset))
    #expect(expected.count == count)
    #expect(try StoreContents(store).records == expected)
  }

  @Test(arguments: ["", "Datasets/monitoring"].sampled(1)) func roundTrip(_ path: String) throws {
    let dataset = path.isEmpty ? dataset : Tool.repository.appending(path: path).path
    _ = try Tool.seconds(["import", dataset, store])
    _ = try Tool.seconds(["export", store, scratch["again"]])
    let expected = try StoreContents.records(of: DatasetFolder(dataset))
    #expect(try StoreContents.records(of: DatasetFolder(scratch["again"])) == expected)
    if path.isEmpty { #expect(try files("again") == files("dataset")) }
  }

  @Test func importingTwiceChangesNothing() throws {
    _ = try Tool.seconds(["import", dataset, store])
    let once = try StoreContents(store).records
    let result = try Tool.run("import", dataset, store)
    #expect(result.status == 0)
    #expect(result.output.contains("Added to \(store): nothing"))
    #expect(try StoreContents(store).records == once)
  }

  @Test func rejectedDataAreReportedAndTheRestIsLoaded() throws {
    let file = scratch.url.appending(path: "dataset/outcomes.csv")
    let text = try String(contentsOf: file, encoding: .utf8)
    let row = try #require(text.split(separator: "\n").last)
    let stray = "nobody" + row.drop { $0 != "," } + "\n"
    try Data((text + stray).utf8).write(to: file)
    let result = try Tool.run("import", dataset, store)
    #expect(result.status == 1)
    #expect(result.errors.contains("'nobody'"))
    #expect(try StoreContents(store).records.count == count)
  }

  @Test func reportsAreTheSameFromBoth() throws {
    _ = try Tool.seconds(["import", dataset, store])
    let report = ["--from", "2025-01-06", "--to", "2025-02-25", "--out"]
    for (source, out) in [(dataset, "a"), (store, "b")] {
      _ = try Tool.seconds(["report", source] + report + [scratch[out]])
    }
    for name in ["adherence.csv", "cohort.csv", "patients.csv"] {
      #expect(try scratch.bytes(of: "a/\(name)") == scratch.bytes(of: "b/\(name)"))
    }
  }

  @Test func info() throws {
    _ = try Tool.seconds(["import", "Datasets/monitoring", store])
    let result = try Tool.run("info", store, "--format", "json")
    #expect(result.status == 0)
    struct Info: Decodable {
      var schemaVersion, bytes, revision, patients, tasks: Int
      var versions, zones: [String: Int]
      var firstOutcome, lastOutcome: String
    }
    let info = try JSONDecoder().decode(Info.self, from: Data(result.output.utf8))
    #expect(info.patients == 200)
    #expect(info.tasks == 600)
    #expect(
      info.versions == [
        "patients": 200, "tasks": 600, "outcomes": 46_853, "holds": 33, "carePlans": 0,
        "contacts": 0, "namedEvents": 0,
      ])
    #expect(info.zones == ["America/New_York": 200])
    #expect(info.schemaVersion >= 1 && info.revision >= 1 && info.bytes > 1_000_000)
    #expect("2025-01-13" <= info.firstOutcome && info.lastOutcome < "2026-01-02")
    let lines = try Tool.run("info", store).lines
    #expect(lines.contains("Patients 200"))
    #expect(lines.contains("Zone America/New_York: 200"))
  }

  @Test(
    arguments: [
      ["generate", "--patients", "0", "--out", "nothing"],
      ["generate", "--patients", "3", "--days", "99999", "--out", "nothing"],
      ["generate", "--patients", "3"], ["import", "Datasets/monitoring"],
      ["import", "nowhere", "nothing.sqlite"],
      ["import", "nowhere", "nothing.sqlite", "--batch", "0"],
      ["export", "nothing.sqlite", "nothing"], ["info", "nowhere"],
    ].sampled(3))
  func nothingDone(_ arguments: [String]) throws {
    let place = try Scratch()
    let result = try Tool.run(arguments, in: place.url)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(!result.errors.isEmpty)
    #expect(place.files().isEmpty)
  }
}
