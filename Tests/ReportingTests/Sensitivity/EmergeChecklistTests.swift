import AdherenceAnalytics
import Foundation
import Interchange
import Reporting
import Scheduling
import TestSupport
import Testing

/// `--emerge`: the checklist is filled from the report, and leaves the other items to the authors.
@Suite struct EmergeChecklistTests {
  private static func written(smallest: Int? = nil, seed: UInt64 = 1) throws -> WrittenSensitivity {
    let query = AdherenceQuery(try day("2025-01-06")..<day("2025-03-31"), by: .week)
    return try WrittenSensitivity(
      RecordList(try DrawnCohort(seed: seed).records), query, smallest: smallest, checklist: true)
  }

  private func items(_ written: WrittenSensitivity) throws -> [[String: Any]] {
    try #require(try written.object("emerge.json")["items"] as? [[String: Any]])
  }

  private func answers(_ item: [String: Any]) throws -> [String: String] {
    let list = try #require(item["answers"] as? [[String: String]])
    return Dictionary(list.map { ($0["name"] ?? "", $0["value"] ?? "") }) { first, _ in first }
  }

  @Test(
    "The 4 minimum criteria and the 17 items are there, each filled or with what the authors add")
  func items() throws {
    let items = try items(try Self.written())
    let numbers = items.compactMap { $0["number"] as? String }
    let expected = (1...4).map { "M\($0)" }
    #expect(
      numbers.prefix(4) == expected[...]
        && numbers.dropFirst(4).elementsEqual((1...17).map(\.description)))
    for item in items {
      let isFilled = item["status"] as? String == "filled"
      #expect((item["authors"] == nil) == isFilled)
      #expect(try answers(item).isEmpty == (item["status"] as? String == "authors"))
    }
    let design = try #require(items.first { $0["topic"] as? String == "Design" })
    #expect(design["authors"] as? String == "the study design")
  }

  /// Returns the digits of a number with separators, and other texts as they are.
  private func withoutSeparators(_ text: String) -> String {
    let digits = text.replacingOccurrences(of: ",", with: "")
    return Int(digits) == nil ? text : digits
  }

  @Test("Counts and definitions are those of report.json", arguments: [nil, 5])
  func counts(_ smallest: Int?) throws {
    let written = try Self.written(smallest: smallest)
    let (report, checklist) = (try written.object("report.json"), try written.object("emerge.json"))
    for key in ["records", "result", "engine"] {
      #expect(report[key] as? NSDictionary == checklist[key] as? NSDictionary, "\(key)")
    }
    let definitions = try #require(report["definitions"] as? [String: String])
    let items = try items(written)
    let second = try answers(items[1])
    #expect(second.count == 6)
    for (name, text) in second { #expect(definitions[name] == text) }
    let results = try answers(items[3])
    for name in ["patients", "patientsWithoutRatio", "due", "done"] {
      let count = (report["result"] as? [String: Any])?[name] as? Int
      #expect(
        results[name].map(withoutSeparators) == count.map(String.init)
          ?? "withheld, as few patients may be behind it")
    }
    #expect(results.keys.contains { $0.hasPrefix("Task ") } == (smallest == nil))
  }

  @Test("The page has every item and escapes texts of the data")
  func page() throws {
    var record = CareRecord(patient: try patient("P1"))
    let name = "<script>alert(1)</script>"
    let element = try element(
      "am", from: "2025-01-06T08:00:00", every: "P1D", until: "2025-01-20T08:00:00")
    record.tasks.append(task(name, .window, element))
    let query = AdherenceQuery(try day("2025-01-06")..<day("2025-01-20"), by: .week)
    let written = try WrittenSensitivity(RecordList([record]), query, checklist: true)
    let html = String(
      decoding: try #require(try written.files.contents()["emerge.html"]), as: UTF8.self)
    #expect(!html.contains("<script"))
    #expect(html.contains("Task &lt;script&gt;alert(1)"))
    #expect(html.ranges(of: "<section id=\"item-").count == 21)
    #expect(html.ranges(of: "To be filled in by the authors:").count == 18)
  }

  @Test("Without statistics the checklist does not claim phases")
  func withoutStatistics() throws {
    let query = AdherenceQuery(try day("2025-01-06")..<day("2025-03-31"), by: .week)
    let written = try WrittenSensitivity(
      RecordList(try DrawnCohort(seed: 1).records), query, checklist: true, [.cohort])
    let first = try answers(try items(written)[0])
    #expect(first["Phases"]?.contains("not told apart") == true)
  }
}
