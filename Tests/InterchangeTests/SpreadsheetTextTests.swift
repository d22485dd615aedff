import AdherenceAnalytics
import Formats
import Foundation
import Scheduling
import Testing

@testable import Interchange

@Suite struct SpreadsheetTextTests {
  /// All texts of at most four of these characters.
  private static let letters = ["'", "=", "-", "\t", "\r", "\n", "a", "\"", ","]
  private static let texts = (0..<4).reduce(into: [""]) { texts, _ in
    texts += texts.flatMap { text in letters.map { text + $0 } }
    texts = Array(Set(texts)).filter { $0.unicodeScalars.count <= 4 }
  }

  private func written(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.put(csv: text)
    return bytes
  }

  /// Returns the fields of a table of one column.
  private func read(_ bytes: [UInt8]) throws -> [String] {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(Array("name,rest\n".utf8) + bytes).write(to: url)
    let reader = try CSVReader(path: url.path, source: "it")
    var fields: [String] = []
    while let next = reader.next() { fields.append(try next.get()[0]) }
    return fields
  }

  @Test func everyTextRoundTrips() throws {
    let texts = SpreadsheetTextTests.texts.sorted()
    #expect(texts.count > 7000)
    #expect(try read(texts.flatMap { written($0) + Array(",x\n".utf8) }) == texts)
    #expect(Set(texts.map(written)).count == texts.count)
  }

  /// A spreadsheet never sees a leading formula character.
  @Test func noFieldBeginsLikeAFormula() {
    for text in SpreadsheetTextTests.texts {
      let bytes = written(text)
      let first = bytes.first == UInt8(ascii: "\"") ? bytes[1] : bytes.first
      #expect(!SpreadsheetText.isGuarded(text.utf8.span) || first == UInt8(ascii: "'"))
      if let first { #expect(!Array("=+-@\t\r\n".utf8).contains(first)) }
    }
  }

  @Test(arguments: [
    ("=1+1", "\"'=1+1\""), ("+49 30", "\"'+49 30\""), ("-", "\"'-\""), ("@sum", "\"'@sum\""),
    ("'=x", "\"''=x\""), ("\t=1", "\"'\t=1\""), ("O'Hara", "O'Hara"), ("'tis", "'tis"), ("'", "'"),
    ("a=1", "a=1"), (" =1", " =1"), ("=\"a\"", "\"'=\"\"a\"\"\""),
  ])
  func examples(_ text: String, _ field: String) {
    #expect(String(decoding: written(text), as: UTF8.self) == field)
  }

  /// Unquoted fields of other programs are not changed.
  @Test func fieldsOfOthers() throws {
    let fields = try read(Array("'=x,1\n=x,2\n\"'=x\",3\n\"=x\",4\n-5,5\n\"'a\",6\n".utf8))
    #expect(fields == ["'=x", "=x", "=x", "=x", "-5", "'a"])
  }

  /// Negative numbers stay numbers, and every text of a record is read back.
  @Test func recordsRoundTrip() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    var records: [CareRecord] = []
    for text in ["=1", "'=1", "''@", "-5", "+a", "\tb", "'", "=\"x\",y"] {
      var patient = Patient(id: text, zone: .utc)
      (patient.givenName, patient.group, patient.tags) = (text, text, [text, "b"])
      patient.notes = [RecordNote(text)]
      let task = CareTask(
        id: text, schedule: .daily(at: [CivilTime("08:00")!], from: CivilDate("2025-01-06")!))
      var outcomes = [
        Outcome(
          task: text, time: Instant("2025-01-06T08:00:00Z")!,
          values: [
            OutcomeValue(.number(-5), units: text, kind: text)
          ]),
        Outcome(
          task: text, time: Instant("2025-01-07T08:00:00Z")!,
          values: [
            OutcomeValue(.text(text), units: text)
          ]),
      ]
      outcomes[1].id = text
      records.append(CareRecord(patient: patient, tasks: [task], outcomes: outcomes))
    }
    records.sort { $0.patient.id < $1.patient.id }
    let writer = try DatasetWriter(url.path)
    for record in records { try writer.write(record) }
    try writer.finish()
    let read = try Dataset(folder: url.path)
    #expect(read.problems.isEmpty)
    #expect(read.records == records)
    let outcomes = try String(contentsOf: url.appending(path: "outcomes.csv"), encoding: .utf8)
    #expect(outcomes.contains(",-5,"))
    for line in outcomes.split(separator: "\n") {
      #expect(!line.hasPrefix("=") && !line.contains(",=") && !line.contains("\"="))
    }
  }
}
