import Foundation
import TestSupport
import Testing

/// The option `--page-data` of `report` and `refills`.
@Suite struct PageDataToolTests {
  private let scratch: Scratch
  private static let report =
    ["report", "Tests/ChartChecks/plans", "--from", "2025-01-01", "--to", "2025-03-01"]

  init() throws { scratch = try Scratch() }

  /// The number and size of the files are printed, and the choice is in `report.json`.
  @Test(arguments: ["none", "csv", "all", nil]) func reports(_ data: String?) throws {
    let result = try Tool.run(
      PageDataToolTests.report + (data.map { ["--page-data", $0] } ?? [])
        + ["--pages", "all", "--out", scratch["out"]])
    #expect(result.status < 2, "\(result.errors)")
    let files = scratch.files(in: "out/pages").filter {
      !$0.hasSuffix(".regimen") && $0.contains(".")
    }
    let bytes = try files.reduce(0) { try $0 + scratch.bytes(of: "out/pages/\($1)").count }
    let pages = files.count { $0.hasPrefix("patients/") && $0.hasSuffix(".html") }
    #expect(
      result.output.contains("\nPages of \(pages) patients: \(files.count) files, "),
      "\(bytes) bytes: \(result.output)")
    #expect(files.contains { $0.hasSuffix(".csv") } == (data == "csv" || data == "all"))
    #expect(files.contains { $0.hasSuffix(".vl.json") } == (data == "all"))
    let json = try JSONSerialization.jsonObject(with: Data(scratch.bytes(of: "out/report.json")))
    let parameters = (json as? [String: Any])?["parameters"] as? [String: Any]
    #expect(parameters?["pageData"] as? String == data ?? "none")
  }

  /// A report without specifications has no charts to draw again.
  @Test(arguments: ["none", "csv"]) func chartsAreOfSpecifications(_ data: String) throws {
    _ = try Tool.run(
      PageDataToolTests.report + ["--page-data", data, "--pages", "all", "--out", scratch["out"]])
    for more in [["--chart", "ribbon"], ["--chart", "bars", "--chart-patient", "once"]] {
      let result = try Tool.run(["chart", scratch["out"]] + more)
      #expect(result.status == 2 && result.errors.contains("--page-data all"), "\(result.errors)")
    }
  }

  @Test(arguments: [
    ["report", "Datasets/monitoring", "--page-data", "csv"],
    ["report", "Datasets/monitoring", "--page-data", "csv", "--tables", "cohort", "--out", "x"],
    ["refills", "Datasets/refills", "--page-data", "all"],
    ["refills", "Datasets/refills", "--page-data", "all", "--chart", "fills", "--out", "x.svg"],
  ])
  func dataNeedAPage(_ words: [String]) throws {
    let result = try Tool.run(words)
    #expect(result.status == 2 && result.errors.contains("--page-data"), "\(result.errors)")
  }
}
