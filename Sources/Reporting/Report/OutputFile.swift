import Foundation
public import Scheduling

/// A file that appears whole or not at all: it is written under another name and renamed at the end.
public struct OutputFile {
  private let path: String
  private let handle: FileHandle

  private var partialPath: String { path + ".partial" }

  /// Begins a file in a folder, which is made where it is missing.
  ///
  /// - Throws: `InputError` where the folder or file cannot be written.
  init(_ name: String, in folder: String) throws(InputError) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw InputError(.unwritable(reason: "the folder cannot be made"), source: folder)
    }
    try self.init(path: folder + "/" + name)
  }

  /// Begins a file in a folder that is there.
  ///
  /// - Throws: `InputError` where the file cannot be written.
  public init(path: String) throws(InputError) {
    self.path = path
    guard FileManager.default.createFile(atPath: path + ".partial", contents: nil),
      let handle = FileHandle(forWritingAtPath: path + ".partial")
    else { throw InputError(.unwritable(reason: "no permission or no space"), source: path) }
    self.handle = handle
  }

  /// Adds bytes to the file.
  ///
  /// - Throws: `InputError` where the disk is full.
  public func write(_ bytes: [UInt8]) throws(InputError) {
    do {
      try handle.write(contentsOf: Data(bytes))
    } catch {
      throw InputError(.unwritable(reason: "the disk is full or gone"), source: path)
    }
  }

  /// Puts the finished file in its place, over one that was there.
  ///
  /// - Throws: `InputError` where it cannot be moved.
  public func finish() throws(InputError) {
    do {
      try handle.close()
      guard rename(partialPath, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    } catch {
      throw InputError(.unwritable(reason: "it cannot be renamed"), source: path)
    }
  }
}
