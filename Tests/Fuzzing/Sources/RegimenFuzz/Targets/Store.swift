@testable import AdherenceAnalytics
@testable import Diagnostics
import Foundation
@testable import Interchange
@testable import Reporting
@testable import SQLiteStore
@testable import Scheduling

/// A modified store file: opened, checked, read and reported.
///
/// The result is the store's records, or an error about damage; a store without detected damage is
/// read twice without an error and with equal results.
enum StoreTarget: FuzzTarget {
  static let name = "sqlite"

  static func run(_ input: [UInt8]) throws {
    let bytes = changed(sound, by: input)
    let folder = try ScratchFolder(["store.sqlite": bytes])
    defer { withExtendedLifetime(folder) {} }
    let store = try SQLiteStore("\(folder.path)/store.sqlite", access: .readOnly)
    let problems = try store.verify()
    let info = try store.info()
    let snapshot = try store.snapshot()
    let entries = try snapshot.entries()
    let errors = entries.flatMap(\.errors)
    try require(entries.count <= max(0, info.patients), "more patients than there are: \(info)")
    try require(
      try snapshot.entries().map(\.record), is: entries.map(\.record), "records read again")
    if bytes == sound {
      try require(problems.isEmpty && errors.isEmpty, "a sound store: \(problems) \(errors)")
      try require(entries.map(\.record), is: records, "a sound store's records")
    }
    for entry in entries where entry.errors.isEmpty { try reported(entry) }
    if problems.isEmpty, errors.isEmpty { try written(snapshot, beside: folder, entries) }
  }

  /// Checks rows that are lines of JSON.
  private static func reported(_ entry: CohortEntry) throws {
    let days = CivilDate(dayNumber: 20_094)..<CivilDate(dayNumber: 20_108)
    var query = AdherenceQuery(days, by: .week)
    query.occurrenceLimit = 2000
    let line = RecordLine(record: entry.record, problems: entry.problems)
    try RecordChecks.lines(RecordRows.adherence(of: .success(line), query).bytes)
  }

  /// Checks that accepted records can be loaded into another store.
  private static func written(
    _ source: some CohortSource, beside folder: ScratchFolder, _ entries: [CohortEntry]
  ) throws {
    let copy = try SQLiteStore("\(folder.path)/copy.sqlite")
    guard (try? copy.load(contentsOf: source)) != nil else { return }
    try require(
      try copy.snapshot().entries().map(\.record), is: entries.map(\.record), "a copy's records")
  }

  private static let records: [CareRecord] = ["ann", "bob", "eve"].map { WordySample.record($0) }

  /// The bytes of a store of three patients.
  private static let sound: [UInt8] = {
    do {
      let folder = try ScratchFolder([:])
      defer { withExtendedLifetime(folder) {} }
      let path = "\(folder.path)/store.sqlite"
      do {
        let store = try SQLiteStore(path)
        try store.load(contentsOf: RecordList(records))
      }
      return [UInt8](try Data(contentsOf: URL(filePath: path)))
    } catch { fatalError("\(error)") }
  }()

  /// Applies the modifications described by an input: each has a kind, an offset and one or two
  /// bytes.
  static func changed(_ file: [UInt8], by input: [UInt8]) -> [UInt8] {
    var cursor = ByteCursor(input)
    var bytes = file
    for _ in 0..<64 where !cursor.isAtEnd {
      let kind = cursor.byte()
      let place = cursor.below(max(1, bytes.count))
      let page = place / 4096 * 4096
      switch kind % 12 {
      case 0: bytes = Array(bytes.prefix(place))
      case 1: bytes += bytes[min(page, bytes.count)...].prefix(4096)
      case 2:
        let other = cursor.below(max(1, bytes.count)) / 4096 * 4096
        for at in 0..<4096 where page + at < bytes.count && other + at < bytes.count {
          bytes.swapAt(page + at, other + at)
        }
      case 3: for at in 0..<8 where place + at < bytes.count { bytes[place + at] = 0xFF }
      case 4: for at in 0..<4 where place + at < bytes.count { bytes[place + at] = cursor.byte() }
      // The page header, which has the type of the page.
      case 5:
        let at = page + cursor.below(12)
        if at < bytes.count { bytes[at] = cursor.byte() }
      case 6: if !bytes.isEmpty { bytes[cursor.below(100) % bytes.count] = cursor.byte() }
      case 7: if place < bytes.count { bytes[place] ^= 1 << (cursor.byte() & 7) }
      default: if place < bytes.count { bytes[place] = cursor.byte() }
      }
    }
    return bytes
  }
}

/// A record that uses every feature.
enum WordySample {
  static func record(_ id: String) -> CareRecord {
    let line = """
      {"patient":{"id":"\(id)","zone":"Europe/Berlin;2025-01-15T22:00:00Z=Asia/Tokyo","group":"A","tags":["x"]},
      "tasks":[{"id":"med","matching":"window","schedule":{"elements":[
      {"id":"am","start":"2025-01-06T08:00:00","every":"P1D","targets":[{"value":2,"units":"mg"}]},
      {"id":"pm","start":"2025-01-06T20:00:00","rule":"FREQ=DAILY","window":{"opensBefore":"PT1H","closesAfter":"PT2H"}}]}},
      {"id":"med","effectiveFrom":"2025-01-20T00:00:00","recordedAt":"2025-01-19T10:00:00Z",
      "schedule":{"elements":[{"id":"am","start":"2025-01-06T09:00:00","every":"P2D"}]}},
      {"id":"walk","schedule":{"elements":[{"id":"w","start":"2025-01-06","quota":{"count":3,"per":"P1W"}}]}}],
      "holds":[{"task":"med","from":"2025-01-10","to":"2025-01-12"}],
      "carePlans":[{"id":"p","title":"Plan"}],"contacts":[{"id":"c","givenName":"Cy","emails":["work=a@example.org"]}],
      "outcomes":[{"task":"med","element":"am","nominal":"2025-01-06T08:00:00","time":"2025-01-06T08:10:00","value":2,"units":"mg"},
      {"task":"med","element":"pm","nominal":"2025-01-07T20:00:00","status":"declined","notes":["none left"]},
      {"task":"med","time":"2025-01-08T08:01:00","values":[{"value":1},{"value":"text","type":"text"}]},
      {"task":"walk","time":"2025-01-08T20:31:00","id":"o1","recordedAt":"2025-01-09T00:00:00Z","value":5},
      {"task":"walk","time":"2025-01-09T20:31:00","id":"o1","recordedAt":"2025-01-10T00:00:00Z","value":6}]}
      """
    do {
      return try RecordLine(line.replacing("\n", with: "")).record
    } catch { fatalError("\(error)") }
  }
}

extension CohortEntry {
  /// The errors, without warnings.
  var errors: [InputError] { problems.filter { !$0.problem.keepsRecord } }
}
