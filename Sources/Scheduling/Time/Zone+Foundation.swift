import Foundation
import Synchronization

extension Zone {
  /// Finds a zone by its IANA name, or a traveller's by its ``id``; `nil` where the system's zone data
  /// has none.
  ///
  /// The first call for a zone reads its offsets (about a quarter of a millisecond); later calls find
  /// them in a table that all threads share.
  public init?(_ id: String) {
    if id == "UTC" {
      self = .utc
      return
    }
    if Zone.isJourney(id) {
      guard let zone = Zone.travelling(id) else { return nil }
      self = zone
      return
    }
    guard let table = Zone.tables.withLock({ Zone.table(of: id, in: &$0) }) else { return nil }
    self.init(id: id, table: table)
  }

  private static let tables = Mutex<[String: OffsetTable]>([:])

  private static func table(of id: String, in cache: inout [String: OffsetTable]) -> OffsetTable? {
    if let known = cache[id] { return known }
    guard id.utf8.count < 100, let zone = TimeZone(identifier: id) else { return nil }
    let table = OffsetTable(zone)
    cache[id] = table
    return table
  }
}

extension OffsetTable {
  /// From 2100 on, all zones repeat with the calendar: every 400 years.
  private static let cycleStart: Int64 = 4_102_444_800
  private static let cycleLength: Int64 = 146_097 * 86_400

  /// Asks Foundation for a zone's changes up to 2500 and repeats the last 400 years to the end.
  convenience init(_ zone: TimeZone) {
    let earliest = Date(timeIntervalSince1970: Double(Instant.earliest.seconds))
    var known: [(at: Int64, offset: Int64)] = []
    var date = earliest
    while let next = zone.nextDaylightSavingTimeTransition(after: date), next > date {
      let at = Int64(next.timeIntervalSince1970)
      guard at < OffsetTable.cycleStart + OffsetTable.cycleLength else { break }
      known.append((at, Int64(zone.secondsFromGMT(for: next))))
      date = next
    }
    self.init(
      initialOffset: Int64(zone.secondsFromGMT(for: earliest)),
      changes: OffsetTable.repeated(known))
  }

  private static func repeated(_ known: [(at: Int64, offset: Int64)]) -> [(
    at: Int64, offset: Int64
  )] {
    let cycle = known.filter { $0.at >= cycleStart }
    let repetitions = (Instant.latest.seconds - cycleStart) / cycleLength
    return known
      + (1...repetitions).flatMap { turn in
        cycle.map { (at: $0.at + turn * cycleLength, offset: $0.offset) }
      }
  }
}
