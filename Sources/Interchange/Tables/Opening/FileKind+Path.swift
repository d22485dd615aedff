import Foundation

extension FileKind {
  /// Recognizes a file by its first bytes; `nil` where there is no regular file, or it cannot be read.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let file = FileHandle(forReadingAtPath: path),
      let head = try? file.read(upToCount: FileKind.prefixLength)
    else { return nil }
    self.init(firstBytes: Array(head))
  }
}
