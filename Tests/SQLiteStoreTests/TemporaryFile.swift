import Foundation
import SQLiteStore

/// A path in a folder of its own, which goes when nobody needs it any more.
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
