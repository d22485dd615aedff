import AdherenceAnalytics
import Diagnostics
import Foundation
import PostgreSQLStore
import SQLiteStore
import Scheduling
import Storage

/// The location of a store: a file, or a server.
enum StoreLocation {
  case file(String)
  case server(StoreAddress)

  /// Parses a path or address.
  ///
  /// - Throws: `InputError` if the text is an invalid address.
  init(_ text: String) throws(InputError) {
    if StoreAddress.isAddress(text) {
      self = .server(try StoreAddress(text))
      return
    }
    try InputError.refuseAddress(text, exists: FileManager.default.fileExists(atPath: text))
    self = .file(text)
  }

  /// The name shown to users, without a password.
  var name: String {
    switch self {
    case .file(let path): path
    case .server(let address): address.description
    }
  }

  /// Opens a store for reading.
  ///
  /// - Throws: `InputError` if there is no readable store.
  func openForReading() throws(InputError) -> any DatabaseStore {
    switch self {
    case .file(let path): try SQLiteStore(path, access: .readOnly)
    case .server(let address): try PostgreSQLStore(address, access: .readOnly)
    }
  }

  /// Opens a store for writing, creating it if necessary.
  ///
  /// - Throws: `InputError` if it cannot be written.
  func openForWriting() throws(InputError) -> any DatabaseStore {
    switch self {
    case .file(let path): try SQLiteStore(path)
    case .server(let address): try PostgreSQLStore(address)
    }
  }

  /// The number of patients in a store; 0 if there is none.
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

  /// The default number of rows per transaction.
  var usualBatch: Int {
    switch self {
    case .file: SQLiteStore.usualBatch
    case .server: PostgreSQLStore.usualBatch
    }
  }
}
