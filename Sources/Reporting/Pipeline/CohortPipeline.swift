import AdherenceAnalytics
import Scheduling

/// Reads a source's patients block by block with several workers, and hands on what they make of each
/// block in order of the patients.
///
/// Memory follows what is on its way, whose blocks and bytes are bounded, and not the patients or their
/// rows.
struct CohortPipeline: Sendable {
  /// How many workers there are.
  var jobs: Int
  /// How many patients a block has.
  var blockSize: Int
  /// How much may be read and not handed on.
  var limits: BlockLimits
  var isCancelled: @Sendable () -> Bool = { false }
  /// Told several times a second how many patients are done.
  var progress: @Sendable (Int) -> Void = { _ in }

  /// The blocks of a number of patients.
  func blocks(of count: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: blockSize).map { $0..<min($0 + blockSize, count) }
  }

  /// Does the work.
  ///
  /// - Parameters:
  ///   - source: The patients.
  ///   - makeWorker: Makes what one thread works with.
  ///   - deliver: Takes each block's result, in order and one at a time, on the thread of some worker.
  /// - Returns: The workers, with what they have kept.
  /// - Throws: What a reader or `deliver` throws for the first block that fails, or
  ///   `CancellationError`.
  func run<Worker: BlockWorker>(
    _ source: some CohortSource, _ makeWorker: @escaping @Sendable () -> sending Worker,
    _ deliver: @escaping @Sendable (Worker.Output) throws -> Void
  ) throws -> [Worker] {
    let blocks = blocks(of: source.patientIDs.count)
    let line = BlockLine<Range<Int>, Worker>(limits: limits, deliver)
    line.add(blocks)
    line.close()
    start(min(jobs, blocks.count), on: line, makeWorker) {
      var reader = try source.makeReader()
      return { places, body in try reader.read(places, body) }
    }
    return try line.wait(isCancelled, progress)
  }

  /// Does the work on records that come one by one, such as those of a store.
  ///
  /// What is on its way is bounded: the sequence is not asked for more while a block waits for a worker.
  ///
  /// - Parameters:
  ///   - records: The records, in order of the patients' ids.
  ///   - makeWorker: Makes what one thread works with.
  ///   - deliver: Takes each block's result, in order and one at a time, on the thread of some worker.
  /// - Returns: The workers, with what they have kept.
  /// - Throws: What the sequence or `deliver` throws, or `CancellationError`.
  func run<Worker: BlockWorker, Records: AsyncSequence>(
    _ records: Records, _ makeWorker: @escaping @Sendable () -> sending Worker,
    _ deliver: @escaping @Sendable (Worker.Output) throws -> Void
  ) async throws -> [Worker] where Records.Element == CareRecord {
    let line = BlockLine<[CareRecord], Worker>(limits: limits, deliver)
    start(jobs, on: line, makeWorker) {
      return { records, body in
        for record in records { try body(CohortEntry(unexamined: record)) }
      }
    }
    return try await withTaskCancellationHandler {
      do {
        var block: [CareRecord] = []
        for try await record in records {
          block.append(record)
          guard block.count == blockSize else { continue }
          await line.room()
          // Workers that have failed are at their end.
          if line.isOver(isCancelled, progress) { break }
          line.add([block])
          block = []
        }
        if !block.isEmpty { line.add([block]) }
        line.close()
      } catch {
        line.close(error)
      }
      return try await line.wait(isCancelled, progress)
    } onCancel: {
      line.fail(CancellationError())
    }
  }

  /// Starts threads that work on blocks until there are no more.
  private func start<Block, Worker: BlockWorker>(
    _ count: Int, on line: BlockLine<Block, Worker>,
    _ makeWorker: @escaping @Sendable () -> sending Worker,
    _ makeReader: @escaping @Sendable () throws -> BlockReading<Block>
  ) {
    for _ in 0..<max(1, count) {
      line.enter()
      WorkerThread.start { [part = limits.part] in
        let worker = makeWorker()
        work(on: line, worker, part: part, makeReader)
        line.leave(worker)
      }
    }
  }
}

/// Reads the entries of a block one by one.
private typealias BlockReading<Block> =
  (_ block: Block, _ body: (CohortEntry) throws(InputError) -> Void) throws -> Void

/// Works on blocks until there are no more.
private func work<Block, Worker: BlockWorker>(
  on line: BlockLine<Block, Worker>, _ worker: Worker, part: Int,
  _ makeReader: () throws -> BlockReading<Block>
) {
  do {
    let read = try makeReader()
    while let (number, block) = line.claim() {
      do {
        try read(block) { (entry) throws(InputError) in
          // What is thrown is not told: that somebody cancelled comes before it.
          if line.isCancelled { throw InputError(.unreadable(reason: "it was cancelled")) }
          worker.add(entry)
          let size = worker.size
          if size >= part { line.add(worker.take(), size: size, to: number, isLast: false) }
        }
        let size = worker.size
        line.add(worker.take(), size: size, to: number, isLast: true)
      } catch {
        line.fail(at: number, error)
      }
    }
  } catch {
    line.fail(error)
  }
}

/// What one thread works with.
///
/// It is a class, as what it keeps from block to block is never to be copied. It is made on its thread, and
/// handed over when that has ended, so that one thread has it at a time.
protocol BlockWorker: AnyObject, SendableMetatype {
  /// What it makes of some of a block's patients.
  associatedtype Output: Sendable

  /// Adds a patient to the block.
  func add(_ entry: CohortEntry)

  /// The bytes that it has made and not given.
  var size: Int { get }

  /// Gives what it has made since it was last asked.
  func take() -> Output
}
