import Diagnostics
import Foundation

// The conversion of the system's file errors to user-facing errors.
extension InputError {
  /// Creates the error of a file or folder that cannot be written.
  package init(writing source: String, _ code: Int32) {
    self.init(
      .unwritable(reason: InputError.reason(code)), source: source, cause: InputError.cause(code))
  }

  /// Creates the error of a file or folder that cannot be read.
  package init(reading source: String, _ code: Int32) {
    self.init(
      .unreadable(reason: InputError.reason(code)), source: source, cause: InputError.cause(code))
  }

  private static func cause(_ code: Int32) -> (any Error)? {
    POSIXErrorCode(rawValue: code).map { POSIXError($0) }
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case EMFILE, ENFILE: "too many files are open (close some, or raise the limit: ulimit -n)"
    case EACCES, EPERM: "permission denied (check the permissions of it and its folder)"
    case EROFS: "it is on a read-only file system (choose another path)"
    case ENOSPC, EDQUOT: "the disk is full (free some space and try again)"
    case EFBIG: "the disk is full, or the file is larger than the system allows"
    case ELOOP: "it is a symbolic link, which output does not follow (remove it)"
    default: String(cString: strerror(code))
    }
  }
}
