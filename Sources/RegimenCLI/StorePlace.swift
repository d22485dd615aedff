import AdherenceAnalytics
import Foundation
import PostgreSQLStore
import SQLiteStore
import Scheduling
import Storage

/// Where a store is: in a file, or on a server.
enum StorePlace {
  case file(String)
  case server(StoreAddress)

  /// Reads a path or address.
  ///
  /// - Throws: `InputError` for an address that cannot be one.
  init(_ text: String) throws(InputError) {
    if StoreAddress.isAddress(text) {
      self = .server(try StoreAddress(text))
      return
    }
    try InputError.refuseAddress(text, exists: FileManager.default.fileExists(atPath: text))
    self = .file(text)
  }

  /// What people are shown, which has no password.
  var name: String {
    switch self {
    case .file(let path): path
    case .server(let address): address.description
    }
  }

  /// Opens a store for reading.
  ///
  /// - Throws: `InputError` where there is none that can be read.
  func openForReading() throws(InputError) -> any DatabaseStore {
    switch self {
    case .file(let path): try SQLiteStore(path, access: .readOnly)
    case .server(let address): try PostgreSQLStore(address, access: .readOnly)
    }
  }

  /// Opens a store for writing, which is made where there is none.
  ///
  /// - Throws: `InputError` where it cannot be written.
  func openForWriting() throws(InputError) -> any DatabaseStore {
    switch self {
    case .file(let path): try SQLiteStore(path)
    case .server(let address): try PostgreSQLStore(address)
    }
  }

  /// How many patients a store has; none where there is none.
  var patients: Int {
    get throws(InputError) {
      switch self {
      case .file(let path) where !FileManager.default.fileExists(atPath: path): return 0
      case .server(let address) where try !PostgreSQLStore.isThere(at: address): return 0
      default:
        return try openForReading().snapshot(CareQuery(kinds: []), readers: 1).patientIDs.count
      }
    }
  }

  /// About how many rows a transaction writes unless told otherwise.
  var usualBatch: Int {
    switch self {
    case .file: SQLiteStore.usualBatch
    case .server: PostgreSQLStore.usualBatch
    }
  }
}
