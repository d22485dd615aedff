import AdherenceAnalytics
import Diagnostics
import Foundation
@testable import SQLiteStore
@testable import Storage
import Scheduling
@testable import StoreChecks
import TestSampling
import TestSupport
import Testing

/// Files that are not stores, and damaged stores.
@Suite struct StoreFileTests {
  private let file = TemporaryFile()

  /// Returns the error of a body.
  private func reason(_ body: () throws -> Void) -> String? {
    do { try body() } catch let error as InputError { return "\(error)" } catch {
      return "another error: \(error)"
    }
    return nil
  }

  /// Returns a store with several pages of each kind, and its bytes.
  private func makeStore() throws -> (records: [CareRecord], bytes: [UInt8]) {
    var records = try (0..<24).map { try CareRecord.rich(id: "P\(100 + $0)") }
    for index in records.indices {
      for number in 0..<150 {
        let value = OutcomeValue(.number(Double(number)), units: "mg")
        records[index].outcomes.append(
          Outcome(
            task: "tablet", time: Instant(seconds: Int64(number)),
            values: number.isMultiple(of: 3) ? [value] : []))
      }
    }
    let store = try file.open()
    try store.load(contentsOf: ListedRecords(records))
    return (records, try [UInt8](Data(contentsOf: URL(filePath: file.path))))
  }

  @Test func readingNeverCreatesAFile() {
    let text = reason { _ = try file.open(.readOnly) }
    #expect(text?.contains("there is no such file") == true, "\(text ?? "")")
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func rejectsFilesThatAreNotStores() throws {
    try Data("patient,task\nann,tablet\n".utf8).write(to: URL(filePath: file.path))
    for access in [SQLiteStore.Access.readOnly, .readWrite] {
      let text = reason { _ = try file.open(access) }
      #expect(
        text == "\(file.path): cannot be read: it is not a store, or its header is damaged"
          + " (give a store, or restore it)")
    }
    #expect(try Data(contentsOf: URL(filePath: file.path)).count == 24)
    let folder = URL(filePath: file.path).deletingLastPathComponent().path
    #expect(reason { _ = try SQLiteStore(folder) }?.contains("it is a folder") == true)
    #expect(
      reason { _ = try SQLiteStore(file.path("no/such/store")) }?.contains("cannot be created")
        == true
    )
    try Data().write(to: URL(filePath: file.path("empty")))
    #expect(
      reason { _ = try SQLiteStore(file.path("empty"), access: .readOnly) }?.contains(
        "another program") == true)
    #expect(try SQLiteStore(file.path("empty")).snapshot().patientIDs == [])
  }

  /// Earlier programs created the list of migrations before the other tables.
  @Test func completesInterruptedCreation() throws {
    let list = "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
    try PlainDatabase(file.path).rows(list)
    #expect(try file.open().snapshot().patientIDs == [])
    let identifiers = "SELECT identifier FROM grdb_migrations ORDER BY identifier"
    let database = PlainDatabase(file.path)
    #expect(try database.texts(identifiers) == (1...Schema.version).map { "\($0)" })
    #expect(
      try database.texts("SELECT sql FROM sqlite_schema WHERE name = 'grdb_migrations'") == [list])
  }

  @Test func rejectsOtherDatabases() throws {
    try StoreFile(file.path).tamper("CREATE TABLE patients (name TEXT)")
    let before = try Data(contentsOf: URL(filePath: file.path))
    for access in [SQLiteStore.Access.readOnly, .readWrite] {
      #expect(
        reason { _ = try file.open(access) }?.contains("a database of another program") == true)
    }
    #expect(try Data(contentsOf: URL(filePath: file.path)) == before)
  }

  @Test func rejectsNewerSchemas() throws {
    let store = try file.open()
    try store.file.tamper("PRAGMA user_version = 7")
    for access in [SQLiteStore.Access.readOnly, .readWrite] {
      let text = reason { _ = try file.open(access) }
      #expect(text?.contains("its schema has version 7, but this program supports 6") == true)
    }
  }

  /// A truncated store is an error, wherever it was cut.
  @Test func rejectsTruncatedFiles() throws {
    let (_, bytes) = try makeStore()
    for share in [0.001, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.9999] {
      let path = file.path("cut-\(share)")
      let count = Int(Double(bytes.count) * share)
      try Data(bytes[..<count]).write(to: URL(filePath: path))
      let text = reason { _ = try SQLiteStore(path, access: .readOnly).snapshot().entries() }
      #expect(text?.hasPrefix("\(path): ") == true, "\(share): \(text ?? "nothing was said")")
    }
  }

  /// A changed byte, page or pointer causes an error, a problem, or as many records of each kind as
  /// before, and every operation terminates.
  @Test(arguments: (1...8).sampled(1)) func damageNeverHidesRecords(seed: UInt64) throws {
    let (records, bytes) = try makeStore()
    var world = try World(seed: seed)
    var errorCount = 0
    for number in 0..<40 {
      let path = file.path("damaged-\(number)")
      let (damaged, what) = damage(bytes, number, &world)
      try Data(damaged).write(to: URL(filePath: path))
      do {
        let store = try SQLiteStore(path, access: .readOnly)
        if number.isMultiple(of: 8) { _ = (try? store.info(), try? store.verify()) }
        let snapshot = try store.snapshot()
        let entries = try snapshot.entries()
        if !snapshot.problems.isEmpty || entries.contains(where: { !$0.errors.isEmpty }) {
          errorCount += 1
          continue
        }
        #expect(
          entries.map { VersionCounts($0.record) } == records.map { VersionCounts($0) }, "\(what)")
      } catch is InputError {
        errorCount += 1
      }
    }
    #expect(errorCount > 0)
  }

  /// Returns the damaged bytes of a file, and a description.
  private func damage(_ bytes: [UInt8], _ number: Int, _ world: inout World) -> (
    bytes: [UInt8], what: String
  ) {
    var damaged = bytes
    let pages = bytes.count / 8192
    let page = world.number(1...pages - 1) * 8192
    let place =
      number < 5 ? number * 8192 + world.number(0...40) : world.number(0...bytes.count - 8)
    switch number % 4 {
    case 0:
      let other = world.number(1...pages - 1) * 8192
      damaged.replaceSubrange(page..<page + 8192, with: bytes[other..<other + 8192])
      return (damaged, "page \(page / 8192) is page \(other / 8192)")
    case 1:
      // A pointer to some page at the beginning of one.
      let pointer = [0, 0, UInt8(pages >> 8), UInt8(world.number(1...min(pages, 255)))]
      damaged.replaceSubrange(page + 8..<page + 12, with: pointer)
      return (damaged, "the right pointer of page \(page / 8192) is \(pointer)")
    case 2:
      for offset in 0..<8 { damaged[place + offset] = UInt8(world.number(0...255)) }
      return (damaged, "eight bytes at \(place)")
    default:
      damaged[place] ^= UInt8(1 << world.number(0...7))
      return (damaged, "a bit of byte \(place)")
    }
  }

  @Test func findsDamageWhenAsked() throws {
    let (_, bytes) = try makeStore()
    #expect(try file.open().verify() == [])
    var damaged = bytes
    for page in stride(from: 8192 * 3, to: bytes.count, by: 8192 * 5) { damaged[page + 4] ^= 0x13 }
    let path = file.path("damaged")
    try Data(damaged).write(to: URL(filePath: path))
    let store = try SQLiteStore(path, access: .readOnly)
    #expect(reason { if let first = try store.verify().first { throw first } } != nil)
    try file.open().file.tamper("DELETE FROM names")
    #expect(try file.open().verify().first?.description.contains("refers to missing names") == true)
  }
}
