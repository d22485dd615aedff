import Foundation
import TestSampling
import Testing

/// Import of other systems' data, reports on them, and export of plans.
@Suite struct ExchangeToolTests {
  private let bulk = "Datasets/golden/fhir/bulk/ndjson-r4"
  private let bulkOptions = ["--zone", "America/New_York"]
  private let days = [
    "--from", "2024-02-26", "--to", "2024-04-22", "--as-of", "2024-04-15T16:00:00Z",
  ]
  private let document = "Datasets/golden/carekit-json/files/v4-versions.json"
  private let calendar = "Datasets/golden/icalendar/files/authored--moved-later.ics"

  private func rows(_ arguments: [String]) throws -> [Substring] {
    let result = try Tool.run(
      ["events"] + arguments + ["--format", "csv"])
    #expect(result.status != 2, "\(result.errors)")
    return result.lines
  }

  /// A folder of resources gives the same results directly, from a store, and from a dataset
  /// folder.
  @Test func resourcesThroughAStore() throws {
    let place = try Scratch()
    let (store, folder) = (place["clinic.db"], place["clinic"])
    let own = try rows([bulk] + bulkOptions + days)
    #expect(own.count > 1_000)
    for target in [store, folder] {
      let imported = try Tool.run(["import", bulk, target] + bulkOptions)
      #expect(imported.status == 1)
      #expect(imported.errors.contains("refers to an unknown request"))
      #expect(try rows([target] + days) == own)
    }
  }

  /// Rejected data distort a ratio: a report requires an explicit option.
  @Test func reportOfResources() throws {
    let refused = try Tool.run(["report", bulk] + bulkOptions + days)
    #expect(refused.status == 2 && refused.errors.contains("rejected"))
    let allowed = try Tool.run(
      ["report", bulk, "--max-rejected", "10%"] + bulkOptions + days)
    #expect(allowed.status == 1)
    #expect(allowed.output.contains("(all)  group medication                  18"))
    let lost = try Tool.run(["check", bulk])
    #expect(lost.output.contains("zone"))
  }

  /// Requests, administrations and holds are read again from the resources written.
  @Test(arguments: ["R4", "R5"].sampled(1, from: 1)) func resourcesComeBack(_ release: String)
    throws
  {
    let place = try Scratch()
    let written = place["resources"]
    let result = try Tool.run(
      ["export", bulk, written, "--format", "fhir", "--release", release] + bulkOptions + days)
    #expect(result.status == 1)
    #expect(result.output.contains("In \(written)"))
    let titles = [bulk, written].map { path in
      try? Set(
        rows([path] + bulkOptions + days).dropFirst().compactMap { $0.split(separator: ",").first })
    }
    #expect(titles[0] != nil && titles[0] == titles[1])
  }

  /// A Bundle with Observations and MeasureReports is one JSON document; data points are
  /// newline-delimited.
  @Test func adherenceAsResources() throws {
    let place = try Scratch()
    let (bundle, points) = (place["adherence.json"], place["points.ndjson"])
    let period = ["--by", "month"] + bulkOptions + days
    let written = try Tool.run(
      [
        "export", bulk, bundle, "--format", "fhir", "--adherence", "--without-records",
        "--measure-url",
      ]
        + ["http://example.org/Measure/adherence"] + period)
    #expect(written.status == 1)
    let json = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(filePath: bundle)))
    let entries = try #require((json as? [String: Any])?["entry"] as? [[String: Any]])
    let types = entries.compactMap {
      ($0["resource"] as? [String: Any])?["resourceType"] as? String
    }
    #expect(Set(types) == ["Observation", "MeasureReport"])
    let again = try Tool.run(["export", bulk, bundle, "--format", "fhir"] + period)
    #expect(again.status == 2 && again.errors.contains("--force"))

    #expect(try Tool.run(["export", bulk, points, "--format", "openMHealth"] + period).status == 1)
    let lines = try String(contentsOfFile: points, encoding: .utf8).split(separator: "\n")
    #expect(lines.count > 1_000)
    for line in lines.prefix(20) {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }

  @Test func timingsOfFHIR() throws {
    let place = try Scratch()
    let timing = place["timing.json"]
    try #"{"repeat": {"frequency": 1, "period": 8, "periodUnit": "h"}}"#
      .write(toFile: timing, atomically: true, encoding: .utf8)
    let start = ["--plan-start", "2025-03-08T06:00:00-05:00", "--zone", "America/New_York"]
    let days = ["--from", "2025-03-08", "--to", "2025-03-10"]
    let result = try Tool.run(["expand", "--fhir", timing, "--count"] + start + days)
    #expect(result.output == "6\n")
    let schedule = try Tool.run(["expand", "--fhir", timing, "--show-schedule"] + start)
    #expect(schedule.output.contains(#""every" : "PT8H""#))
    let missing = try Tool.run(["expand", "--fhir", timing] + days)
    #expect(missing.status == 2)
    #expect(missing.errors.contains("timing.json: "))
  }

  /// Plans of other systems are accepted in the lines of a batch beside schedules.
  @Test func batch() throws {
    let result = try Tool.run(
      "expand", "--batch", "-",
      input: #"""
        {"id": 1, "timing": {"repeat": {"frequency": 1, "period": 1, "periodUnit": "d", "timeOfDay": ["08:00:00"]}}, "planStart": "2025-01-01", "zone": "Europe/Berlin", "from": "2025-01-01", "to": "2025-01-02"}
        {"id": 2, "iCalendar": "BEGIN:VEVENT\nUID:a\nDTSTART:20250101T080000\nEND:VEVENT", "zone": "Europe/Berlin", "from": "2025-01-01", "to": "2025-01-02"}
        {"id": 3, "timing": {"repeat": {"period": "x"}}, "from": "2025-01-01", "to": "2025-01-02"}
        {"id": 4, "timing": {}, "schedule": {"elements": []}, "from": "2025-01-01", "to": "2025-01-02"}
        {"id": 5, "from": "2025-01-01", "to": "2025-01-02"}

        """#)
    #expect(result.status == 1)
    let lines = result.lines
    #expect(lines.count == 5)
    #expect(lines[0].contains(#""start":"2025-01-01T07:00:00Z""#))
    #expect(lines[1].contains(#"{"task":"a","start":"2025-01-01T07:00:00Z""#))
    #expect(lines[2].contains("timing.repeat.period"))
    #expect(lines[3].contains("'schedule' cannot be combined with 'timing'"))
    #expect(lines[4].contains("'schedule' is missing"))
  }

  @Test func calendars() throws {
    let place = try Scratch()
    let zone = ["--zone", "Europe/Berlin"]
    let year = ["--from", "2024-01-01", "--to", "2025-01-01"]
    let listed = try Tool.run(["expand", calendar] + zone + year)
    #expect(listed.output.hasPrefix("task,start,end,element,ordinal,nominal,text,units,targets\n"))
    #expect(listed.lines.count > 1)
    let store = place["ann.db"]
    #expect(try Tool.run(["import", calendar, store, "--patient-id", "ann"] + zone).status == 0)
    let copy = place["copy.ics"]
    #expect(try Tool.run("export", store, copy).status == 0)
    #expect(try Tool.run(["expand", copy] + zone + year).output == listed.output)
    let two = try Tool.run("export", "Datasets/monitoring", place["two.ics"])
    #expect(two.status == 2 && two.errors.contains("--only"))
  }

  /// Several calendars are several patients, named by their files.
  @Test func severalCalendars() throws {
    let files = [calendar, "Datasets/golden/icalendar/files/authored--daily-spring.ics"]
    let result = try Tool.run(
      ["report"] + files + [
        "--zone", "Europe/Berlin", "--from", "2024-01-01", "--to", "2025-01-01",
      ])
    #expect(result.output.hasPrefix("2 patients"))
    let one = try Tool.run(["report"] + files + ["--patient-id", "ann", "--zone", "UTC"])
    #expect(one.status == 2 && one.errors.contains("'--patient-id'"))
  }

  @Test func documentsOfCareKit() throws {
    let place = try Scratch()
    let days = ["--from", "2024-01-01", "--to", "2024-02-01"]
    let own = try rows([document] + days)
    #expect(own.count > 5)
    let copy = place["copy.json"]
    #expect(try Tool.run("export", document, copy).status == 1)
    let kept = Set(own.filter { !$0.contains("unscheduled") })
    #expect(kept.isSubset(of: try rows([copy] + days)))
  }

  @Test func otherJSONFilesAreRejected() throws {
    let place = try Scratch()
    let file = place["other.json"]
    try #"{"a": 1}"#.write(toFile: file, atomically: true, encoding: .utf8)
    let result = try Tool.run("report", file)
    #expect(result.status == 2 && !result.errors.isEmpty)
  }
}
