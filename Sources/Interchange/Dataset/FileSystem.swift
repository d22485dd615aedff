import Foundation

/// What the readers ask of the file system besides bytes.
enum FileSystem {
  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
