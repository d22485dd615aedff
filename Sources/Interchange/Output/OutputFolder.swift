import AdherenceAnalytics
import Foundation
package import Scheduling
import Synchronization

/// A folder whose new files appear together, each whole, or not at all.
///
///     let folder = try OutputFolder("report")
///     let table = try folder.file("adherence.csv")
///     try table.write(rows)
///     try table.finish()
///     try folder.commit()
///
/// Files are written in a folder within it, under a name that nobody else has, and are moved to their names
/// by ``commit(removing:last:)``. One that is let go before leaves nothing. While it is there, no other program can open
/// the folder as one of these. Files and folders are made with `FilePermissions.current`. The
/// path itself may be a symbolic link to a folder; nothing within is ever written through one.
///
/// Files in folders within it come and go with these: a folder gives way as a whole to the new one, if this
/// program has made it, which a file in it says. Others are left alone.
package final class OutputFolder: Sendable {
  /// The path, as it was given.
  package let path: String
  private let folder: FolderHandle
  private let draft: FolderHandle
  /// The folder of the files that have not got their names.
  private let draftName: String
  /// Removes the draft, and the folders that were not there before, as far as they are empty.
  private let removal: @Sendable () -> Void
  /// The folders that were not there before.
  private let made: [String]
  private let state = Mutex(State())

  private struct State {
    /// The names of what is in the draft, in the order of its making.
    var names: [String] = []
    var folders: Set<String> = []
    var files: [OutputFile] = []
    var isOpen = true
    /// Whether something was written for which the disk was not waited for.
    var isUnsynced = false
  }

  /// Opens a folder, which is made where it is missing.
  ///
  /// What a run that was killed has left there is removed.
  ///
  /// - Throws: `InputError` where it cannot be written to, or another program is writing to it.
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
      if try opened[0].lockAlone() { OutputFolder.removeLeftovers(in: path) }
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

  /// A name that nobody else has, of what has not got its own.
  static func draftName() -> String {
    let number = UInt64.random(in: 0...UInt64.max)
    return ".regimen-\(String(number, radix: 36)).partial"
  }

  static func isDraftName(_ name: String) -> Bool {
    name.hasPrefix(".regimen-") && name.hasSuffix(".partial")
  }

  /// Whether nothing is in a folder but what runs that were killed have left; also where there is none.
  package static func isEmpty(_ path: String) -> Bool {
    let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    return names?.allSatisfy(isDraftName) ?? true
  }

  /// Makes a folder and those that it lies in, and returns those that were not there.
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
          ? error : InputError(.unwritable(reason: "the folder cannot be made"), source: path)
      }
      place = end
    }
    return made
  }

  /// Makes one folder; answers whether it was not there.
  private static func makeOne(_ path: String) throws(InputError) -> Bool {
    let permissions = FilePermissions.current
    guard mkdir(path, mode_t(permissions.folders)) == 0 else { return false }
    let folder = Foundation.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    // A umask may have taken what opening it needs; then nothing can be written there either.
    guard folder >= 0 else { return true }
    defer { Foundation.close(folder) }
    try permissions.give(to: folder, isFolder: true, path: path)
    return true
  }

  /// Removes what bears the mark of a run that has ended; nobody else writes there now.
  private static func removeLeftovers(in path: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for draft in names.lazy.filter(isDraftName).map({ "\(path)/\($0)" }) {
      // What was killed before its mark was whole has nothing else in it; nothing else goes by this.
      if FolderMark.isThere(draft) {
        remove(draft)
      } else {
        FolderMark.removeUnfinished(in: draft)
        rmdir(draft)
      }
    }
  }

  /// Removes a folder with all that is in it; links are removed and not followed.
  private static func remove(_ path: String) {
    // What comes into being meanwhile is removed by the next round.
    for _ in 0..<3 {
      FolderMark.removeOthers(in: path)
      guard (try? FileManager.default.removeItem(atPath: path)) == nil else { return }
    }
  }
}

extension OutputFolder {
  /// Begins a file.
  ///
  /// - Parameters:
  ///   - name: The name, or a path of names below the folder.
  ///   - isSummed: Whether the file has an `OutputFile.sum`.
  /// - Returns: The file, which has to be finished before ``commit(removing:last:)``.
  /// - Throws: `InputError` where it cannot be written, or where something is there that may not be
  ///   replaced: anything but a file, and a folder that this program has not made.
  package func file(_ name: String, isSummed: Bool = false) throws(InputError) -> OutputFile {
    try locked { state throws(InputError) in
      let file = OutputFile(
        try open(name, &state), path: "\(path)/\(name)", isSummed: isSummed)
      state.files.append(file)
      return file
    }
  }

  /// Writes a short file, one of many, for which the disk is not waited for.
  ///
  /// - Returns: The sum of its bytes.
  /// - Throws: `InputError` as where it is begun and written by itself.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws(InputError) -> ContentSum {
    let file = OutputFile(try open(name), path: "\(path)/\(name)", isSummed: false)
    try file.write(bytes)
    try file.close(isSynced: false)
    state.withLock { $0.isUnsynced = true }
    var sum = ContentSum()
    sum.add(bytes)
    return sum
  }

  /// Begins a file that somebody else writes: it is there, and empty.
  ///
  /// - Returns: Its path, until ``commit(removing:last:)`` moves it.
  /// - Throws: `InputError` as where it is begun by itself.
  package func emptyFile(_ name: String) throws(InputError) -> String {
    Foundation.close(try open(name))
    return "\(path)/\(draftName)/\(name)"
  }

  /// Waits until the disk has a file that somebody else has written.
  ///
  /// - Throws: `InputError` where the disk does not take it.
  package func sync(_ name: String) throws(InputError) {
    let file = openat(draft.descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    defer { Foundation.close(file) }
    guard file >= 0, fsync(file) == 0 else { throw InputError(writing: "\(path)/\(name)", errno) }
  }

  /// Begins a folder within, which replaces one of its name even where nothing comes into it.
  ///
  /// - Throws: `InputError` where something is there that this program has not made.
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

  /// Makes a folder and those in which it lies; the outermost one bears the mark.
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

  /// Refuses a name under which there is what may not be replaced: anything but a file, or for a folder
  /// what this program has not made.
  ///
  /// Beginning a file does the same; this tells before the work is done.
  ///
  /// - Throws: `InputError` where it is so.
  package func requireReplaceable(_ name: String, isFolder: Bool = false) throws(InputError) {
    guard isFolder else { return try folder.requireFileOrNothing(name) }
    switch folder.entry(name) {
    case .nothing: return
    case .folder where FolderMark.isThere("\(path)/\(name)"): return
    case .link: throw InputError(writing: "\(path)/\(name)", ELOOP)
    case .folder, .file, .other: throw foreign(name)
    }
  }

  /// Refuses to replace files of others: those in a folder without the one that tells whose they are.
  ///
  /// - Parameters:
  ///   - names: The names of the files.
  ///   - marks: What any report of the kind leaves there.
  /// - Throws: `InputError` where a file is there, and none of the marks.
  package func requireOwn(_ names: [String], marked marks: [String]) throws(InputError) {
    for name in names { try requireReplaceable(name) }
    if marks.contains(where: { folder.entry($0) == .file }) { return }
    if let name = names.first(where: { folder.entry($0) != .nothing }) { throw foreign(name) }
  }

  private func foreign(_ name: String) -> InputError {
    InputError(
      .unwritable(
        reason: "it is there, and no report has made it (move it away, or name another place)"),
      source: "\(path)/\(name)")
  }

  /// Moves all that was written to its names, in the order in which it was begun.
  ///
  /// The disk has all of it before the first gets its name, and all those names before what comes last.
  ///
  /// - Parameters:
  ///   - removed: Files that are taken away first.
  ///   - last: What comes after all else.
  /// - Throws: `InputError` where something cannot be moved.
  package func commit(removing removed: [String] = [], last: String? = nil) throws(InputError) {
    // A sync for each of very many small files would take minutes.
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

  /// Leaves nothing of what has not got its name.
  package func abandon() {
    state.withLock { state in
      guard state.isOpen else { return }
      state.isOpen = false
      // Removing takes open files of its own, of which there may be too many.
      for file in state.files { file.abandon() }
      for folder in [draft, folder] { folder.close() }
      removal()
      UnfinishedOutputs.all.remove(self)
    }
  }
}
