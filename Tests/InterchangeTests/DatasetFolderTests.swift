import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import TestSampling
import Testing

@testable import Interchange

/// A folder gives the same records, however it is read and its lines are ordered.
@Suite struct DatasetFolderTests {
  private static let monitoring = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Datasets/monitoring").path()

  @Test func cohortRoundTrips() throws {
    let records = try Dataset(folder: DatasetFolderTests.monitoring).records.sampled(25)
    let folder = try Folder.empty()
    try folder.write(records)
    let copy = try Dataset(folder: folder.path)
    #expect(copy.records == records)
    #expect(copy.problems == [])
    let again = try Folder.empty()
    try again.write(copy.records)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let files = [folder.url, again.url].map { $0.appending(path: name).path() }
      #expect(FileManager.default.contentsEqual(atPath: files[0], andPath: files[1]))
    }
  }

  /// Two threads that read blocks in turn give the same records as one.
  @Test func twoReadersAgree() async throws {
    let dataset = try Dataset(folder: DatasetFolderTests.monitoring)
    let folder = try DatasetFolder(DatasetFolderTests.monitoring)
    #expect(folder.patientIDs == dataset.records.map(\.patient.id))
    let blocks = stride(from: 0, to: 200, by: 7).map { $0..<min($0 + 7, 200) }.sampled(8)
    let halves = try await withThrowingTaskGroup(of: [(Int, [CareRecord])].self) { group in
      for worker in 0..<2 {
        group.addTask {
          var reader = try folder.makeReader()
          return try blocks.indices.filter { $0 % 2 == worker }.map { index in
            var records: [CareRecord] = []
            try reader.read(blocks[index]) { records.append($0.record) }
            return (index, records)
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    let records = halves.sorted { $0.0 < $1.0 }.flatMap(\.1)
    #expect(records == blocks.flatMap { dataset.records[$0] })
  }

  @Test(arguments: [5, 50, 65_536], [2, 9, 1 << 20])
  func resultIsIndependentOfBlockAndRunSizes(_ blockSize: Int, _ runLimit: Int) throws {
    var drawn = DrawnRecords(seed: 7)
    let folder = try Folder.empty()
    try folder.write(drawn.records(12))
    let expected = try Dataset(folder: folder.path)
    let options = DatasetFolder.Options(blockSize: blockSize, runLimit: runLimit)
    let dataset = try Dataset(DatasetFolder(folder.path, options))
    #expect(dataset.records == expected.records)
    #expect(dataset.problems == expected.problems)
    #expect(dataset.counts == expected.counts)
  }

  @Test func versionsOfPatientMayBeInAnyOrder() throws {
    let rows = ["2025-03-01T00:00:00Z,B", "2025-01-01T00:00:00Z,A", "2025-01-01T00:00:00Z,C"]
    let table = "id,zone,recordedAt,group\n" + rows.map { "ann,UTC,\($0)\n" }.joined()
    let folder = try Folder(["patients.csv": Data(table.utf8)])
    let dataset = try Dataset(folder: folder.path)
    #expect(dataset.records.map(\.patient.group) == ["B"])
    #expect(dataset.records.map { $0.earlierPatients.map(\.group) } == [["A"]])
    #expect(
      dataset.problems.first?.description
        == "patients.csv:4: 'id' names a patient a second time: 'ann' (the first one is used)")
    #expect(dataset.counts.patients == ReadCount(read: 3, rejected: 1))
  }

  @Test(arguments: [
    (#"{"remoteID": ""}"#, nil), (#"{"deleted": true, "notes": []}"#, nil),
    (#"{"colour": 1}"#, "'more.colour' is unknown"),
    (#"{"value": 2}"#, "'value' cannot be combined with 'more' (keep one of them)"),
    (#"{"deleted": 1}"#, "'more.deleted' is not a Boolean: '1' (use true or false)"),
    ("{", "'more' is not a JSON value: '{' (check quotes, commas and braces)"),
  ])
  func columnMoreHoldsOtherFields(_ more: String, _ problem: String?) throws {
    let field = "\"" + more.replacing("\"", with: "\"\"") + "\""
    let table = """
      patient,task,time,value,more
      ann,tablet,2025-01-02T07:30:00Z,1,\(field)

      """
    let folder = try Folder(["outcomes.csv": Data(table.utf8)])
    let problems = try Dataset(folder: folder.path).problems.map(\.description)
    #expect(problems.count == (problem == nil ? 0 : 1))
    if let problem { #expect(problems.first?.hasPrefix("outcomes.csv:2: " + problem) == true) }
  }
}
