import Foundation
import Scheduling

/// A file of a dataset that is written under another name and renamed in the end.
final class DatasetPart {
  private let name: String
  private let path: String
  private let header: [UInt8]
  /// Whether a file without rows is left out.
  private let isOptional: Bool
  private var descriptor: Int32 = -1
  /// Whether there is a file under the other name.
  private var isThere = false

  private var partialPath: String { path + ".partial" }

  /// Begins a file in a folder; an optional one begins with its first row.
  init(_ name: String, in folder: String, columns: [String] = [], isOptional: Bool = false)
    throws(InputError)
  {
    self.name = name
    path = "\(folder)/\(name)"
    header = columns.isEmpty ? [] : Array((columns.joined(separator: ",") + "\n").utf8)
    self.isOptional = isOptional
    if !isOptional { try open() }
  }

  deinit { abandon() }

  /// Leaves nothing of a file that has not got its name.
  func abandon() {
    if descriptor >= 0 { Foundation.close(descriptor) }
    if isThere { unlink(partialPath) }
    (descriptor, isThere) = (-1, false)
  }

  private func open() throws(InputError) {
    descriptor = Foundation.open(partialPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw failure }
    isThere = true
    try write(header)
  }

  /// Adds bytes; answers when the system has them all.
  func write(_ bytes: [UInt8]) throws(InputError) {
    if bytes.isEmpty { return }
    if !isThere { try open() }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        Foundation.write(
          descriptor, all.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw failure }
      written += count
    }
  }

  /// Closes the file, so that all that can fail with its content has.
  func close() throws(InputError) {
    guard descriptor >= 0 else { return }
    let isClosed = fsync(descriptor) == 0 && Foundation.close(descriptor) == 0
    descriptor = -1
    if !isClosed { throw failure }
  }

  /// Gives the file its name; where there is none, no old one keeps it.
  func putInPlace() throws(InputError) {
    if !isThere {
      unlink(path)
      return
    }
    guard rename(partialPath, path) == 0 else { throw failure }
    isThere = false
  }

  private var failure: InputError {
    InputError(.unwritable(reason: String(cString: strerror(errno))), source: name)
  }
}
