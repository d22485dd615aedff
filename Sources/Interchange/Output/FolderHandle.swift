import AdherenceAnalytics
import Foundation
import Scheduling
import Synchronization

/// An open folder, in which names are looked up whatever becomes of its path.
final class FolderHandle: Sendable {
  private let number: Atomic<Int32>
  /// What errors call it.
  let path: String

  /// What stands under a name.
  enum Entry {
    case nothing, file, folder, other
    /// A symbolic link, wherever it leads.
    case link
  }

  /// Opens a folder, or one that a symbolic link leads to.
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

  /// What the system calls the folder; -1 where it is closed.
  var descriptor: Int32 { number.load(ordering: .acquiring) }

  /// Closes the folder, and lets others lock it.
  func close() {
    let descriptor = number.exchange(-1, ordering: .acquiringAndReleasing)
    if descriptor >= 0 { Foundation.close(descriptor) }
  }

  /// Makes a folder that those may use who are meant to, and opens it.
  ///
  /// - Throws: `InputError` where something is there already.
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

  /// Makes a file that those may use who are meant to, and opens it for writing.
  ///
  /// - Throws: `InputError` where something is there already, also a link that leads nowhere.
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

  /// What stands under a name.
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

  /// Refuses a name under which there is anything but a file, which a new one may replace.
  func requireFileOrNothing(_ name: String) throws(InputError) {
    switch entry(name) {
    case .nothing, .file: return
    case .link: throw InputError(writing: "\(path)/\(name)", ELOOP)
    case .folder, .other:
      throw InputError(
        .unwritable(reason: "what is there is no file (name another place)"),
        source: "\(path)/\(name)")
    }
  }

  /// Moves something from another folder to a name here, over a file that was there.
  func take(_ name: String, from other: FolderHandle, as own: String) throws(InputError) {
    guard renameat(other.descriptor, name, descriptor, own) == 0 else {
      throw InputError(writing: "\(path)/\(own)", errno)
    }
  }

  /// The path of the folder that something lies in.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Has the disk keep the names as they are.
  func sync() { fsync(descriptor) }

  /// Has the disk keep all files of its file system, for which those of very many would each wait.
  ///
  /// Safe: the symbol is the C library's, and its type that of the manual.
  func syncAll() {
    // Swift's module of the C library lacks it.
    typealias SyncFileSystem = @convention(c) (Int32) -> Int32
    guard let address = dlsym(nil, "syncfs") else { return Foundation.sync() }
    _ = unsafeBitCast(address, to: SyncFileSystem.self)(descriptor)
  }

  /// Locks the folder against others that lock it, until it is closed.
  ///
  /// - Returns: Whether it is locked; there are file systems without locks.
  /// - Throws: `InputError` where another has locked it.
  func lockAlone() throws(InputError) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK else { return false }
    throw InputError(
      .unwritable(
        reason: "another program is writing to it (wait for that, or name another folder)"),
      source: path)
  }
}
