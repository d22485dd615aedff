import Foundation
import TestSampling
import Testing

/// `regimen refills --chart` and the page of `--out`, as a process.
@Suite struct RefillChartToolTests {
  private let year = ["--from", "2024-01-01", "--to", "2025-01-01"]

  private func chart(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(["refills", "Datasets/refills", "--chart"] + arguments + year)
  }

  @Test(arguments: ["fills", "windows", "persistence", "distribution"].sampled(2))
  func eachChartHasEachForm(_ chart: String) throws {
    let place = try Scratch()
    for suffix in ["vl.json", "csv", "json", "chartjs.json", "plotly.json", "echarts.json", "svg"] {
      let result = try self.chart(chart, "--combine", "any", "--out", place["chart.\(suffix)"])
      #expect(result.status == 0 && result.output.isEmpty, "\(suffix): \(result.errors)")
      #expect(try place.bytes(of: "chart.\(suffix)").count > 500)
    }
  }

  @Test func aPatientIsDrawnInEachTheme() throws {
    let pictures = try ["light", "dark", "paper"].map { theme in
      try chart("fills", "--chart-patient", "R003", "--format", "svg", "--theme", theme)
    }
    #expect(pictures.allSatisfy { $0.status == 0 && $0.output.contains("R003: pdc, fills") })
    #expect(Set(pictures.map(\.output)).count == 3)
    let again = try chart("fills", "--chart-patient", "R003", "--format", "svg")
    #expect(again.output == pictures[0].output)
  }

  /// For a table of claims `--patient` is a column, and charts have a separate option for the
  /// patient.
  @Test func aTableOfClaimsIsDrawn() throws {
    let result = try Tool.run(
      "refills", "Datasets/tables/claims.csv", "--patient", "Member", "--date", "Fill Date",
      "--time-format", "mdy", "--days", "Days Supply", "--measure", "cma7",
      "--chart", "fills", "--format", "csv", "--from", "2024-01-01", "--to", "2025-01-01")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("No supply"))
  }

  @Test(arguments: [
    (["fills", "--chart-patient", "nobody"], "names an unknown patient: 'nobody'"),
    (["persistence", "--chart-patient", "R000"], "remove --chart-patient"),
    (["fills", "--format", "ndjson"], "Charts do not support ndjson"),
    (["fills", "--out", "fills.txt"], "The format of 'fills.txt' is unknown"),
    (["fills", "--width", "1"], "--width must be 120"),
    (["fills", "--gap-days", "30"], "add --episodes"),
    (["swimmer"], "Please provide one of"),
  ])
  func errorsHaveTheirRemedy(_ arguments: [String], _ cure: String) throws {
    let result = try Tool.run(["refills", "Datasets/refills", "--chart"] + arguments + year)
    #expect(result.status == 2 && result.output.isEmpty, "\(arguments)")
    #expect(result.errors.contains(cure), "\(result.errors)")
  }

  @Test func otherErrorsNameTheirRemedy() throws {
    let alone = try Tool.run("refills", "Datasets/refills", "--chart-patient", "R000")
    #expect(alone.status == 2 && alone.errors.contains("add --chart fills or windows"))
    let form = try Tool.run("refills", "Datasets/refills", "--format", "svg")
    #expect(form.status == 2 && form.errors.contains("use --chart for a chart"))
    let kind = try Tool.run(
      "chart", "Datasets/monitoring", "--chart", "fills", "--chart-patient", "P000")
    #expect(kind.status == 2 && kind.errors.contains("use regimen refills with --chart"))
    let place = try Scratch()
    try place.write(Array("patient,date,days\n".utf8), to: "fills.csv")
    let none = try Tool.run("refills", place.url.path, "--chart", "fills")
    #expect(none.status == 2 && none.errors.contains("each row has a patient, a date and days"))
  }

  /// Rules of episodes apply to the persistence curve, and to the page that contains it.
  @Test func gapsAreOfPersistence() throws {
    func csv(_ days: String) throws -> String {
      try chart("persistence", "--gap-days", days, "--format", "csv").output
    }
    #expect(try csv("30") != csv("90"))
    let place = try Scratch()
    let result = try Tool.run(
      ["refills", "Datasets/refills", "--gap-days", "30", "--out", place["out"]] + year)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("In \(place["out"]): index.html, measures.csv, refills.json"))
    let page = String(decoding: try place.bytes(of: "out/index.html"), as: UTF8.self)
    #expect(page.contains("a gap of more than 30 days"))
  }
}
