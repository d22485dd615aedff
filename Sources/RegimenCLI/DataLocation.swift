import AdherenceAnalytics
import Diagnostics
import Foundation
import Interchange
import PostgreSQLStore
import SQLiteStore
import Scheduling
import Storage

/// The location of a cohort's records, determined by the path: a store in a file or on a server, a
/// dataset folder, a table, or data of another system.
enum DataLocation {
  case store(String)
  case folder(String)
  /// A file of another program: a table, or an unsupported file type that an error names.
  case table(String)
  /// Data of another system.
  case exchange(ExchangeFormat, String)

  /// Determines the location by its content; for a new path, the extension `.sqlite` or `.db` means
  /// a store.
  init(_ path: String) {
    var isFolder: ObjCBool = false
    if StoreAddress.isAddress(path) || ServerAddressText(path).isAddress {
      self = .store(path)
    } else if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
      if let format = ExchangeFormat(of: path) {
        self = .exchange(format, path)
      } else if isFolder.boolValue {
        self = .folder(path)
      } else {
        self = DataLocation.isTable(path) ? .table(path) : .store(path)
      }
    } else if ServerAddressText(path).isLikeAddress {
      self = .store(path)
    } else if path == "-" || DataLocation.isNamedTable(path) {
      self = .table(path)
    } else {
      self = path.hasSuffix(".sqlite") || path.hasSuffix(".db") ? .store(path) : .folder(path)
    }
  }
}

extension DataLocation {
  /// Whether it is a file of another program.
  var isTable: Bool { if case .table = self { true } else { false } }

  /// Returns whether a path has the extension of a table.
  private static func isNamedTable(_ path: String) -> Bool {
    [".csv", ".tsv", ".tab", ".txt", ".psv", ".xlsx", ".xls", ".gz"].contains(
      where: path.lowercased().hasSuffix)
  }

  /// Returns whether a file is not a database, by its content.
  private static func isTable(_ path: String) -> Bool {
    let isNamedStore = [".sqlite", ".sqlite3", ".db"].contains(where: path.lowercased().hasSuffix)
    return FileKind(path: path) != .sqlite && !isNamedStore
  }

  /// Rejects a path whose folder does not exist, which usually is a misspelling.
  static func requireParent(of path: String) throws(InputError) {
    try InputError.refuseAddress(path, exists: FileManager.default.fileExists(atPath: path))
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if FileManager.default.fileExists(atPath: parent) { return }
    throw InputError(
      .unwritable(reason: "the folder \(parent) does not exist"), source: path)
  }

  /// Rejects a location that already contains records or other files.
  func requireEmpty() throws(InputError) {
    switch self {
    case .table(let path):
      throw InputError(
        .unwritable(reason: "it is a table (use a folder or a store)"), source: path)
    case .exchange(let format, let path):
      throw InputError(
        .unwritable(
          reason: "it is data of another system (\(format.rawValue)): use a folder or a store"),
        source: path)
    case .folder(let path):
      if OutputFolder.isEmpty(path) { return }
      throw InputError(
        .unwritable(
          reason: "the folder is not empty (use another, or overwrite it with --force)"),
        source: path)
    case .store(let path):
      let location = try StoreLocation(path)
      if try location.patients == 0 { return }
      throw InputError(
        .unwritable(
          reason: "the store already contains patients (use another, or add to it with --force)"),
        source: location.name)
    }
  }
}

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
