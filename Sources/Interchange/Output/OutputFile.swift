import Foundation
package import Scheduling
import Synchronization

/// A file that appears whole or not at all: it is written under a name of its own, and gets its final name
/// when it is whole and the disk has it.
///
/// One that is let go before it is finished leaves nothing; what a killed program has left in a folder goes
/// when the next begins one there. It is made with `FilePermissions.current`, whatever those of a file are
/// that it replaces, and nothing is ever written through a symbolic link.
package final class OutputFile: Sendable {
  private let sink: ByteSink
  /// Where it lies until it has its name; `nil` where an `OutputFolder` sees to that.
  private let draft: Draft?
  private let state: Mutex<State>

  private struct State {
    var isOpen = true
    var sum: ContentSum?
    /// Keeps the draft locked until it has its name, so that nobody takes it for one of a killed program.
    var lock: Int32 = -1
  }

  private struct Draft {
    var folder: FolderHandle
    var name: String
    var final: String

    func remove() { unlinkat(folder.descriptor, name, 0) }
  }

  /// Begins a file in a folder that is there.
  ///
  /// - Throws: `InputError` where the file cannot be written, or where something else than a file is there.
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

  /// Begins a file that a folder puts in its place.
  init(_ descriptor: Int32, path: String, isSummed: Bool) {
    sink = ByteSink(name: path, descriptor: descriptor)
    draft = nil
    state = Mutex(State(sum: isSummed ? ContentSum() : nil))
  }

  deinit {
    abandon()
    unlock()
  }

  /// What was written so far; `nil` where nobody asks.
  package var sum: ContentSum? { state.withLock(\.sum) }

  /// Adds bytes to the file.
  ///
  /// - Throws: `InputError` where the disk is full, or the file is closed.
  package func write(_ bytes: [UInt8]) throws(InputError) { try write(bytes[...]) }

  /// Adds some bytes of a list to the file.
  ///
  /// - Throws: `InputError` where the disk is full, or the file is closed.
  package func write(_ bytes: ArraySlice<UInt8>) throws(InputError) {
    try state.withLock { state throws(InputError) in
      try requireOpen(state)
      state.sum?.add(bytes)
      try sink.write(bytes)
    }
  }

  /// Adds bytes that lie in memory to the file.
  ///
  /// Safe: the bytes are lent for the call.
  ///
  /// - Throws: `InputError` where the disk is full, or the file is closed.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(InputError) {
    try state.withLock { state throws(InputError) in
      try requireOpen(state)
      state.sum?.add(bytes)
      try sink.write(bytes)
    }
  }

  /// Refuses to write where the system may have given the file's number to another.
  private func requireOpen(_ state: State) throws(InputError) {
    guard state.isOpen else {
      throw InputError(.unwritable(reason: "it is closed"), source: sink.name)
    }
  }

  /// Puts the finished file in its place, over one that was there; one of an `OutputFolder` is only
  /// closed.
  ///
  /// - Throws: `InputError` where the disk does not take it or it cannot be moved.
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

  /// Closes the file, so that all that can fail with its content has.
  func close(isSynced: Bool) throws(InputError) {
    let code = state.withLock { state -> Int32 in
      guard state.isOpen else { return 0 }
      state.isOpen = false
      // What is no file of a disk, such as a pipe, has nothing to be kept.
      let code = isSynced && fsync(sink.descriptor) != 0 && errno != EINVAL ? errno : 0
      let isClosed = Foundation.close(sink.descriptor) == 0
      return code == 0 && !isClosed ? errno : code
    }
    if code != 0 {
      removeDraft()
      throw InputError(writing: sink.name, code)
    }
  }

  /// Leaves nothing of a file that has not got its name.
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
