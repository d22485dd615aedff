import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Scheduling
import TestSupport
import Testing

/// Days covered by the rules of PQA and CMS, as an independent reference counts them.
@Suite struct DaysCoveredTests {
  private struct Case: Decodable {
    var name: String
    var fills: [Supply]
    var year: Int
    var stays: [[String]]?
    var result: Result
  }

  private struct Supply: Decodable {
    var fill: Fill

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      let date = try day(list.decode(String.self))
      let name = try list.decode(String.self)
      fill = Fill(date, days: try list.decode(Double.self), drugClass: name)
    }
  }

  private struct Result: Decodable {
    var index: String
    var treatmentDays: Int
    var stayDays: Int
    var denominator: Int
    var covered: Int
    var pdc: Double
    var eligible: Bool
    var adherent: Bool
    var fills: Int
    var fillDates: Int
  }

  @Test func workedCases() throws {
    let cases = try golden([Case].self, "pdc/cases.json")
    #expect(cases.count == 16)
    for example in cases {
      let stays = try (example.stays ?? []).map { Stay(try day($0[0])...day($0[1])) }
      let record = RefillRecord(patient: "1", fills: example.fills.map(\.fill), stays: stays)
      let days = try #require(try covered(record, in: example.year))
      let result = example.result
      #expect(days.index.description == result.index, "\(example.name)")
      #expect(days.treatmentDays == result.treatmentDays)
      #expect(days.stayDays == result.stayDays)
      #expect(days.denominator == result.denominator)
      #expect(days.covered == result.covered, "\(example.name)")
      #expect(days.proportion == .value(result.pdc))
      #expect((days.isEligible, days.isAdherent) == (result.eligible, result.adherent))
      #expect((days.fills, days.fillDates) == (result.fills, result.fillDates))
    }
  }

  @Test func patientYears() throws {
    let fills = try GoldenFills()
    let url = datasets.appending(path: "golden/pdc/pdc_expected.csv")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst()
    for line in lines {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      var record = try fills.record(#require(Int(fields[0])))
      if !fields[2].isEmpty { record.stays = [Stay(try day(fields[2])...day(fields[3]))] }
      let year = try #require(Int(fields[1]))
      let days = try #require(try covered(record, in: year))
      let found: [String] = [
        days.index.description, String(days.treatmentDays), String(days.stayDays),
        String(days.denominator), String(days.covered),
      ]
      #expect(found == Array(fields[4..<9]), "\(line)")
      #expect(days.proportion.value == Double(fields[9]), "\(line)")
      #expect(days.isEligible == (fields[10] == "1"), "\(line)")
      #expect(days.isAdherent == (fields[11] == "1"), "\(line)")
    }
    #expect(lines.count == 568)
  }

  private func covered(_ record: RefillRecord, in year: Int) throws -> DaysCovered? {
    var query = RefillQuery()
    query.coverage.period = try day("\(year)-01-01")...day("\(year)-12-31")
    return RefillEvaluator(query).daysCovered(in: record).value
  }
}
