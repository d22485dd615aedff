import Synchronization

/// The permissions of files and folders that this process creates.
///
/// Like the umask it is a property of the process: a program sets it once, and all code that creates files
/// uses it.
package struct FilePermissions: Hashable, Sendable {
  /// Read and write for the owner, subject to the umask.
  package static let ownersAlone = FilePermissions(files: 0o600, isSaid: false)

  private static let processes = Mutex(ownersAlone)

  /// The current permissions for new files and folders.
  package static var current: FilePermissions {
    get { processes.withLock { $0 } }
    set { processes.withLock { $0 = newValue } }
  }

  /// The mode of files.
  package let files: UInt32
  /// Whether they were set explicitly and override the umask.
  package let isSaid: Bool

  private init(files: UInt32, isSaid: Bool) { (self.files, self.isSaid) = (files, isSaid) }

  /// Parses three octal digits, such as `640`, optionally with a leading 0.
  ///
  /// The owner must have read and write permission, and no execute bits are allowed: those of folders are
  /// derived.
  package init?(_ text: String) {
    let digits = text.utf8.count == 4 && text.hasPrefix("0") ? text.dropFirst() : text[...]
    guard digits.utf8.count == 3, digits.first == "6",
      digits.allSatisfy({ ["0", "2", "4", "6"].contains($0) }),
      let mode = UInt32(digits, radix: 8)
    else { return nil }
    self.init(files: mode, isSaid: true)
  }

  /// The mode of folders: search permission for each class that has access to files.
  package var folders: UInt32 {
    [0o700, 0o070, 0o007].reduce(files) { mode, whose in
      files & whose == 0 ? mode : mode | whose & 0o111
    }
  }
}
