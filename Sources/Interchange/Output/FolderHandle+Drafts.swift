import Foundation
import Scheduling

extension FolderHandle {
  /// Makes a file under a name that nobody else has, locked for as long as it or a copy of its descriptor is
  /// open.
  ///
  /// - Returns: The name, and the descriptor for writing.
  /// - Throws: `InputError` where it cannot be made.
  func makeDraft(for final: String) throws(InputError) -> (name: String, descriptor: Int32) {
    removeDraftsOfTheDead()
    while true {
      let name = OutputFolder.draftName()
      let file = try makeFile(name, for: final)
      let failure = flock(file, LOCK_EX | LOCK_NB) == 0 ? 0 : errno
      // Who takes it for that of a killed program may have been faster than the lock.
      var status = stat()
      let isThere = fstat(file, &status) != 0 || status.st_nlink > 0
      if isThere, failure != EWOULDBLOCK { return (name, file) }
      Foundation.close(file)
    }
  }

  /// Removes files without a name that nobody is at work on: those of programs that were killed.
  ///
  /// Where the file system has no locks, nobody can tell, and they stay.
  private func removeDraftsOfTheDead() {
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
