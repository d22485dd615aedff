import Diagnostics
import FHIR
import Formats
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@Suite struct TimingCodeTests {
  private func document(_ path: String) throws -> JSONDocument {
    let document = JSONDocument()
    try document.read(Data(contentsOf: datasets.appending(path: "golden/" + path)))
    return document
  }

  /// Expects a code to be equivalent to its `repeat`, with times and without.
  private func expect(_ code: String, of system: String, means json: String) throws {
    let coded =
      #"[{"timing": {"code": {"coding": [{"system": "\#(system)", "code": "\#(code)"}]}}}]"#
    for profile in [DosingProfile.standard, .standardGivingTimes] {
      for anchor in ["2024-03-08T14:35:00-05:00", "2024-03-08"] {
        let ours = try plan(dosages: coded, from: anchor, profile)
        let theirs = try plan(repeat: json, from: anchor, profile)
        #expect(ours.parts == theirs.parts, "\(code)")
      }
    }
  }

  @Test func codesMeanTheirRepeat() throws {
    let root = try document("fhir/codes.json").root
    var count = 0
    for (system, codes) in root.members where system.hasPrefix("http") {
      for (code, node) in codes.members {
        try expect(code, of: system, means: node.json)
        count += 1
      }
    }
    #expect(count == 38)
  }

  @Test func frequencyTermsMeanTheirTiming() throws {
    let rows = try document("admiral/cdisc_dose_frequency.json").root["rows"]?.elements ?? []
    #expect(rows.count == 86)
    for row in rows {
      let timing = try #require(row["timing"])
      let json = timing.json.replacing(#""unit""#, with: #""periodUnit""#)
        .replacing(try Regex(#""when":("[A-Z]+")"#)) {
          #""when":[\#($0.output[1].substring ?? "")]"#
        }
      try expect(
        try #require(row["nci"]?.text), of: "http://ncicb.nci.nih.gov/xml/owl/EVS/Thesaurus.owl",
        means: json)
    }
  }

  @Test func tableOfTheSpecificationIsTheSame() throws {
    let codes = try document("fhir/spec_tables.json").root["codes"]?.elements ?? []
    #expect(codes.count == 16)
    for row in codes {
      let json = try #require(row["repeat"]).json.replacing("AFT|EVE", with: #"AFT", "EVE"#)
      try expect(
        try #require(row["code"]?.text),
        of: "http://terminology.hl7.org/CodeSystem/v3-GTSAbbreviation", means: json)
    }
  }

  struct Coded: CustomTestStringConvertible {
    var code: String
    var notes: [String] = []
    var error: String?
    var testDescription: String { code }
  }

  @Test(arguments: [
    Coded(code: #"{"text": "bid"}"#, notes: ["codeFromText"]),
    Coded(code: #"{"text": " Q4H\n"}"#, notes: ["codeFromText"]),
    Coded(code: #"{"text": "bid with food"}"#, error: "textOnly"),
    Coded(code: #"{"text": ""}"#, error: "textOnly"),
    Coded(code: #"{"coding": [{"code": "C64527"}]}"#),
    Coded(
      code: #"{"coding": [{"system": "http://example.org", "code": "BID"}]}"#, error: "unknownCode"),
    Coded(code: #"{"coding": [{"code": "bid"}]}"#, error: "unknownCode"),
    Coded(code: #"{"coding": []}"#, error: "noPattern"),
  ])
  func codesAreMatchedWithTheirSystem(_ coded: Coded) throws {
    let json = #"[{"timing": {"code": \#(coded.code)}}]"#
    #expect(try code { try plan(dosages: json) } == coded.error)
    if coded.error == nil {
      #expect(try plan(dosages: json).notes.map(\.problem.kind) == coded.notes)
    }
  }
}

extension JSONNode {
  /// The value encoded as JSON.
  var json: String {
    switch kind {
    case .object:
      "{" + members.map { #""\#($0.name)":\#($0.value.json)"# }.joined(separator: ",") + "}"
    case .array: "[" + elements.map(\.json).joined(separator: ",") + "]"
    case .text: "\"\(source)\""
    case .number, .boolean, .null: source
    }
  }
}
