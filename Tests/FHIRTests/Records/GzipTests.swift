import AdherenceAnalytics
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import FHIR

/// Files that are packed by gzip.
@Suite struct GzipTests {
  /// Packs bytes as gzip does, without making them smaller: a member of stored blocks.
  private func packed(_ text: String) -> Data {
    let bytes = Array(text.utf8)
    var data: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
    var start = 0
    repeat {
      let end = min(start + 65_535, bytes.count)
      let count = UInt16(end - start)
      data.append(end == bytes.count ? 1 : 0)
      for number in [count, ~count] { data += [UInt8(number & 255), UInt8(number >> 8)] }
      data += bytes[start..<end]
      start = end
    } while start < bytes.count
    for number in [checksum(bytes), UInt32(bytes.count)] {
      data += (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return Data(data)
  }

  /// CRC-32, bit by bit.
  private func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1
      }
    }
  }

  private static let observation = #"{"resourceType":"Condition","id":"c"}"#

  @Test func readsWhatIsPacked() throws {
    let patient = ResourceFolder.ann + "\n"
    let many = String(repeating: GzipTests.observation + "\n", count: 3_000)
    // Members follow each other, and zeros may end the file.
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

  @Test func saysWhatIsWrong() throws {
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

  /// A file that is small and full of zeros, as gzip packs 400,000 of them.
  private static let bomb = Data(
    base64Encoded:
      "H4sIAAAAAAACA+3BMQEAAADCoPVPbQo/oAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAOBvcT1ZXoAa" + "BgA=")

  @Test func growsBeyondMeasure() throws {
    let bomb = try #require(GzipTests.bomb)
    let folder = try ResourceFolder(["a.gz": bomb])
    let path = folder.url.appending(path: "a.gz").path()
    let file = try UnpackedFile(harmless: 400_000).add("a.gz", path: path)
    #expect(file.size == 400_000)
    let error = #expect(throws: InputError.self) {
      try UnpackedFile(harmless: 1_000).add("a.gz", path: path)
    }
    #expect(error?.problem.kind == "tooLarge")
  }
}
