import Diagnostics
import FHIR
import Formats
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@Suite struct SpecificationTests {
  private let root: JSONNode

  init() throws {
    let document = JSONDocument()
    try document.read(Data(contentsOf: datasets.appending(path: "golden/fhir/spec_tables.json")))
    root = document.root
  }

  /// All common uses in the specification are accepted without warnings.
  @Test func commonUsesAreRead() throws {
    let examples = root["examples"]?.elements ?? []
    #expect(examples.count == 17)
    for example in examples {
      // "BID before meals" does not state which meals, and one example has no offset.
      let notes = try plan(repeat: try #require(example["repeat"]).json).notes.map(\.problem.kind)
      #expect(Set(notes).isSubset(of: ["whenChoice", "missingOffset"]), "\(example.json)")
    }
  }

  /// Each event of the day gives as many doses a day as HL7's measures count.
  @Test func eventsOfTheDayMakeTheirDoses() throws {
    for row in root["whenDosesPerDay"]?.elements ?? [] {
      let code = try #require(row["code"]?.text)
      let parts = try plan(repeat: #"{"when": ["\#(code)"]}"#).parts
      #expect(parts.count == row["perDay"]?.wholeNumber, "\(code)")
    }
  }

  /// The long-term number of doses a day is that of HL7's measures.
  @Test func pacesAreThoseOfTheMeasures() throws {
    let (first, days) = (try day("2024-03-01"), 4 * 365 + 1)
    let range = try at("2024-03-01T00:00:00Z")..<at("2028-03-01T00:00:00Z")
    for row in root["cmdToDaily"]?.elements ?? [] {
      let json = row.json.replacing(#""unit""#, with: #""periodUnit""#)
      let plan = try plan(repeat: json, from: "\(first)T00:00:00Z", in: "UTC")
      var count = Double(compiled(plan.schedule, in: .utc).starting(in: range).count)
      for case .quota(let quota)? in plan.parts.map(\.element?.recurrence) {
        count += Double(quota.count * days) / Double(quota.per.days)
      }
      let expected = try #require(row["perDay"]?.number) * Double(days)
      #expect(abs(count - expected) <= 1 + expected / 100, "\(row.json)")
    }
  }

  /// Violations of FHIR's invariants on Timing.
  @Test(arguments: [
    ("tim-1", #"{"duration": 5}"#), ("tim-2", #"{"period": 1}"#),
    ("tim-4", #"{"duration": -5, "durationUnit": "h"}"#),
    ("tim-5", #"{"period": -0.5, "periodUnit": "d"}"#),
    ("tim-6", #"{"periodMax": 5, "periodUnit": "d"}"#),
    ("tim-7", #"{"durationMax": 5, "durationUnit": "d"}"#), ("tim-8", #"{"countMax": 5}"#),
    ("tim-9", #"{"offset": 5}"#), ("tim-9", #"{"offset": 0, "when": ["CV"]}"#),
    ("tim-9", #"{"offset": 5, "when": ["AC", "C"]}"#),
    ("tim-10", #"{"timeOfDay": ["08:00:00"], "when": ["CV"]}"#),
  ])
  func invariantsHold(_ name: String, _ json: String) throws {
    #expect(try code { try plan(repeat: json) } == name)
  }
}
