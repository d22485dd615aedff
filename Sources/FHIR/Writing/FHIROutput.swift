import Diagnostics
import Interchange
import Scheduling

/// The destination of the resources.
enum FHIROutput {
  case folder(FHIRFolder)
  case bundle(FHIRBundle)
}

/// A folder with an NDJSON file for each resource type present.
final class FHIRFolder {
  private let folder: OutputFolder
  private var files: [WrittenType: OutputFile] = [:]

  init(_ path: String) throws(InputError) { folder = try OutputFolder(path) }

  func write(_ lines: ResourceLines) throws(InputError) {
    var bytes: [UInt8] = []
    for type in WrittenType.allCases {
      lines.append(type, to: &bytes)
      if bytes.isEmpty { continue }
      try file(of: type).write(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
  }

  /// Finishes the files and removes stale files of other types, so that the folder is one
  /// consistent export.
  func finish() throws(InputError) {
    for file in files.values { try file.finish() }
    let missing = WrittenType.allCases.filter { files[$0] == nil }
    try folder.commit(removing: missing.map(\.file))
  }

  private func file(of type: WrittenType) throws(InputError) -> OutputFile {
    if let file = files[type] { return file }
    let file = try folder.file(type.file)
    files[type] = file
    return file
  }
}

extension WrittenType {
  fileprivate var file: String { "\(rawValue).ndjson" }
}

/// A file with one Bundle, whose entries are written as a stream.
final class FHIRBundle {
  private let file: OutputFile
  private var isEmpty = true

  init(_ path: String) throws(InputError) {
    file = try OutputFile(path: path)
    try file.write(Array(#"{"resourceType":"Bundle","type":"transaction""#.utf8))
  }

  func write(_ lines: ResourceLines) throws(InputError) {
    if lines.lines.isEmpty { return }
    var bytes = isEmpty ? Array(#","entry":["#.utf8) : []
    lines.appendEntries(isFirst: isEmpty, to: &bytes)
    isEmpty = false
    try file.write(bytes)
  }

  func finish() throws(InputError) {
    try file.write(Array((isEmpty ? "}\n" : "\n]}\n").utf8))
    try file.finish()
  }
}
