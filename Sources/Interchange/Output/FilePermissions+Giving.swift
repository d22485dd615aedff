import AdherenceAnalytics
import Foundation
import Scheduling

extension FilePermissions {
  /// Gives an open file or folder what was said, whatever the umask has taken of it.
  ///
  /// - Throws: `InputError` where the file system has no such permissions.
  func give(to descriptor: Int32, isFolder: Bool = false, path: String) throws(InputError) {
    guard isSaid else { return }
    let code = fchmod(descriptor, mode_t(isFolder ? folders : files)) == 0 ? 0 : errno
    if code != 0 { throw InputError(writing: path, code) }
  }
}
