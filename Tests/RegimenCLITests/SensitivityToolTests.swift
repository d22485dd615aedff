import Foundation
import Testing

/// `report --grid` and `report --emerge`.
@Suite struct SensitivityToolTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "regimen-\(UUID().uuidString)")

  private func report(_ options: [String]) throws -> Tool.Result {
    try Tool.run(
      [
        "report", "Datasets/monitoring", "--from", "2025-01-13", "--to", "2025-03-10", "--tables",
        "cohort",
      ]
        + options)
  }

  @Test("The table and the checklist lie in the folder of the report")
  func files() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try report([
      "--grid", "gap-days=14,30", "--grid", "threshold=0.8,0.9", "--emerge", "--out", folder.path(),
    ])
    #expect(result.status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
    #expect(
      names == ["cohort.csv", "emerge.html", "emerge.json", "report.json", "sensitivity.csv"])
    let table = try String(contentsOf: folder.appending(path: "sensitivity.csv"), encoding: .utf8)
    #expect(table.split(separator: "\n").count == 1 + 3 * 4 * 4)
  }

  @Test(
    "A wrong grid is one error",
    arguments: [
      (["--grid", "gap=30", "--out", "x"], "'grid' cannot be 'gap' (use threshold"),
      (["--grid", "gap-days=x", "--out", "x"], "'grid' must be a whole number"),
      (
        ["--grid", "gap-days=30"], "--grid, --emerge and --previous write files: add --out FOLDER."
      ),
      (["--emerge"], "--grid, --emerge and --previous write files: add --out FOLDER."),
    ])
  func errors(_ options: [String], _ message: String) throws {
    let result = try report(options)
    #expect(result.status != 0)
    #expect(result.errors.contains(message), "\(result.errors)")
  }
}
