package import Diagnostics
package import Foundation

/// The types of file that are neither regular files nor folders.
///
/// Opening a named pipe blocks until another program opens its other end, and a device may be endless.
package enum FileType: String, Sendable {
  case pipe, socket, device

  /// Determines the type of a path without opening it; `nil` for a regular file, a folder, or a missing file.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFDIR: return nil
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    default: self = .device
    }
  }

  /// Returns whether a path names an inherited file descriptor, such as a shell's `<(…)`: opening it does not
  /// block, and it can be read once.
  package static func isInherited(_ path: String) -> Bool {
    path == "/dev/stdin"
      || ["/dev/fd/", "/proc/self/fd/"].contains {
        path.hasPrefix($0) && Int32(path.dropFirst($0.count)) != nil
      }
  }

  /// Rejects a path that is neither a regular file nor a folder, unless it is an inherited descriptor, and
  /// one that may be a server address.
  package static func requireFile(
    _ path: String, name: String? = nil, cure: String = "name a file"
  ) throws(InputError) {
    try InputError.refuseAddress(path, exists: access(path, F_OK) == 0)
    guard let type = FileType(path: path), !isInherited(path) else { return }
    throw type.refusal(name ?? path, cure: cure)
  }

  /// Returns the error for a path of this type.
  package func refusal(_ source: String, cure: String) -> InputError {
    InputError(.unreadable(reason: "it is a \(rawValue) (\(cure))"), source: source)
  }
}

extension Data {
  /// Reads all bytes of a file; `nil` if it cannot be read.
  ///
  /// - Throws: `InputError` for a named pipe, a socket or a device.
  package static func contents(ofFile path: String) throws(InputError) -> Data? {
    try FileType.requireFile(path)
    return FileManager.default.contents(atPath: path)
  }
}
