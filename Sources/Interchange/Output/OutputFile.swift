import Foundation
package import Scheduling

/// A file that appears whole or not at all: it is written under a name of its own, and gets its final name
/// when it is whole and the disk has it.
///
/// One that is let go before it is finished leaves nothing. It is made with `FilePermissions.current`,
/// whatever those of a file are that it replaces, and nothing is ever written through a symbolic link.
package final class OutputFile: @unchecked Sendable {
  private let sink: ByteSink
  /// Where it lies until it has its name; `nil` where an `OutputFolder` sees to that.
  private let draft: Draft?
  private var isOpen = true
  /// What was written so far; `nil` where nobody asks.
  package private(set) var sum: ContentSum?

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
    let slash = path.lastIndex(of: "/")
    let folder = try FolderHandle(
      slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".")
    let final = String(slash.map { path[path.index(after: $0)...] } ?? path[...])
    do throws(InputError) {
      try folder.requireFileOrNothing(final)
    } catch {
      throw InputError(error.problem, source: path)
    }
    let draft = Draft(folder: folder, name: OutputFolder.draftName(), final: final)
    sink = ByteSink(name: path, descriptor: try folder.makeFile(draft.name, for: path))
    self.draft = draft
    UnfinishedOutputs.all.add(self) { draft.remove() }
  }

  /// Begins a file that a folder puts in its place.
  init(_ descriptor: Int32, path: String, isSummed: Bool) {
    sink = ByteSink(name: path, descriptor: descriptor)
    draft = nil
    sum = isSummed ? ContentSum() : nil
  }

  deinit { abandon() }

  /// Adds bytes to the file.
  ///
  /// - Throws: `InputError` where the disk is full.
  package func write(_ bytes: [UInt8]) throws(InputError) { try write(bytes[...]) }

  /// Adds some bytes of a list to the file.
  ///
  /// - Throws: `InputError` where the disk is full.
  package func write(_ bytes: ArraySlice<UInt8>) throws(InputError) {
    sum?.add(bytes)
    try sink.write(bytes)
  }

  /// Adds bytes that lie in memory to the file.
  ///
  /// - Throws: `InputError` where the disk is full.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(InputError) {
    sum?.add(bytes)
    try sink.write(bytes)
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
  }

  /// Closes the file, so that all that can fail with its content has.
  func close(isSynced: Bool) throws(InputError) {
    guard isOpen else { return }
    isOpen = false
    // What is no file of a disk, such as a pipe, has nothing to be kept.
    let code = isSynced && fsync(sink.descriptor) != 0 && errno != EINVAL ? errno : 0
    let isClosed = Foundation.close(sink.descriptor) == 0
    if code != 0 || !isClosed {
      let code = code != 0 ? code : errno
      removeDraft()
      throw InputError(writing: sink.name, code)
    }
  }

  /// Leaves nothing of a file that has not got its name.
  package func abandon() {
    guard isOpen else { return }
    isOpen = false
    Foundation.close(sink.descriptor)
    removeDraft()
  }

  private func removeDraft() {
    guard let draft else { return }
    draft.remove()
    UnfinishedOutputs.all.remove(self)
  }
}
