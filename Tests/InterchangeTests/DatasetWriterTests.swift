import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import StoreChecks
import TestSampling
import Testing

@testable import Interchange

/// Written records are read back unchanged.
@Suite struct DatasetWriterTests {
  @Test func recordWithEveryField() throws {
    let folder = try Folder.empty()
    let records = [try CareRecord.rich(id: "ann"), try CareRecord.rich(id: "b,\"o\nb")]
    try folder.write(records)
    #expect(try Dataset(folder: folder.path).records == records)
  }

  @Test(arguments: (1...40 as ClosedRange<UInt64>).sampled(10))
  func drawnRecords(_ seed: UInt64) throws {
    var drawn = DrawnRecords(seed: seed)
    let records = drawn.records(10)
    let folder = try Folder.empty()
    try folder.write(records)
    let dataset = try Dataset(folder: folder.path)
    #expect(dataset.records.map(\.patient.id) == records.map(\.patient.id))
    let different = zip(dataset.records, records).filter { $0 != $1 }
    #expect(different.map(\.1.patient.id) == [])
    #expect(dataset.problems.filter { !$0.problem.keepsRecord } == [])
  }
}

extension Folder {
  /// Returns a folder without files.
  static func empty() throws -> Folder {
    try Folder(["patients.csv": nil, "tasks.ndjson": nil, "outcomes.csv": nil])
  }

  /// Writes records as a dataset.
  func write(_ records: [CareRecord]) throws {
    let writer = try DatasetWriter(path)
    for record in records { try writer.write(record) }
    try writer.finish()
  }
}
