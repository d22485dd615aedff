import Synchronization

/// Who may use the files and folders that this process makes.
///
/// As the umask it belongs to the process: whatever makes a file asks here, and a program says it once.
package struct FilePermissions: Hashable, Sendable {
  /// The owner alone, less what the umask takes.
  package static let ownersAlone = FilePermissions(files: 0o600, isSaid: false)

  private static let processes = Mutex(ownersAlone)

  /// Those that files and folders are made with from now on.
  package static var current: FilePermissions {
    get { processes.withLock { $0 } }
    set { processes.withLock { $0 = newValue } }
  }

  /// Of files.
  package let files: UInt32
  /// Whether they were said, so that the umask takes nothing of them.
  package let isSaid: Bool

  private init(files: UInt32, isSaid: Bool) { (self.files, self.isSaid) = (files, isSaid) }

  /// Reads three octal digits, as `640`, also with a 0 in front.
  ///
  /// The owner has to read and write, and no file can be run: folders get what goes with that by
  /// themselves.
  package init?(_ text: String) {
    let digits = text.utf8.count == 4 && text.hasPrefix("0") ? text.dropFirst() : text[...]
    guard digits.utf8.count == 3, digits.first == "6",
      digits.allSatisfy({ ["0", "2", "4", "6"].contains($0) }),
      let mode = UInt32(digits, radix: 8)
    else { return nil }
    self.init(files: mode, isSaid: true)
  }

  /// Of folders: who may use a file may go through its folder.
  package var folders: UInt32 {
    [0o700, 0o070, 0o007].reduce(files) { mode, whose in
      files & whose == 0 ? mode : mode | whose & 0o111
    }
  }
}
