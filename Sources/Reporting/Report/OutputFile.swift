import Foundation
public import Scheduling

/// A file that appears whole or not at all: it is written under another name and renamed at the end.
///
/// One that is let go before it is finished leaves nothing.
public final class OutputFile: @unchecked Sendable {
  private let path: String
  private let descriptor: Int32
  private var isOpen = true

  private var partialPath: String { path + ".partial" }

  /// Begins a file in a folder, which is made where it is missing.
  ///
  /// - Throws: `InputError` where the folder or file cannot be written.
  convenience init(_ name: String, in folder: String) throws(InputError) {
    try OutputFile.makeFolder(folder)
    try self.init(path: folder + "/" + name)
  }

  /// Makes a folder where it is missing.
  static func makeFolder(_ folder: String) throws(InputError) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw InputError(.unwritable(reason: "the folder cannot be made"), source: folder)
    }
  }

  /// Begins a file in a folder that is there.
  ///
  /// - Throws: `InputError` where the file cannot be written.
  public init(path: String) throws(InputError) {
    self.path = path
    descriptor = open(path + ".partial", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw InputError(.unwritable(reason: "no permission or no space"), source: path)
    }
  }

  deinit { abandon() }

  /// Adds bytes to the file.
  ///
  /// - Throws: `InputError` where the disk is full.
  public func write(_ bytes: [UInt8]) throws(InputError) { try write(bytes[...]) }

  /// Adds bytes to the file.
  ///
  /// - Throws: `InputError` where the disk is full.
  func write(_ bytes: ArraySlice<UInt8>) throws(InputError) {
    let isWritten = bytes.withUnsafeBytes { bytes in
      var place = 0
      while place < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
        let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        place += count
      }
      return true
    }
    guard isWritten else {
      throw InputError(.unwritable(reason: "the disk is full or gone"), source: path)
    }
  }

  /// Puts the finished file in its place, over one that was there.
  ///
  /// - Throws: `InputError` where it cannot be moved.
  public func finish() throws(InputError) {
    isOpen = false
    guard close(descriptor) == 0, rename(partialPath, path) == 0 else {
      unlink(partialPath)
      throw InputError(.unwritable(reason: "it cannot be renamed"), source: path)
    }
  }

  /// Leaves nothing of a file that is not finished.
  func abandon() {
    guard isOpen else { return }
    isOpen = false
    close(descriptor)
    unlink(partialPath)
  }
}
