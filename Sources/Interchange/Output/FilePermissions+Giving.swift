import AdherenceAnalytics
import Diagnostics
import Formats
import Foundation

extension FilePermissions {
  /// Sets explicitly requested permissions of an open file or folder, regardless of the umask.
  ///
  /// - Throws: `InputError` if the file system does not support them.
  func give(to descriptor: Int32, isFolder: Bool = false, path: String) throws(InputError) {
    guard isSaid else { return }
    let code = fchmod(descriptor, mode_t(isFolder ? folders : files)) == 0 ? 0 : errno
    if code != 0 { throw InputError(writing: path, code) }
  }
}
