import AdherenceAnalytics
import AdherenceStatistics
import Diagnostics
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import Reporting

@Suite struct RefillReportTests {
  private func dataset() throws -> RefillDataset {
    try RefillDataset(
      folder: URL(filePath: monitoringPath).deletingLastPathComponent()
        .appending(path: "refills").path())
  }

  private func request(_ measures: [RefillMeasure]) -> RefillRequest {
    var request = RefillRequest()
    request.measures = measures
    return request
  }

  private func table(_ request: RefillRequest, _ format: ListFormat = .csv) throws -> (
    text: String, report: RefillReport
  ) {
    var bytes: [UInt8] = []
    let report = try RefillReport(of: try dataset(), request, format: format) { bytes += $0 }
    return (String(decoding: bytes, as: UTF8.self), report)
  }

  /// The tables have the evaluator's values, patient by patient.
  @Test func theTableHasWhatTheEvaluatorSays() throws {
    let (text, report) = try table(request([.cma7, .mpr]))
    let evaluator = RefillEvaluator(RefillQuery())
    let dataset = try dataset()
    let lines = text.split(separator: "\n").dropFirst()
    #expect(lines.count == 100)
    let values = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false)[10] }
    for place in dataset.patientIDs.indices {
      let record = dataset.record(at: place)
      #expect(Double(values[2 * place]) == evaluator.value(of: .cma7, in: record).value)
      #expect(Double(values[2 * place + 1]) == evaluator.value(of: .mpr, in: record).value)
    }
    #expect(report.summary.lines.map(\.measure) == [.cma7, .mpr])
    #expect(report.summary.lines.map(\.count) == [50, 50])
    let sevens = stride(from: 0, to: 100, by: 2).compactMap { Double(values[$0]) }.sorted()
    #expect(report.summary.lines[0].median.value == (sevens[24] + sevens[25]) / 2)
    #expect(report.summary.lines[0].reaching == sevens.count { $0 >= 0.8 })
  }

  @Test func everyFormatHasTheSameRows() throws {
    let request = request([.cma7])
    let csv = try table(request, .csv).text
    let ndjson = try table(request, .ndjson).text
    let json = try table(request, .json).text
    #expect(csv.split(separator: "\n").count == 51)
    #expect(ndjson.split(separator: "\n").count == 50)
    let joined = "[" + ndjson.split(separator: "\n").joined(separator: ",") + "]"
    let (rows, others) = (try objects(json), try objects(joined))
    #expect(rows.count == 50)
    #expect(rows == others)
  }

  private func objects(_ text: String) throws -> [NSDictionary] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [NSDictionary])
  }

  @Test func anUnknownClassIsRefused() throws {
    var request = request([.cma7])
    request.classes = ["aspirin"]
    #expect(throws: InputError(.noSuch(kind: "class", id: "aspirin"), parameter: "only-class")) {
      try table(request)
    }
  }

  /// Every measure has its words in `refills.json`.
  @Test func everyMeasureIsDefined() {
    for measure in RefillMeasure.allCases {
      #expect(RefillDefinitions.words[measure]?.isEmpty == false, "\(measure)")
    }
  }
}
