import Testing

@testable import Scheduling

/// Searches that begin near the result find the result of a full search.
@Suite struct OffsetTableTests {
  private static let zones = [
    "UTC", "America/New_York", "Pacific/Apia", "Africa/Casablanca",
    "America/New_York;2024-06-10T22:00:00Z=Europe/Dublin;2024-06-10T23:00:00Z=Asia/Tokyo",
  ]

  @Test(arguments: zones) func segmentsAndPiecesAgreeWithASearch(_ id: String) {
    let table = zone(id).table
    let changes = table.starts.prefix(400) + table.starts.suffix(5) + table.pieces.map(\.start)
    for change in changes.prefix(1500) {
      for instant in [change - 3600, change - 1, change, change + 1, change + 7200] {
        #expect(
          table.segment(at: instant) == max(0, table.starts.partitionPoint { $0 <= instant } - 1))
        #expect(
          table.piece(at: instant)
            == max(0, table.pieces.partitionPoint { $0.start <= instant } - 1))
        #expect(
          table.piece(atLocal: instant)
            == max(0, table.pieces.partitionPoint { $0.localStart <= instant } - 1))
      }
    }
  }
}
