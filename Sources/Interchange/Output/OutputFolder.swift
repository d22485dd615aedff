import AdherenceAnalytics
package import Diagnostics
package import Formats
import Foundation
import Scheduling
import Synchronization

/// A folder whose new files appear together, each complete, or not at all.
///
///     let folder = try OutputFolder("report")
///     let table = try folder.file("adherence.csv")
///     try table.write(rows)
///     try table.finish()
///     try folder.commit()
///
/// Files are written to a uniquely named draft folder within it and moved to their names by
/// ``commit(removing:last:)``. Deinitializing an uncommitted folder removes them. An exclusive lock
/// prevents other processes from opening the folder for output. Files and folders have the
/// permissions `FilePermissions.current`. The path itself may be a symbolic link to a folder; links
/// within it are never followed.
///
/// Nested folders are replaced as a whole if this program created them, as a mark file shows. Other
/// folders are never replaced.
package final class OutputFolder: Sendable {
  /// The path as given.
  package let path: String
  private let folder: FolderHandle
  private let draft: FolderHandle
  /// The name of the draft folder.
  private let draftName: String
  /// Removes the draft, and those folders that were created for it and are empty.
  private let removal: @Sendable () -> Void
  /// The folders that were created for it.
  private let made: [String]
  private let state = Mutex(State())

  private struct State {
    /// The names of the entries in the draft, in order of creation.
    var names: [String] = []
    var folders: Set<String> = []
    var files: [OutputFile] = []
    var isOpen = true
    /// Whether files were written without waiting for a sync.
    var isUnsynced = false
  }

  /// Opens a folder, which is created if it does not exist, and removes leftovers of killed
  /// processes.
  ///
  /// - Throws: `InputError` if it cannot be written or another process is writing to it.
  package init(_ path: String) throws(InputError) {
    try InputError.refuseAddress(path, exists: access(path, F_OK) == 0)
    self.path = path
    let (made, name) = (try OutputFolder.make(path), OutputFolder.draftName())
    let removal: @Sendable () -> Void = {
      OutputFolder.remove("\(path)/\(name)")
      for folder in made.reversed() { rmdir(folder) }
    }
    var opened: [FolderHandle] = []
    do throws(InputError) {
      opened.append(try FolderHandle(path))
      if try opened[0].lockExclusively() { OutputFolder.removeLeftovers(in: path) }
      opened.append(try opened[0].makeFolder(name))
      try FolderMark.put(in: opened[1])
    } catch {
      for folder in opened { folder.close() }
      removal()
      throw error
    }
    (folder, draft) = (opened[0], opened[1])
    (self.removal, draftName, self.made) = (removal, name, made)
    UnfinishedOutputs.all.add(self, abandoning: removal)
  }

  deinit { abandon() }

  /// Returns a unique name for a draft.
  static func draftName() -> String {
    let number = UInt64.random(in: 0...UInt64.max)
    return ".regimen-\(String(number, radix: 36)).partial"
  }

  static func isDraftName(_ name: String) -> Bool {
    name.hasPrefix(".regimen-") && name.hasSuffix(".partial")
  }

  /// Returns whether a folder is missing, empty, or contains only leftovers of killed processes.
  package static func isEmpty(_ path: String) -> Bool {
    let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    return names?.allSatisfy(isDraftName) ?? true
  }

  /// Creates a folder and its missing parents, and returns the created ones.
  private static func make(_ path: String) throws(InputError) -> [String] {
    var made: [String] = []
    var place = path.startIndex
    while place < path.endIndex {
      let end = path[path.index(after: place)...].firstIndex(of: "/") ?? path.endIndex
      let folder = String(path[..<end])
      if try makeOne(folder) {
        made.append(folder)
      } else if ![EEXIST, EISDIR].contains(errno), access(folder, F_OK) != 0 {
        let error = InputError(writing: path, errno)
        let isKnown = [EACCES, EPERM, EROFS, ENOSPC, EDQUOT].contains(errno)
        for folder in made.reversed() { rmdir(folder) }
        throw isKnown
          ? error : InputError(.unwritable(reason: "the folder cannot be created"), source: path)
      }
      place = end
    }
    return made
  }

  /// Creates one folder and returns whether it was missing.
  private static func makeOne(_ path: String) throws(InputError) -> Bool {
    let permissions = FilePermissions.current
    guard mkdir(path, mode_t(permissions.folders)) == 0 else { return false }
    let folder = Foundation.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    // A umask may prevent opening the folder; then it cannot be written either.
    guard folder >= 0 else { return true }
    defer { Foundation.close(folder) }
    try permissions.give(to: folder, isFolder: true, path: path)
    return true
  }

  /// Removes marked leftovers; the lock guarantees that no process is writing to them.
  private static func removeLeftovers(in path: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for draft in names.lazy.filter(isDraftName).map({ "\(path)/\($0)" }) {
      // A process killed while writing its mark has left nothing else; other folders are kept.
      if FolderMark.isThere(draft) {
        remove(draft)
      } else {
        FolderMark.removeUnfinished(in: draft)
        rmdir(draft)
      }
    }
  }

  /// Removes a folder with its content, without following links.
  private static func remove(_ path: String) {
    // Another round removes entries created meanwhile.
    for _ in 0..<3 {
      FolderMark.removeOthers(in: path)
      guard (try? FileManager.default.removeItem(atPath: path)) == nil else { return }
    }
  }
}

extension OutputFolder {
  /// Starts a file.
  ///
  /// - Parameters:
  ///   - name: The name, or a relative path below the folder.
  ///   - isSummed: Whether to compute `OutputFile.sum`.
  /// - Returns: The file, which must be finished before ``commit(removing:last:)``.
  /// - Throws: `InputError` if it cannot be written, or the name exists and may not be replaced:
  ///   only files, and folders created by this program, may be.
  package func file(_ name: String, isSummed: Bool = false) throws(InputError) -> OutputFile {
    try locked { state throws(InputError) in
      let file = OutputFile(
        try open(name, &state), path: "\(path)/\(name)", isSummed: isSummed)
      state.files.append(file)
      return file
    }
  }

  /// Writes a small file, one of many, without syncing it individually.
  ///
  /// - Returns: The checksum of its bytes.
  /// - Throws: `InputError` as for ``file(_:isSummed:)``.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws(InputError) -> Checksum64 {
    let file = OutputFile(try open(name), path: "\(path)/\(name)", isSummed: false)
    try file.write(bytes)
    try file.close(isSynced: false)
    state.withLock { $0.isUnsynced = true }
    var sum = Checksum64()
    sum.add(bytes)
    return sum
  }

  /// Creates an empty file that another component writes by path.
  ///
  /// - Returns: Its path until ``commit(removing:last:)`` moves it.
  /// - Throws: `InputError` as for ``file(_:isSummed:)``.
  package func emptyFile(_ name: String) throws(InputError) -> String {
    Foundation.close(try open(name))
    return "\(path)/\(draftName)/\(name)"
  }

  /// Syncs a file that another component has written.
  ///
  /// - Throws: `InputError` if it cannot be synced.
  package func sync(_ name: String) throws(InputError) {
    let file = openat(draft.descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    defer { Foundation.close(file) }
    guard file >= 0, fsync(file) == 0 else { throw InputError(writing: "\(path)/\(name)", errno) }
  }

  /// Creates a nested folder, which replaces an existing one even if it stays empty.
  ///
  /// - Throws: `InputError` if the name exists and was not created by this program.
  package func makeFolder(_ name: String) throws(InputError) {
    try locked { state throws(InputError) in try makeFolders([Substring(name)], &state) }
  }

  private func open(_ name: String) throws(InputError) -> Int32 {
    try locked { state throws(InputError) in try open(name, &state) }
  }

  private func open(_ name: String, _ state: inout State) throws(InputError) -> Int32 {
    let parts = name.split(separator: "/")
    if parts.count > 1 {
      try makeFolders(Array(parts.dropLast()), &state)
    } else if !state.names.contains(name) {
      try requireReplaceable(name)
      state.names.append(name)
    }
    return try draft.makeFile(name, for: "\(path)/\(name)")
  }

  private func locked<Result: Sendable>(
    _ body: (inout State) throws(InputError) -> Result
  ) throws(InputError) -> Result {
    try state.withLock { state throws(InputError) in
      guard state.isOpen else {
        throw InputError(.unwritable(reason: "it is closed"), source: path)
      }
      return try body(&state)
    }
  }

  /// Creates a folder and its parents; the outermost one is marked.
  private func makeFolders(_ parts: [Substring], _ state: inout State) throws(InputError) {
    for count in parts.indices {
      let name = parts[...count].joined(separator: "/")
      guard state.folders.insert(name).inserted else { continue }
      if count == 0 {
        try requireReplaceable(name, isFolder: true)
        state.names.append(name)
      }
      let made = try draft.makeFolder(name)
      if count == 0 { try FolderMark.put(in: made) }
    }
  }

  /// Rejects a name that exists and may not be replaced: only files, or folders created by this
  /// program, may be.
  ///
  /// Starting a file checks the same; this check can be made before expensive work.
  ///
  /// - Throws: `InputError` if the name may not be replaced.
  package func requireReplaceable(_ name: String, isFolder: Bool = false) throws(InputError) {
    guard isFolder else { return try folder.requireFileOrNothing(name) }
    switch folder.entry(name) {
    case .nothing: return
    case .folder where FolderMark.isThere("\(path)/\(name)"): return
    case .link: throw InputError(writing: "\(path)/\(name)", ELOOP)
    case .folder, .file, .other: throw foreign(name)
    }
  }

  /// Rejects replacing files of others: those in a folder without one of the files that identify a
  /// report.
  ///
  /// - Parameters:
  ///   - names: The names of the files.
  ///   - marks: The files that any report of the kind contains.
  /// - Throws: `InputError` if one of the files exists without any of the marks.
  package func requireOwn(_ names: [String], marked marks: [String]) throws(InputError) {
    for name in names { try requireReplaceable(name) }
    if marks.contains(where: { folder.entry($0) == .file }) { return }
    if let name = names.first(where: { folder.entry($0) != .nothing }) { throw foreign(name) }
  }

  private func foreign(_ name: String) -> InputError {
    InputError(
      .unwritable(
        reason: "it exists and was not created by a report (move it away, or choose another path)"),
      source: "\(path)/\(name)")
  }

  /// Moves all entries to their final names in order of creation.
  ///
  /// All content is synced before the first rename, and all renames before the last entry.
  ///
  /// - Parameters:
  ///   - removed: Files that are removed first.
  ///   - last: The entry that is renamed last.
  /// - Throws: `InputError` if an entry cannot be moved.
  package func commit(removing removed: [String] = [], last: String? = nil) throws(InputError) {
    // Syncing very many small files one by one would take minutes.
    let (names, folders, isUnsynced) = state.withLock { ($0.names, $0.folders, $0.isUnsynced) }
    if isUnsynced || !folders.isEmpty { draft.syncAll() }
    try UnfinishedOutputs.all.place(self) { () throws(InputError) in
      for name in removed { unlinkat(folder.descriptor, name, 0) }
      if !removed.isEmpty { folder.sync() }
      for name in names where name != last { try place(name, isFolder: folders.contains(name)) }
      for name in names where name == last {
        folder.sync()
        try place(name, isFolder: folders.contains(name))
      }
    }
    folder.sync()
    for name in made { (try? FolderHandle(FolderHandle.parent(of: name)))?.sync() }
    abandon()
  }

  private func place(_ name: String, isFolder: Bool) throws(InputError) {
    try requireReplaceable(name, isFolder: isFolder)
    if isFolder, folder.entry(name) == .folder {
      try draft.take(name, from: folder, as: "old.\(name)")
    }
    try folder.take(name, from: draft, as: name)
  }

  /// Removes everything that is not committed.
  package func abandon() {
    state.withLock { state in
      guard state.isOpen else { return }
      state.isOpen = false
      // Closed first, because removing opens files, and the limit of descriptors may be reached.
      for file in state.files { file.abandon() }
      for folder in [draft, folder] { folder.close() }
      removal()
      UnfinishedOutputs.all.remove(self)
    }
  }
}
