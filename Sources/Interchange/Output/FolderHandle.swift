import AdherenceAnalytics
import Diagnostics
import Formats
import Foundation
import Scheduling
import Synchronization

/// An open folder, in which names are resolved even if its path changes.
final class FolderHandle: Sendable {
  private let number: Atomic<Int32>
  /// The path in error messages.
  let path: String

  /// The kind of a directory entry.
  enum Entry {
    case nothing, file, folder, other
    /// A symbolic link, whatever its target.
    case link
  }

  /// Opens a folder, following a symbolic link.
  init(_ path: String) throws(InputError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    number = Atomic(descriptor)
    self.path = path
    if descriptor < 0 { throw InputError(writing: path, errno) }
  }

  private init(_ descriptor: Int32, _ path: String) {
    number = Atomic(descriptor)
    self.path = path
  }

  deinit { close() }

  /// The file descriptor; -1 if the folder is closed.
  var descriptor: Int32 { number.load(ordering: .acquiring) }

  /// Closes the folder and releases its lock.
  func close() {
    let descriptor = number.exchange(-1, ordering: .acquiringAndReleasing)
    if descriptor >= 0 { Foundation.close(descriptor) }
  }

  /// Creates a folder with the configured permissions and opens it.
  ///
  /// - Throws: `InputError` if the name exists.
  func makeFolder(_ name: String) throws(InputError) -> FolderHandle {
    let permissions = FilePermissions.current
    guard mkdirat(descriptor, name, mode_t(permissions.folders)) == 0 else {
      throw InputError(writing: path, errno)
    }
    let folder = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { throw InputError(writing: path, errno) }
    let made = FolderHandle(folder, "\(path)/\(name)")
    try permissions.give(to: folder, isFolder: true, path: made.path)
    return made
  }

  /// Creates a file with the configured permissions and opens it for writing.
  ///
  /// - Throws: `InputError` if the name exists, even as a dangling link.
  func makeFile(_ name: String, for final: String) throws(InputError) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let permissions = FilePermissions.current
    let file = openat(descriptor, name, flags, mode_t(permissions.files))
    guard file >= 0 else { throw InputError(writing: final, errno) }
    do throws(InputError) {
      try permissions.give(to: file, path: final)
    } catch {
      Foundation.close(file)
      unlinkat(descriptor, name, 0)
      throw error
    }
    return file
  }

  /// Returns the kind of the entry with a name.
  func entry(_ name: String) -> Entry {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .nothing }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  /// Rejects a name that exists as anything but a file, which can be replaced.
  func requireFileOrNothing(_ name: String) throws(InputError) {
    switch entry(name) {
    case .nothing, .file: return
    case .link: throw InputError(writing: "\(path)/\(name)", ELOOP)
    case .folder, .other:
      throw InputError(
        .unwritable(reason: "it exists and is not a file (choose another path)"),
        source: "\(path)/\(name)")
    }
  }

  /// Moves an entry from another folder to this one, replacing an existing file.
  func take(_ name: String, from other: FolderHandle, as own: String) throws(InputError) {
    guard renameat(other.descriptor, name, descriptor, own) == 0 else {
      throw InputError(writing: "\(path)/\(own)", errno)
    }
  }

  /// Returns the path of the parent folder.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Syncs the directory entries to the disk.
  func sync() { fsync(descriptor) }

  /// Syncs the whole file system, which is faster than syncing very many files one by one.
  ///
  /// Safe: the symbol is the C library's, and its type that of the manual.
  func syncAll() {
    // Swift's module of the C library lacks it.
    typealias SyncFileSystem = @convention(c) (Int32) -> Int32
    guard let address = dlsym(nil, "syncfs") else { return Foundation.sync() }
    _ = unsafeBitCast(address, to: SyncFileSystem.self)(descriptor)
  }

  /// Locks the folder exclusively until it is closed.
  ///
  /// - Returns: Whether it is locked; some file systems have no locks.
  /// - Throws: `InputError` if another process holds the lock.
  func lockExclusively() throws(InputError) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK else { return false }
    throw InputError(
      .unwritable(
        reason: "another program is writing to it (wait for that, or name another folder)"),
      source: path)
  }
}
