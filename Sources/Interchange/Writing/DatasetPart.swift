import Diagnostics

/// A file of a dataset being written.
final class DatasetPart {
  let name: String
  private let folder: OutputFolder
  private let header: [UInt8]
  private var file: OutputFile?

  /// Starts a file in a folder; an optional file is created with its first row.
  init(
    _ name: String, in folder: OutputFolder, columns: [String] = [], isOptional: Bool = false
  ) throws(InputError) {
    self.name = name
    self.folder = folder
    header = columns.isEmpty ? [] : Array((columns.joined(separator: ",") + "\n").utf8)
    if !isOptional { file = try begin() }
  }

  /// Whether the file has been created.
  var isThere: Bool { file != nil }

  private func begin() throws(InputError) -> OutputFile {
    let file = try folder.file(name)
    try file.write(header)
    return file
  }

  /// Writes bytes and returns when the system has accepted all of them.
  func write(_ bytes: [UInt8]) throws(InputError) {
    if bytes.isEmpty { return }
    if file == nil { file = try begin() }
    try file?.write(bytes)
  }

  /// Closes the file and reports delayed write errors.
  func close() throws(InputError) { try file?.finish() }
}
