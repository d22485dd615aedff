import Foundation
import Scheduling

/// A file that appears whole or not at all: it is written under another name and renamed at the end.
struct OutputFile {
  private let path: String
  private let handle: FileHandle

  private var partialPath: String { path + ".partial" }

  /// Begins a file in a folder, which is made where it is missing.
  ///
  /// - Throws: `InputError` where the folder or file cannot be written.
  init(_ name: String, in folder: String) throws(InputError) {
    path = folder + "/" + name
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw InputError(.unwritable(reason: "the folder cannot be made"), source: folder)
    }
    guard FileManager.default.createFile(atPath: path + ".partial", contents: nil),
      let handle = FileHandle(forWritingAtPath: path + ".partial")
    else { throw InputError(.unwritable(reason: "no permission or no space"), source: path) }
    self.handle = handle
  }

  func write(_ bytes: [UInt8]) throws(InputError) {
    do {
      try handle.write(contentsOf: Data(bytes))
    } catch {
      throw InputError(.unwritable(reason: "the disk is full or gone"), source: path)
    }
  }

  /// Puts the finished file in its place, over one that was there.
  func finish() throws(InputError) {
    do {
      try handle.close()
      guard rename(partialPath, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    } catch {
      throw InputError(.unwritable(reason: "it cannot be renamed"), source: path)
    }
  }
}
