import Foundation

extension FileKind {
  /// Detects the kind of a file by its first bytes; `nil` if it is not a readable regular file.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let file = FileHandle(forReadingAtPath: path),
      let head = try? file.read(upToCount: FileKind.prefixLength)
    else { return nil }
    self.init(firstBytes: Array(head))
  }
}
