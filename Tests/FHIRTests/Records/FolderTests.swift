import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import TestSupport
import Testing

@testable import FHIR

/// Folders, valid and invalid: in any order, compressed, damaged, or modified while they are read.
@Suite struct FolderTests {
  private static let patients = (0..<6).map { number in
    #"{"resourceType":"Patient","id":"p\#(number)","extension":[{"url":"http://hl7.org/fhir/StructureDefinition/timezone","valueCode":"UTC"}]}"#
  }
  private static let requests = (0..<6).map { number in
    #"{"resourceType":"MedicationRequest","id":"m\#(number)","status":"active","intent":"order","subject":{"reference":"Patient/p\#(number)"},"authoredOn":"2025-01-06","dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d"}}}]}"#
  }
  private static let given = (0..<60).map { number in
    #"{"resourceType":"MedicationAdministration","id":"a\#(number)","status":"completed","subject":{"reference":"Patient/p\#(number % 6)"},"request":{"reference":"MedicationRequest/m\#(number % 6)"},"effectiveDateTime":"2025-01-\#(10 + number / 6)T08:00:00Z"}"#
  }

  private static func text(_ lines: [String], end: String = "\n") -> String {
    lines.map { $0 + end }.joined()
  }

  private static func files(_ order: ([String]) -> [String] = { $0 }, end: String = "\n")
    -> [String: String]
  {
    [
      "Patient.ndjson": text(order(patients), end: end),
      "MedicationRequest.ndjson": text(order(requests), end: end),
      "MedicationAdministration.ndjson": text(order(given), end: end),
    ]
  }

  private func read(
    _ files: [String: String], _ reading: SourceIndex.Options = .init()
  ) throws -> ReadRecords {
    let folder = try ResourceFolder(files)
    return try ReadRecords(FHIRRecords(folder.path, .init(), reading))
  }

  @Test(arguments: ["\n", "\r\n", "\n \n", "\n\n"], [300, 1 << 16]) func ordersAndLineEnds(
    _ end: String, _ blockSize: Int
  ) throws {
    let expected = try read(FolderTests.files())
    #expect(expected.records.map(\.outcomes.count) == Array(repeating: 10, count: 6))
    #expect(expected.problems.isEmpty)
    for limit in [2, 7, 1 << 20] {
      let mixed = try read(
        FolderTests.files({ $0.reversed() }, end: end), .init(blockSize: blockSize, runLimit: limit)
      )
      #expect(mixed.records.map { Set($0.outcomes) } == expected.records.map { Set($0.outcomes) })
      #expect(mixed.records.map(\.tasks) == expected.records.map(\.tasks))
      #expect(mixed.counts == expected.counts)
    }
  }

  @Test func oneFileWithEverything() throws {
    let expected = try read(FolderTests.files())
    let all = FolderTests.given + FolderTests.requests + FolderTests.patients
    for (name, mark) in [("all.ndjson", "\u{FEFF}"), ("all.json", ""), ("all.json", "\u{FEFF}")] {
      let one = try read([name: mark + FolderTests.text(all)])
      #expect(one.records == expected.records)
      #expect(one.problems.isEmpty)
    }
  }

  @Test func aLastLineWithoutEnd() throws {
    var files = FolderTests.files()
    files["MedicationAdministration.ndjson"]?.removeLast()
    #expect(try read(files).records == read(FolderTests.files()).records)
    files["MedicationAdministration.ndjson"]?.removeLast(20)
    let cut = try read(files)
    #expect(cut.records.last?.outcomes.count == 9)
    #expect(
      cut.problems.map(\.description) == [
        "MedicationAdministration.ndjson:60: ends in the middle of a record (the file was cut off)"
      ])
  }

  @Test func invalidLinesAreRejected() throws {
    var files = FolderTests.files()
    let deep = String(repeating: "[", count: 100_000)
    files["Bad.ndjson"] = FolderTests.text([
      "nope", "[1]", #"{"id":"7"}"#, #"{"resourceType":7}"#, #"{"resourceType":"Patient"}"#,
      #"{"resourceType":"MedicationAdministration","id":"8","subject":{"reference":"Patient/p0"},"x":\#(deep)}"#,
      #"{"resourceType":"MedicationAdministration","id":"10"}"#,
      #"{"resourceType":"MedicationAdministration","id":"11","subject":{"reference":"Group/p0"}}"#,
    ])
    let read = try read(files)
    #expect(read.records.map(\.outcomes.count) == Array(repeating: 10, count: 6))
    let bad = read.problems.filter { $0.source == "Bad.ndjson" }
    let lines = bad.map { "\($0.line ?? 0) \($0.record ?? "-") \($0.problem.kind)" }
    #expect(
      Set(lines) == [
        "1 - malformed", "2 - missing", "3 - missing", "5 Patient missing", "6 - tooLarge",
        "7 MedicationAdministration/10 unknownPatient",
        "8 MedicationAdministration/11 unknownPatient",
      ])
    #expect(bad.count == lines.count)
  }

  @Test func anOverlongLineIsRejected() throws {
    let (begin, end) = (
      #"{"resourceType":"Patient","id":"big","x":""#,
      FolderTests.text(["\"}"] + FolderTests.patients)
    )
    var long = Data(begin.utf8)
    long.append(Data(repeating: UInt8(ascii: "x"), count: 17 << 20))
    long.append(Data(end.utf8))
    let folder = try ResourceFolder(["Patient.ndjson": long])
    let records = try FHIRRecords(folder.path)
    #expect(records.patientIDs.count == 6)
    #expect(records.problems.map { "\($0.line ?? 0) \($0.problem.kind)" } == ["1 tooLarge"])
  }

  @Test func invalidFilesAreRejected() throws {
    var files = FolderTests.files()
    files["manifest.json"] = #"{"transactionTime":"2025-01-01T00:00:00Z"}"#
    files["broken.json"] = #"{"resourceType":"Bundle","entry":["#
    files["notes.txt"] = "nothing"
    let folder = try ResourceFolder(files)
    let records = try FHIRRecords(folder.path)
    #expect(records.foreignFiles == ["manifest.json"])
    #expect(
      records.problems.map(\.description) == [
        "broken.json: ends in the middle of a record (the file was cut off)"
      ])
    #expect(records.patientIDs.count == 6)
    for name in ["broken.json", "manifest.json", "notes.txt", "absent.json"] {
      #expect(throws: InputError.self) {
        try FHIRRecords(folder.url.appending(path: name).path())
      }
    }
  }

  @Test func aFolderWithoutFiles() throws {
    let folder = try ResourceFolder(["notes.txt": "nothing"])
    let error = #expect(throws: InputError.self) { try FHIRRecords(folder.path) }
    #expect(error?.problem.kind == "unreadable")
    let empty = try read(["a.ndjson": "", "b.ndjson": "\n \n"])
    #expect(empty.records.isEmpty && empty.problems.isEmpty)
  }

  @Test func rejectedPatients() throws {
    var files = FolderTests.files()
    files["Patient.ndjson"] =
      #"{"resourceType":"Patient","id":"p0"}"# + "\n"
      + FolderTests.text(Array(FolderTests.patients[1...4]))
    let read = try read(files)
    #expect(read.records.map(\.patient.id) == ["p1", "p2", "p3", "p4"])
    // References to a rejected patient are counted; references to an unknown patient are reported
    // one by one.
    #expect(read.problems.count == 1 + 11)
    #expect(read.problems[0].record == "Patient/p0")
    #expect(read.problems[0].problem.kind == "zoneUnknown")
    #expect(Set(read.problems[1...].map(\.problem.kind)) == ["unknownPatient"])
    #expect(read.counts.outcomes == ReadCount(read: 60, rejected: 20))
    #expect(read.counts.patients == ReadCount(read: 5, rejected: 1))
  }

  @Test func manyFiles() throws {
    var files: [String: String] = [:]
    for (number, patient) in FolderTests.patients.enumerated() {
      files["Patient.\(number).ndjson"] = patient + "\n"
    }
    for (number, line) in (FolderTests.given + FolderTests.requests).enumerated() {
      files["x.\(number).json"] = line
      files["empty.\(number).ndjson"] = ""
    }
    let many = try read(files)
    #expect(
      many.records.map { Set($0.outcomes) }
        == (try read(FolderTests.files())).records.map { Set($0.outcomes) })
    #expect(many.problems.isEmpty)
  }

  @Test(arguments: [true, false]) func changesWhileItIsRead(_ grows: Bool) throws {
    let folder = try ResourceFolder(FolderTests.files())
    let source = try FHIRRecords(folder.path)
    var reader = try source.makeReader()
    try reader.read(0..<1) { _ in }
    let name = "MedicationAdministration.ndjson"
    let handle = try FileHandle(forWritingTo: folder.url.appending(path: name))
    if grows {
      try handle.seekToEnd()
      try handle.write(contentsOf: Data("\n".utf8))
    } else {
      try handle.truncate(atOffset: 30)
    }
    try handle.close()
    let error = #expect(throws: InputError.self) { try reader.read(1..<2) { _ in } }
    #expect(error?.description == "\(name): cannot be read: it changed while it was being read")
  }

  /// Each worker reads independently, at any position.
  @Test func readersAreIndependent() throws {
    let folder = try ResourceFolder(FolderTests.files({ $0.reversed() }))
    let source = try FHIRRecords(folder.path, .init(), .init(blockSize: 200, runLimit: 3))
    let all = try ReadRecords(source).records
    for place in [5, 0, 3, 3, 4] {
      var reader = try source.makeReader()
      try reader.read(place..<place + 1) { #expect($0.record == all[place]) }
    }
  }

  /// A warning about an outcome found with its plan names the resource's location.
  @Test func warningsNameTheResource() throws {
    let early = FolderTests.given[0].replacingOccurrences(of: "2025-01-10", with: "2024-12-10")
    let lines = [FolderTests.patients[0], FolderTests.requests[0], early]
    let folder = try ResourceFolder(["all.ndjson": FolderTests.text(lines)])
    var reader = try FHIRRecords(folder.path).makeReader()
    try reader.read(0..<1) { entry in
      let doubts = entry.examined().problems
      #expect(doubts.map(\.problem.kind) == ["beforeTaskBegan"])
      #expect(doubts.map(\.source) == ["all.ndjson"])
      #expect(doubts.map(\.line) == [3])
      #expect(doubts.map(\.record) == ["MedicationAdministration/a0"])
    }
  }

  /// A Bundle modified while it is read is rejected.
  @Test func aModifiedBundleIsRejected() throws {
    let entries = (FolderTests.patients + FolderTests.requests).map { #"{"resource":\#($0)}"# }
    let text =
      #"{"resourceType":"Bundle","type":"collection","entry":[\#(entries.joined(separator: ","))]}"#
    let folder = try ResourceFolder(["all.json": text])
    let source = try FHIRRecords(folder.path)
    var reader = try source.makeReader()
    try reader.read(0..<1) { #expect($0.record.tasks.count == 1) }
    try Data((" " + text).utf8).write(to: folder.url.appending(path: "all.json"))
    let error = #expect(throws: InputError.self) { try reader.read(1..<2) { _ in } }
    #expect(error?.problem.kind == "unreadable")
  }
}
