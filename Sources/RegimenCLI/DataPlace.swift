import Foundation
import Interchange
import SQLiteStore
import Scheduling

/// Where a cohort's records are, which the path tells: a store's file, or a dataset folder.
enum DataPlace {
  case store(String)
  case folder(String)

  /// What is there decides; where nothing is, a name that ends in `.sqlite` or `.db` means a store.
  init(_ path: String) {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
      self = isFolder.boolValue ? .folder(path) : .store(path)
    } else {
      self = path.hasSuffix(".sqlite") || path.hasSuffix(".db") ? .store(path) : .folder(path)
    }
  }
}

extension DataPlace {
  /// Refuses a place with records or other files, where nobody has said that they may be written over.
  func requireEmpty() throws(InputError) {
    switch self {
    case .folder(let path):
      if OutputFolder.isEmpty(path) { return }
      throw InputError(
        .unwritable(
          reason: "the folder is not empty (name another, or write over what is there by --force)"),
        source: path)
    case .store(let path):
      guard FileManager.default.fileExists(atPath: path) else { return }
      if try SQLiteStore(path, access: .readOnly).info().patients == 0 { return }
      throw InputError(
        .unwritable(
          reason: "the store has patients already (name another, or add to them by --force)"),
        source: path)
    }
  }
}
