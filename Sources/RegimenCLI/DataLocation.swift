import AdherenceAnalytics
import Diagnostics
import Foundation
import Interchange
import PostgreSQLStore

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
