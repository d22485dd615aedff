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

/// The file that marks a folder as created by this program, which may therefore remove it.
enum FolderMark {
  private static let name = ".regimen"
  private static let text = "Made by regimen, which replaces this folder as a whole.\n"

  /// Writes the mark of a folder.
  static func put(in folder: FolderHandle) throws(InputError) {
    let path = "\(folder.path)/\(name)"
    let file = OutputFile(try folder.makeFile(name, for: path), path: path, isSummed: false)
    try file.write(Array(text.utf8))
    try file.close(isSynced: false)
  }

  /// Returns whether a folder (not a link to one) is marked.
  static func isThere(_ path: String) -> Bool {
    written(in: path) { _, bytes in bytes.elementsEqual(text.utf8) } ?? false
  }

  /// Removes an incomplete mark.
  static func removeUnfinished(in path: String) {
    _ = written(in: path) { folder, bytes in
      if bytes.count < text.utf8.count, text.utf8.starts(with: bytes) { unlinkat(folder, name, 0) }
    }
  }

  /// Removes everything in a folder except its mark, which identifies the rest after an
  /// interruption.
  static func removeOthers(in path: String) {
    guard isThere(path) else { return }
    for other in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    where other != name {
      try? FileManager.default.removeItem(atPath: "\(path)/\(other)")
    }
  }

  /// Passes the content of a folder's mark, at most one byte longer than a valid mark, to a body;
  /// `nil` if there is none.
  private static func written<Result>(
    in path: String, _ body: (_ folder: Int32, ArraySlice<UInt8>) -> Result
  ) -> Result? {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return nil }
    defer { close(folder) }
    let mark = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard mark >= 0 else { return nil }
    defer { close(mark) }
    var bytes = [UInt8](repeating: 0, count: text.utf8.count + 1)
    let count = read(mark, &bytes, bytes.count)
    return count < 0 ? nil : body(folder, bytes[..<count])
  }
}
