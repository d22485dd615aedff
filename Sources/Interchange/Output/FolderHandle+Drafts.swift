import Diagnostics
import Foundation

extension FolderHandle {
  /// Creates a draft with a unique name, locked while its descriptor or a copy of it is open.
  ///
  /// - Returns: The name, and the descriptor for writing.
  /// - Throws: `InputError` if it cannot be created.
  func makeDraft(for final: String) throws(InputError) -> (name: String, descriptor: Int32) {
    removeDraftsOfEndedProcesses()
    while true {
      let name = OutputFolder.draftName()
      let file = try makeFile(name, for: final)
      let failure = flock(file, LOCK_EX | LOCK_NB) == 0 ? 0 : errno
      // Another process may have removed it as a leftover before it was locked.
      var status = stat()
      let isThere = fstat(file, &status) != 0 || status.st_nlink > 0
      if isThere, failure != EWOULDBLOCK { return (name, file) }
      Foundation.close(file)
    }
  }

  /// Removes drafts that are not locked: leftovers of killed processes.
  ///
  /// On file systems without locks they cannot be identified, and are kept.
  private func removeDraftsOfEndedProcesses() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names where OutputFolder.isDraftName(name) {
      let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      defer { Foundation.close(file) }
      var status = stat()
      guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_uid == geteuid(), flock(file, LOCK_EX | LOCK_NB) == 0
      else { continue }
      unlinkat(descriptor, name, 0)
    }
  }
}
