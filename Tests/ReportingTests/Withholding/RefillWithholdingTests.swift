import AdherenceStatistics
import Foundation
import Interchange
import TestSupport
import Testing

@testable import Reporting

@Suite struct RefillWithholdingTests {
  private func text(of patients: [(drugClass: String, fills: Int)]) throws -> (String, Bool) {
    let lines = patients.enumerated().flatMap { number, patient in
      (1...patient.fills).map { "P\(100 + number),2024-0\($0)-01,30,\(patient.drugClass)" }
    }
    let table = (["patient,date,days,class"] + lines).joined(separator: "\n") + "\n"
    let files = ReportFiles()
    try FileManager.default.createDirectory(at: files.url, withIntermediateDirectories: true)
    try table.write(to: files.url.appending(path: "fills.csv"), atomically: true, encoding: .utf8)
    var request = RefillRequest()
    request.measures = [.pdc]
    if Set(patients.map(\.drugClass)).count > 1 { request.level = .drugClass }
    let report = try RefillReport(of: try RefillDataset(folder: files.path), request) { _ in }
    let text = RefillText(report, smallestGroup: 5)
    return (text.text, text.showsPatients)
  }

  /// One patient of twenty has one fill, who is not eligible.
  @Test func eligiblePatientsBesideAll() throws {
    let (text, _) = try text(of: (0..<20).map { ("", $0 == 0 ? 1 : 4) })
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("pdc") })
    #expect(line.contains("20") && line.contains("withheld"))
    #expect(!line.contains("19"))
  }

  /// All patients would give those of the class that is withheld.
  @Test func classesBesideAll() throws {
    let (text, showsPatients) = try text(of: (0..<20).map { ($0 < 16 ? "A" : "B", 4) })
    #expect(!showsPatients)
    #expect(text.contains("Withheld: 1 line"))
    let (_, isShown) = try self.text(of: (0..<20).map { ($0 < 10 ? "A" : "B", 4) })
    #expect(isShown)
  }
}
