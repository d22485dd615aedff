import AdherenceAnalytics
import Diagnostics
import Foundation
import Interchange
import Scheduling
import Synchronization
import TestSampling
import TestSupport
import Testing

@testable import Reporting

/// Readers that fail, work that is cancelled, and how much is on its way.
@Suite struct CohortPipelineTests {
  /// Counts the items that were read and not yet delivered.
  private final class Traffic: Sendable {
    private let state = Mutex((current: 0, most: 0))

    func enter(_ amount: Int = 1) {
      state.withLock { state in
        state.current += amount
        state.most = max(state.most, state.current)
      }
    }

    func leave(_ amount: Int = 1) { state.withLock { $0.current -= amount } }

    var most: Int { state.withLock(\.most) }
  }

  /// Patients without records, whose blocks take uneven times.
  private struct Watched: CohortSource {
    var count: Int
    var traffic = Traffic()
    var failing: Int?
    var cancelling: (place: Int, cancellation: Cancellation)?

    var patientIDs: [String] { (0..<count).map { "P\(100_000 + $0)" } }
    var problems: [InputError] { [] }
    var counts: RecordCounts { RecordCounts() }

    func makeReader() -> Reader { Reader(source: self) }

    struct Reader: CohortReader {
      let source: Watched

      mutating func read(
        _ places: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
      ) throws(InputError) {
        source.traffic.enter()
        // The block that everybody waits for is the slow one.
        if places.lowerBound % 10 == 0 { usleep(2000) }
        for place in places {
          if place == source.failing {
            throw InputError(.unreadable(reason: "patient \(place)"), source: "test")
          }
          if let cancelling = source.cancelling, place == cancelling.place {
            cancelling.cancellation.cancel()
          }
          let id = source.patientIDs[place]
          try body(
            CohortEntry(
              CareRecord(patient: Patient(id: id, zone: .utc)), counts: RecordCounts()))
        }
      }
    }
  }

  private final class Names: BlockWorker {
    private var ids: [String] = []

    var size: Int { ids.count }

    func add(_ entry: CohortEntry) { ids.append(entry.record.patient.id) }

    func take() -> [String] {
      defer { ids = [] }
      return ids
    }
  }

  private func pipeline(_ jobs: Int, _ blockSize: Int, _ bound: Int) -> CohortPipeline {
    CohortPipeline(jobs: jobs, blockSize: blockSize, limits: BlockLimits(blocks: bound))
  }

  @Test(arguments: [(1, 1), (2, 2), (4, 4), (4, 16), (8, 1), (3, 2)]) func neverMoreThanTheBound(
    _ jobs: Int, _ bound: Int
  ) throws {
    let source = Watched(count: 200)
    let delivered = Mutex([String]())
    _ = try pipeline(jobs, 3, bound).run(source, { Names() }) { ids in
      delivered.withLock { $0 += ids }
      source.traffic.leave()
    }
    #expect(delivered.withLock(\.self) == source.patientIDs)
    #expect(source.traffic.most <= bound)
  }

  /// Creates a number of bytes per patient, which count as pending until they are delivered.
  private final class Heavy: BlockWorker {
    private let traffic: Traffic
    private(set) var size = 0

    init(_ traffic: Traffic) { self.traffic = traffic }

    func add(_ entry: CohortEntry) {
      let weight = 10 + (Int(entry.record.patient.id.dropFirst()) ?? 0) * 7 % 51
      traffic.enter(weight)
      size += weight
    }

    func take() -> Int {
      defer { size = 0 }
      return size
    }
  }

  /// Whatever the jobs, the patients and the blocks: the bytes on their way are those that may
  /// wait, and a part of a block for each worker.
  @Test(arguments: [1, 2, 4, 16].sampled(2, from: 1), [400, 2000].sampled(1))
  func neverMoreBytesThanMayWait(
    _ jobs: Int, _ count: Int
  ) throws {
    let limits = BlockLimits(blocks: 4 * jobs, bytes: 1000, part: 100)
    let pipeline = CohortPipeline(jobs: jobs, blockSize: 32, limits: limits)
    let traffic = Traffic()
    let parts = Mutex(0)
    _ = try pipeline.run(Watched(count: count), { Heavy(traffic) }) { size in
      parts.withLock { $0 += 1 }
      #expect(size < limits.part + 61)
      traffic.leave(size)
    }
    #expect(traffic.most <= limits.bytes + 2 * jobs * (limits.part + 61))
    #expect(parts.withLock(\.self) > count * 35 / 161)
  }

  /// Patients with many rows are handed on one by one, and the rows are those of one block.
  @Test func blocksShrinkWithTheirRows() throws {
    let daily = ScheduleElement("am", on: try #require(CivilDate("2000-01-01")))
    let records = (0..<12).map { number -> CareRecord in
      var element = daily
      element.recurrence = .every(ISODuration(days: 1))
      return CareRecord(
        patient: Patient(id: "P\(100 + number)", zone: .utc),
        tasks: [CareTask(id: "tablet", schedule: Schedule([element]))])
    }
    func blocks(of size: Int, jobs: Int) throws -> [[UInt8]] {
      var options = ReportOptions()
      (options.blockSize, options.jobs) = (size, jobs)
      let query = AdherenceQuery(
        try #require(CivilDate("2000-01-01"))..<#require(CivilDate("2012-01-01")), by: .day)
      let task = ReportTask(query, ReportContents([.adherence]), .csv, options: options)
      let blocks = Mutex([[UInt8]]())
      _ = try CohortReport(of: RecordList(records), task) { block in
        blocks.withLock { $0.append(block.tables[0].bytes ?? []) }
      }
      return blocks.withLock(\.self)
    }
    let single = try blocks(of: 1, jobs: 1)
    let largest = single.map(\.count).max() ?? 0
    #expect(single.map(\.count).reduce(0, +) > 2 * BlockLimits(blocks: 1).part)
    for jobs in [1, 4].sampled(1, from: 1) {
      let shared = try blocks(of: 64, jobs: jobs)
      #expect(shared.allSatisfy { $0.count < BlockLimits(blocks: 1).part + largest })
      // Joined arrays are copied as a whole, lazily joined ones byte by byte.
      #expect(shared.reduce(into: [], +=) == single.reduce(into: [], +=))
    }
  }

  /// Of several failures, that of the first patient is reported.
  @Test(arguments: 1...4) func theFirstFailureCounts(_ jobs: Int) throws {
    let source = Watched(count: 100, failing: 41)
    let delivered = Mutex(0)
    let error = #expect(throws: InputError.self) {
      _ = try pipeline(jobs, 1, 8).run(source, { Names() }) { ids in
        delivered.withLock { $0 += ids.count }
        if delivered.withLock(\.self) == 60 { throw InputError(.missing) }
      }
    }
    #expect(error?.description == "test: cannot be read: patient 41")
    #expect(delivered.withLock(\.self) <= 41)
  }

  @Test(arguments: 1...3) func aFullDiskEndsTheWork(_ jobs: Int) throws {
    let full = InputError(.unwritable(reason: "the disk is full or gone"), source: "out")
    let delivered = Mutex(0)
    let error = #expect(throws: InputError.self) {
      _ = try pipeline(jobs, 2, 4).run(Watched(count: 100), { Names() }) { _ in
        if delivered.withLock({
          $0 += 1; return $0
        }) == 5 {
          throw full
        }
      }
    }
    #expect(error == full)
    #expect(delivered.withLock(\.self) == 5)
  }

  @Test(arguments: ReportFormat.allCases) func aFailingReaderLeavesNoFiles(
    _ format: ReportFormat
  ) throws {
    let files = ReportFiles()
    var options = ReportOptions()
    options.partition = Partition(0, of: 1)
    #expect(throws: InputError.self) {
      try ReportFolder(files.path, format: format, contents: try allContents())
        .write(Watched(count: 300, failing: 250), try someQuery(), options)
    }
    #expect(try files.contents().isEmpty)
  }

  @Test(arguments: ReportFormat.allCases, [1, 2]) func cancellingLeavesNoFiles(
    _ format: ReportFormat, _ jobs: Int
  ) throws {
    let files = ReportFiles()
    var options = ReportOptions()
    options.jobs = jobs
    var source = Watched(count: 300)
    source.cancelling = (120, options.cancellation)
    #expect(throws: CancellationError.self) {
      try ReportFolder(files.path, format: format, contents: .withoutPage).write(
        source, try someQuery(), options)
    }
    #expect(try files.contents().isEmpty)
  }

  @Test func cancellingATaskLeavesNoFiles() async throws {
    let files = ReportFiles()
    let path = files.path
    let (store, query) = (try MemoryStore(monitoring().records), try someQuery())
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await ReportFolder(path, format: .csv, contents: .withoutPage).write(store, query)
        .patients
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try files.contents().isEmpty)
  }
}
