import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@Suite struct CohortSubsetTests {
  private func list() throws -> RecordList {
    RecordList(
      try (0..<40).map { number in
        var patient = try patient(number < 10 ? "P0\(number)" : "P\(number)")
        patient.group = number % 3 == 0 ? "B" : nil
        patient.tags = number % 4 == 0 ? ["pilot"] : []
        return CareRecord(patient: patient)
      }.shuffled())
  }

  private func ids(_ source: some CohortSource, blocks of: Int = 3) throws -> [String] {
    var ids: [String] = []
    var reader = try source.makeReader()
    let positions = source.patientIDs.indices
    for start in stride(from: 0, to: positions.upperBound, by: of) {
      try reader.read(start..<min(start + of, positions.upperBound)) { entry in
        ids.append(entry.record.patient.id)
      }
    }
    return ids
  }

  @Test(arguments: [
    ("P01", 1), ("P01,P02", 2), ("P0*", 10), ("P?5", 4), ("*", 40), ("nobody", 0), ("p0*", 0),
    ("*0*", 13), ("P*1*", 13),
  ])
  func byID(_ filter: String, _ count: Int) throws {
    let subset = CohortSubset(try list(), filter: try PatientFilter(filter))
    #expect(subset.patientIDs.count == count)
    #expect(try ids(subset) == subset.patientIDs)
  }

  @Test(arguments: [("group:B", 14), ("tag:pilot", 10), ("group:B,P01", 15), ("tag:none", 0)])
  func byPatient(_ filter: String, _ count: Int) throws {
    let filter = try PatientFilter(filter)
    let subset = CohortSubset(try list(), filter: filter)
    let found = try ids(subset)
    #expect(found.count == count)
    #expect(found == found.sorted())
    #expect(Set(found).isSubset(of: subset.patientIDs))
  }

  /// Seven shares contain all patients, each once.
  @Test func sharesAreTheWhole() throws {
    let list = try list()
    let shares = try (0..<7).map { index in
      try ids(CohortSubset(list, partition: Partition(index, of: 7)))
    }
    #expect(shares.flatMap(\.self).sorted() == list.patientIDs)
  }

  @Test func aStoreInMemoryIsASource() async throws {
    let list = try list()
    let store = try MemoryStore(try ids(list).map { CareRecord(patient: try patient($0)) })
    #expect(try ids(await store.snapshot()) == list.patientIDs)
  }
}
