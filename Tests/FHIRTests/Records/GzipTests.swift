import AdherenceAnalytics
import Diagnostics
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import FHIR

/// Files compressed with gzip.
@Suite struct GzipTests {
  private func packed(_ text: String) -> Data { Data(Gzip.stored(Array(text.utf8))) }

  private static let observation = #"{"resourceType":"Condition","id":"c"}"#

  @Test func readsCompressedFiles() throws {
    let patient = ResourceFolder.ann + "\n"
    let many = String(repeating: GzipTests.observation + "\n", count: 3_000)
    // Members may be concatenated, and the file may end with zero padding.
    let folder = try ResourceFolder([
      "a.ndjson.gz": packed(patient) + packed(many) + Data(count: 512),
      "b.json.gz": packed(GzipTests.observation),
      "c.ndjson": Data(GzipTests.observation.utf8),
    ])
    let records = try FHIRRecords(folder.path)
    #expect(records.patientIDs == ["ann"])
    #expect(records.ignored == ["Condition": 3_002])
    #expect(try ReadRecords(records).problems.isEmpty)
  }

  @Test func reportsTheError() throws {
    let whole = packed(ResourceFolder.ann + "\n")
    var damaged = whole
    damaged[60] ^= 1
    let examples: [(Data, String)] = [
      (whole.dropLast(1), "truncated"), (whole.prefix(30), "truncated"), (Data(), "none"),
      (damaged, "damaged"), (Data("no gzip".utf8), "damaged"),
      (whole + Data("garbage".utf8), "damaged"),
    ]
    for (data, what) in examples {
      let folder = try ResourceFolder(["a.ndjson.gz": data])
      if what == "none" {
        #expect(try FHIRRecords(folder.path).patientIDs.isEmpty)
        continue
      }
      let error = #expect(throws: InputError.self) { try FHIRRecords(folder.path) }
      #expect(error?.source == "a.ndjson.gz")
      #expect((error?.problem == .broken(.truncated)) == (what == "truncated"), "\(data.count)")
    }
  }

  @Test func decompressionBombsAreRejected() throws {
    let folder = try ResourceFolder(["a.gz": Data(try Gzip.zeros())])
    let path = folder.url.appending(path: "a.gz").path()
    let file = try UnpackedFile().add("a.gz", path: path)
    #expect(file.size == 400_000)
    let error = #expect(throws: InputError.self) {
      try UnpackedFile(within: UnpackingBudget((least: 1_000, perByte: 100)))
        .add("a.gz", path: path)
    }
    #expect(error?.problem.kind == "tooLarge")
    #expect(error?.source == "a.gz")
  }
}
