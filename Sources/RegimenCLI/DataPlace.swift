import AdherenceAnalytics
import Foundation
import Interchange
import PostgreSQLStore
import Scheduling

/// Where a cohort's records are, which the path tells: a store in a file or on a server, a dataset folder, a table, or what
/// another system speaks.
enum DataPlace {
  case store(String)
  case folder(String)
  /// A file that another program made, of text or of another kind that an error names.
  case table(String)
  /// Data of another system.
  case exchange(ExchangeFormat, String)

  /// What is there decides; where nothing is, a name that ends in `.sqlite` or `.db` means a store.
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
        self = DataPlace.isTable(path) ? .table(path) : .store(path)
      }
    } else if ServerAddressText(path).isLikeAddress {
      self = .store(path)
    } else if path == "-" || DataPlace.isNamedTable(path) {
      self = .table(path)
    } else {
      self = path.hasSuffix(".sqlite") || path.hasSuffix(".db") ? .store(path) : .folder(path)
    }
  }
}

extension DataPlace {
  /// Whether it is a file that another program made.
  var isTable: Bool { if case .table = self { true } else { false } }

  /// Whether a path is named as tables are, where nothing is there to look at.
  private static func isNamedTable(_ path: String) -> Bool {
    [".csv", ".tsv", ".tab", ".txt", ".psv", ".xlsx", ".xls", ".gz"].contains(
      where: path.lowercased().hasSuffix)
  }

  /// Whether a file is no database, by its content.
  private static func isTable(_ path: String) -> Bool {
    let isNamedStore = [".sqlite", ".sqlite3", ".db"].contains(where: path.lowercased().hasSuffix)
    return FileKind(path: path) != .sqlite && !isNamedStore
  }

  /// Refuses a path whose folder is not there, which mostly is a misspelling.
  static func requireParent(of path: String) throws(InputError) {
    try InputError.refuseAddress(path, exists: FileManager.default.fileExists(atPath: path))
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if FileManager.default.fileExists(atPath: parent) { return }
    throw InputError(
      .unwritable(reason: "there is no folder \(parent) to make it in"), source: path)
  }

  /// Refuses a place with records or other files, where nobody has said that they may be written over.
  func requireEmpty() throws(InputError) {
    switch self {
    case .table(let path):
      throw InputError(
        .unwritable(reason: "it is a table (name a folder or a store)"), source: path)
    case .exchange(let format, let path):
      throw InputError(
        .unwritable(
          reason: "it is data of another system (\(format.rawValue)): name a folder or a store"),
        source: path)
    case .folder(let path):
      if OutputFolder.isEmpty(path) { return }
      throw InputError(
        .unwritable(
          reason: "the folder is not empty (name another, or write over what is there by --force)"),
        source: path)
    case .store(let path):
      let place = try StorePlace(path)
      if try place.patients == 0 { return }
      throw InputError(
        .unwritable(
          reason: "the store has patients already (name another, or add to them by --force)"),
        source: place.name)
    }
  }
}
