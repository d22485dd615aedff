package import Diagnostics
package import Formats
import Foundation
import Scheduling
import Synchronization

/// A file that is written atomically: a draft that is renamed to its final name once it is complete
/// and synced.
///
/// Deinitializing an unfinished file removes it; drafts of killed processes are removed when the
/// next one is started in the folder. The file has the permissions `FilePermissions.current`,
/// whatever those of a replaced file were, and symbolic links are never followed.
package final class OutputFile: Sendable {
  private let sink: ByteSink
  /// The draft; `nil` if an `OutputFolder` renames the file.
  private let draft: Draft?
  private let state: Mutex<State>

  private struct State {
    var isOpen = true
    var sum: Checksum64?
    /// The lock on the draft, which protects it from being removed as a leftover.
    var lock: Int32 = -1
  }

  private struct Draft {
    var folder: FolderHandle
    var name: String
    var final: String

    func remove() { unlinkat(folder.descriptor, name, 0) }
  }

  /// Starts a file in an existing folder.
  ///
  /// - Throws: `InputError` if the file cannot be written or something other than a file exists.
  package init(path: String) throws(InputError) {
    try InputError.refuseAddress(path, exists: access(path, F_OK) == 0)
    let slash = path.lastIndex(of: "/")
    let folder = try FolderHandle(FolderHandle.parent(of: path))
    let final = String(slash.map { path[path.index(after: $0)...] } ?? path[...])
    do throws(InputError) {
      try folder.requireFileOrNothing(final)
    } catch {
      throw InputError(error.problem, source: path)
    }
    let made = try folder.makeDraft(for: path)
    let draft = Draft(folder: folder, name: made.name, final: final)
    sink = ByteSink(name: path, descriptor: made.descriptor)
    self.draft = draft
    state = Mutex(State(lock: fcntl(made.descriptor, F_DUPFD_CLOEXEC, 0)))
    UnfinishedOutputs.all.add(self) { draft.remove() }
  }

  /// Starts a file that an `OutputFolder` renames.
  init(_ descriptor: Int32, path: String, isSummed: Bool) {
    sink = ByteSink(name: path, descriptor: descriptor)
    draft = nil
    state = Mutex(State(sum: isSummed ? Checksum64() : nil))
  }

  deinit {
    abandon()
    unlock()
  }

  /// The checksum of the bytes written so far; `nil` if it was not requested.
  package var sum: Checksum64? { state.withLock(\.sum) }

  /// Appends bytes.
  ///
  /// - Throws: `InputError` if the disk is full or the file is closed.
  package func write(_ bytes: [UInt8]) throws(InputError) { try write(bytes[...]) }

  /// Appends a slice of bytes.
  ///
  /// - Throws: `InputError` if the disk is full or the file is closed.
  package func write(_ bytes: ArraySlice<UInt8>) throws(InputError) {
    try state.withLock { state throws(InputError) in
      try requireOpen(state)
      state.sum?.add(bytes)
      try sink.write(bytes)
    }
  }

  /// Appends bytes in memory.
  ///
  /// Safe: the bytes are lent for the call.
  ///
  /// - Throws: `InputError` if the disk is full or the file is closed.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(InputError) {
    try state.withLock { state throws(InputError) in
      try requireOpen(state)
      state.sum?.add(bytes)
      try sink.write(bytes)
    }
  }

  /// Rejects writing to a closed file, whose descriptor may have been reused.
  private func requireOpen(_ state: State) throws(InputError) {
    guard state.isOpen else {
      throw InputError(.unwritable(reason: "it is closed"), source: sink.name)
    }
  }

  /// Completes the file and renames it to its final name, replacing an existing file; a file of an
  /// `OutputFolder` is only closed.
  ///
  /// - Throws: `InputError` if the file cannot be synced or renamed.
  package func finish() throws(InputError) {
    try close(isSynced: true)
    guard let draft else { return }
    do throws(InputError) {
      try UnfinishedOutputs.all.place(self) { () throws(InputError) in
        try draft.folder.take(draft.name, from: draft.folder, as: draft.final)
      }
    } catch {
      removeDraft()
      throw error
    }
    draft.folder.sync()
    unlock()
  }

  private func unlock() {
    state.withLock { state in
      if state.lock >= 0 { Foundation.close(state.lock) }
      state.lock = -1
    }
  }

  /// Closes the file and reports delayed write errors.
  func close(isSynced: Bool) throws(InputError) {
    let code = state.withLock { state -> Int32 in
      guard state.isOpen else { return 0 }
      state.isOpen = false
      // Pipes and other special files cannot be synced.
      let code = isSynced && fsync(sink.descriptor) != 0 && errno != EINVAL ? errno : 0
      let isClosed = Foundation.close(sink.descriptor) == 0
      return code == 0 && !isClosed ? errno : code
    }
    if code != 0 {
      removeDraft()
      throw InputError(writing: sink.name, code)
    }
  }

  /// Removes an unfinished file.
  package func abandon() {
    let wasOpen = state.withLock { state in
      defer { state.isOpen = false }
      if state.isOpen { Foundation.close(sink.descriptor) }
      return state.isOpen
    }
    if wasOpen { removeDraft() }
  }

  private func removeDraft() {
    guard let draft else { return }
    draft.remove()
    UnfinishedOutputs.all.remove(self)
  }
}

/// The unfinished files and folders of this process, which must be removed if it ends abruptly.
package final class UnfinishedOutputs: Sendable {
  /// The instance of the process.
  package static let all = UnfinishedOutputs()

  private let state = Mutex(State())

  private struct State {
    var abandonings: [ObjectIdentifier: @Sendable () -> Void] = [:]
    var isOver = false
  }

  private init() {}

  /// Removes all outputs, and prevents any from being committed afterwards.
  ///
  /// An output that is being committed is waited for and kept.
  package func abandon() {
    let abandonings = state.withLock { state in
      state.isOver = true
      return Array(state.abandonings.values)
    }
    for abandoning in abandonings { abandoning() }
  }

  func add(_ output: AnyObject, abandoning: @escaping @Sendable () -> Void) {
    let id = ObjectIdentifier(output)
    state.withLock { $0.abandonings[id] = abandoning }
  }

  func remove(_ output: AnyObject) {
    let id = ObjectIdentifier(output)
    state.withLock { $0.abandonings[id] = nil }
  }

  /// Commits an output unless all are being abandoned; ``abandon()`` waits meanwhile.
  ///
  /// - Throws: `InputError` if the process is ending, and errors of `body`.
  func place(_ output: AnyObject, _ body: () throws(InputError) -> Void) throws(InputError) {
    let id = ObjectIdentifier(output)
    try state.withLock { state throws(InputError) in
      if state.isOver { throw InputError(.unwritable(reason: "the program is being terminated")) }
      try body()
      state.abandonings[id] = nil
    }
  }
}

/// A destination of bytes: a file descriptor with a name.
///
/// Safe: the system writes no more than the rest, and the bytes are lent for the call.
package struct ByteSink: Sendable {
  /// The name in error messages.
  let name: String
  let descriptor: Int32

  /// The standard output of the process.
  package static let standardOutput = ByteSink(name: "standard output", descriptor: STDOUT_FILENO)

  /// The problem that the reader of a pipe has exited.
  package static let readerIsGone = InputError.Problem.unwritable(
    reason: "its reader has exited")

  init(name: String, descriptor: Int32) {
    self.name = name
    self.descriptor = descriptor
  }

  /// Writes all bytes.
  ///
  /// - Throws: `InputError` if the disk is full, and with ``readerIsGone`` for a broken pipe;
  ///   SIGPIPE must be ignored.
  package func write(_ bytes: [UInt8]) throws(InputError) {
    try check(bytes.withUnsafeBytes(put))
  }

  /// Writes a slice of bytes.
  func write(_ bytes: ArraySlice<UInt8>) throws(InputError) {
    try check(bytes.withUnsafeBytes(put))
  }

  /// Writes bytes in memory.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(InputError) { try check(put(bytes)) }

  private func check(_ code: Int32) throws(InputError) {
    if code == EPIPE { throw InputError(ByteSink.readerIsGone, source: name) }
    if code != 0 { throw InputError(writing: name, code) }
  }

  /// Writes bytes and returns 0 or the system's error code.
  private func put(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN {
        var wish = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wish, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
