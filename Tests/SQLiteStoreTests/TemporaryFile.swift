import Foundation
@testable import SQLiteStore
@testable import Storage

/// A path in a temporary folder, which is removed with the last reference.
final class TemporaryFile: Sendable {
  private let folder: URL

  init() {
    folder = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var path: String { folder.appending(path: "store.sqlite").path }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func open(_ access: SQLiteStore.Access = .readWrite) throws -> SQLiteStore {
    try SQLiteStore(path, access: access)
  }
}

extension StoreFile {
  /// Runs a statement that a store would not run, and clears the checksums, as other programs must,
  /// unless `knowingly` is `false`.
  func tamper(_ sql: String, knowingly: Bool = true) throws {
    let connection = try connect(for: .loading)
    try connection.write { try connection.execute(sql) }
    let forgetting = "UPDATE patients SET patient_sum = NULL, plan_sum = NULL, outcome_sum = NULL"
    if knowingly, try connection.integer("PRAGMA application_id") == Int64(Schema.applicationID) {
      try connection.write { try connection.execute(forgetting) }
    }
  }
}

/// Another program that is writing to a file.
final class OtherWriter: Sendable {
  private let begun = DispatchSemaphore(value: 0)
  private let ending = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  init(_ file: StoreFile) throws {
    let connection = try file.connect(for: .writing)
    Thread.detachNewThread { [begun, ending, ended] in
      try? connection.write {
        begun.signal()
        ending.wait()
      }
      ended.signal()
    }
    begun.wait()
  }

  /// Ends the transaction.
  func end() {
    ending.signal()
    ended.wait()
  }
}
