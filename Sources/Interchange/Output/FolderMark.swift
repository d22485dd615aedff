import Foundation
import Scheduling

/// The file in a folder that says that this program has made the folder and may remove it.
enum FolderMark {
  private static let name = ".regimen"
  private static let text = "Made by regimen, which replaces this folder as a whole.\n"

  /// Marks a folder.
  static func put(in folder: FolderHandle) throws(InputError) {
    let path = "\(folder.path)/\(name)"
    let file = OutputFile(try folder.makeFile(name, for: path), path: path, isSummed: false)
    try file.write(Array(text.utf8))
    try file.close(isSynced: false)
  }

  /// Whether a folder, and no link to one, is marked.
  static func isThere(_ path: String) -> Bool {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return false }
    defer { close(folder) }
    let mark = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard mark >= 0 else { return false }
    defer { close(mark) }
    var bytes = [UInt8](repeating: 0, count: text.utf8.count + 1)
    return read(mark, &bytes, bytes.count) == text.utf8.count && bytes.starts(with: text.utf8)
  }
}
