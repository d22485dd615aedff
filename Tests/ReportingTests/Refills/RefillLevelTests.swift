import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Interchange
import Scheduling
import TestSampling
import TestSupport
import Testing

@testable import Reporting

/// The rows of drugs and classes, and the notes on assumptions.
@Suite struct RefillLevelTests {
  private func dataset(_ columns: String, _ rows: [String]) throws -> RefillDataset {
    let folder = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = (["patient,date,days\(columns)"] + rows).joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: folder.appending(path: "fills.csv"))
    return try RefillDataset(folder: folder.path)
  }

  private func report(
    of data: RefillDataset, days: RefillDays = RefillDays(),
    _ change: (inout RefillParts) -> Void = { _ in }
  ) throws -> (rows: [[String]], report: RefillReport) {
    var (parts, request, bytes) = (RefillParts(), RefillRequest(), [UInt8]())
    change(&parts)
    try parts.check()
    request.measures = [.pdc]
    days.set(&request, of: data)
    parts.set(&request, of: data)
    let report = try RefillReport(of: data, request) { bytes += $0 }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
    let rows = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    return (rows.map { $0.map(String.init) }, report)
  }

  /// The definition: a stock of each drug, the union of the days of a unit's drugs from its first
  /// fill on.
  private func covered(_ fills: [Fill], through last: Int) -> Int {
    var union = Set<Int>()
    let first = fills.map(\.date.dayNumber).min() ?? 0
    for fills in Dictionary(grouping: fills, by: { [$0.drugClass, $0.drug] }).values {
      var stock = 0
      for day in first...last {
        for fill in fills where fill.date.dayNumber == day { stock += Int(fill.days) }
        if stock > 0 { (stock, _) = (stock - 1, union.insert(day)) }
      }
    }
    return union.count
  }

  @Test(arguments: (0..<60 as Range<UInt64>).sampled(15))
  func rowsAreThoseOfDaySets(seed: UInt64) throws {
    var random = Seeded(state: seed)
    let rows = (0..<24).map { _ in
      let day = CivilDate(dayNumber: 20_000 + Int.random(in: 0..<200, using: &random))
      let drug = ["x", "y", "z"].randomElement(using: &random) ?? ""
      let days = [10, 30, 60].randomElement(using: &random) ?? 10
      return
        "\(Bool.random(using: &random) ? "ann" : "bob"),\(day),\(days),\(drug),\(drug == "z" ? "b" : "a")"
    }
    let data = try dataset(",drug,class", rows)
    let last = try #require(data.lastDay).dayNumber
    for level in RefillParts.Level.allCases {
      let found = try report(of: data) { $0.level = level }.rows
      var expected: [String] = []
      for place in data.patientIDs.indices {
        let record = data.record(at: place)
        let units = Dictionary(grouping: record.fills) {
          "\($0.drugClass ?? ""),\(level == .drug ? $0.drug ?? "" : "")"
        }
        expected += units.sorted { $0.key < $1.key }.map { key, fills in
          "\(record.patient),\(level.rawValue),\(key),\(covered(fills, through: last))"
        }
      }
      #expect(found.map { ($0.prefix(4) + [$0[12]]).joined(separator: ",") } == expected)
    }
    let all = try report(of: data) { $0.combine = .any }.rows
    for (place, row) in all.enumerated() {
      #expect(row[12] == "\(covered(data.record(at: place).fills, through: last))")
    }
  }

  /// Without names there is a row of a patient, with drugs one of each, with classes one of each.
  @Test(arguments: [
    ("", ",", ["patient//"]), (",drug", ",x", ["drug//x"]), (",class", ",a", ["class/a/"]),
    (",class,drug", ",a,x", ["class/a/"]), (",class,drug", ",,x", ["drug//x"]),
  ])
  func theLevelIsThatOfTheNames(_ columns: String, _ cells: String, _ units: [String]) throws {
    let own = columns.isEmpty ? "" : cells
    let data = try dataset(columns, ["ann,2024-01-01,30\(own)", "ann,2024-01-21,30\(own)"])
    let rows = try report(of: data).rows
    #expect(rows.map { $0[1...3].joined(separator: "/") } == units)
  }

  @Test func aFillWithoutAClassIsOfItsDrug() throws {
    let data = try dataset(
      ",class,drug", ["ann,2024-01-01,30,a,x", "ann,2024-01-02,30,,y", "ann,2024-01-03,30,,"])
    let (rows, report) = try report(of: data)
    #expect(rows.map { $0[1...3].joined(separator: "/") } == ["class//", "drug//y", "class/a/"])
    #expect(
      report.assumptions == [
        "Fills without a drug are taken for one drug of their class.",
        "Fills without a class are measured for each drug.",
      ])
    #expect(report.summary.lines.map(\.unit.name) == ["(none)", "y", "a"])
  }

  @Test func whatIsAssumedIsTold() throws {
    let plain = try dataset("", ["ann,2024-01-01,30", "ann,2024-03-01,30"])
    #expect(
      try report(of: plain).report.assumptions.first?.hasPrefix("No column names drugs") == true)
    let classes = try dataset(",class", ["ann,2024-01-01,30,a", "ann,2024-03-01,30,a"])
    #expect(
      try report(of: classes).report.assumptions.first?
        .hasPrefix("No column names the drugs of a class") == true)
    let drugs = try dataset(",drug", ["ann,2024-01-01,30,x", "ann,2024-03-01,30,x"])
    #expect(try report(of: drugs).report.assumptions.isEmpty)
    var days = RefillDays()
    days.observe = DayCount("365d")
    #expect(
      try report(of: drugs, days: days).report.assumptions == [
        "The last fill in the data, 2024-03-01, ends some observations before the 365 days of --observe are over "
          + "(--to or --observed-to says until when the data reach)."
      ])
    days.observe = DayCount("61d")
    #expect(try report(of: drugs, days: days).report.assumptions.isEmpty)
    days = RefillDays()
    days.to = try day("2025-01-01")
    #expect(
      try report(of: drugs, days: days).report.assumptions == [
        "The data have no fill after 2024-03-01; the days to 2024-12-31 count as observed, as --to says."
      ])
  }

  @Test func aLevelThatNoFillNamesIsRefused() throws {
    let data = try dataset(",class", ["ann,2024-01-01,30,a"])
    #expect {
      try report(of: data) { $0.level = .drug }
    } throws: { "\($0)".contains("'level' must be a level that the fills name") }
  }
}
