import Foundation

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
