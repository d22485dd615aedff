import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// The entries of a history for the changes applied to it.
@Suite struct CareHistoryTests {
  @Test func givesTheVersionThatItAppended() throws {
    var history = CareHistory()
    let ann = try patient("ann")
    #expect(try history.apply(.add(.patient(ann))) == .patient(ann))
    var tablet = task("tablet", .window, try element(from: "2025-01-01T08:00"))
    #expect(try history.apply(.add(.task(tablet, of: "ann"))) == .task(tablet, of: "ann"))
    tablet.effectiveFrom = try moment("2025-02-01")
    #expect(try history.apply(.update(.task(tablet, of: "ann"))) == .task(tablet, of: "ann"))

    let (end, known) = (try moment("2025-03-01"), try at("2025-02-20T00:00:00Z"))
    let ended = try history.apply(
      .delete(CareIdentity(.task, "tablet", of: "ann"), at: end, recordedAt: known))
    #expect(ended == .task(try #require(history.record?.tasks.last), of: "ann"))
    #expect(history.record?.tasks.count == 3)
    #expect(history.record?.tasks.last?.deletedAt == end)
    #expect(history.record?.tasks.last?.recordedAt == known)
  }

  @Test func contradictoryChangesHaveNoEffect() throws {
    var history = CareHistory(CareRecord(patient: try patient("ann")))
    let before = history.record
    #expect(throws: StoreError.self) {
      try history.apply(.add(.patient(try patient("ann"))))
    }
    #expect(history.record == before)
  }
}
