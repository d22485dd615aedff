package import Foundation
package import Scheduling

/// What a path leads to that is neither a file nor a folder.
///
/// Opening a named pipe blocks until another program opens its other end, and a device may have no end.
package enum FileType: String, Sendable {
  case pipe, socket, device

  /// Looks at a path without opening it; `nil` where there is a file, a folder or nothing.
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

  /// Whether a path names a descriptor that the process was started with, as a shell's `<(…)` does: opening it
  /// does not block, and what it reads can be read once.
  package static func isInherited(_ path: String) -> Bool {
    path == "/dev/stdin"
      || ["/dev/fd/", "/proc/self/fd/"].contains {
        path.hasPrefix($0) && Int32(path.dropFirst($0.count)) != nil
      }
  }

  /// Refuses what is neither a file nor a folder, unless it is a descriptor that is open already, and what may be
  /// meant as the address of a server.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - name: What errors call it.
  ///   - cure: What to do instead.
  /// - Throws: `InputError` that names the type.
  package static func requireFile(
    _ path: String, name: String? = nil, cure: String = "name a file"
  ) throws(InputError) {
    try InputError.refuseAddress(path, exists: access(path, F_OK) == 0)
    guard let type = FileType(path: path), !isInherited(path) else { return }
    throw type.refusal(name ?? path, cure: cure)
  }

  /// The error of a path that leads to something of this type.
  package func refusal(_ source: String, cure: String) -> InputError {
    InputError(.unreadable(reason: "it is a \(rawValue) (\(cure))"), source: source)
  }
}

extension Data {
  /// Reads all bytes of a file; `nil` where there is none that can be read.
  ///
  /// - Throws: `InputError` for a named pipe, a socket or a device.
  package static func contents(ofFile path: String) throws(InputError) -> Data? {
    try FileType.requireFile(path)
    return FileManager.default.contents(atPath: path)
  }
}
