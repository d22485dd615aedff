import AdherenceAnalytics
import Scheduling
import Storage
import Testing

/// Invalid keys of tasks and names in a damaged file.
@Suite struct OutcomeGatheringTests {
  /// A store without names.
  private final class NoTerms: TermSource {
    func schedule(_ number: Int64) -> Schedule? { nil }
    func name(_ number: Int64) -> String? { nil }
  }

  /// All keys around the slots of the cache, most of which are empty; the smallest number means no key.
  private static let numbers = Array(Int64(-130)...130) + [.min + 1, .min + 2, .max - 1, .max]

  /// Returns a row for each cell, and the positions of invalid rows.
  private func gather(
    _ cells: [OutcomeCells], tasks: [Int64: String]
  ) -> (rows: [OutcomeTable.Row], unreadable: Set<Int>) {
    let source = NoTerms()
    let terms = StoredTerms(source)
    terms.tasks = tasks
    let exceptions = OutcomeExceptions(terms)
    var gathering = OutcomeGathering(exceptions)
    defer { gathering.deallocate() }
    gathering.begin()
    let rows = [OutcomeTable.Row](unsafeUninitializedCapacity: cells.count) { buffer, count in
      (gathering.rows, gathering.capacity) = (buffer.baseAddress, buffer.count)
      for cell in cells {
        let hasRoom = gathering.take(cell)
        #expect(hasRoom)
      }
      gathering.close()
      count = gathering.count
    }
    return withExtendedLifetime(source) { (rows, exceptions.unreadable) }
  }

  private func cells(task: Int64, units: Int64? = nil) -> OutcomeCells {
    var cells = OutcomeCells()
    (cells.task, cells.time, cells.units) = (task, 0, units ?? OutcomeCells.none)
    cells.number = units == nil ? nil : 1
    return cells
  }

  @Test func unknownTaskIsUnreadable() {
    let (rows, unreadable) = gather(
      OutcomeGatheringTests.numbers.map { cells(task: $0) }, tasks: [7: "tablet"])
    for (position, number) in OutcomeGatheringTests.numbers.enumerated() {
      #expect(rows[position].task == (number == 7 ? 0 : -1), "task \(number)")
      #expect(unreadable.contains(position) == (number != 7), "task \(number)")
    }
  }

  @Test func unknownNameIsUnreadable() {
    let (_, unreadable) = gather(
      OutcomeGatheringTests.numbers.map { cells(task: 7, units: $0) }, tasks: [7: "tablet"])
    #expect(unreadable == Set(OutcomeGatheringTests.numbers.indices))
  }
}
