import Interchange
import Scheduling

/// Where resources go.
enum FHIROutput {
  case folder(FHIRFolder)
  case bundle(FHIRBundle)
}

/// A folder with a file of NDJSON for each type of resource that there is.
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

  /// Files of types that are not written any more are removed, so that the folder has one answer.
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
  /// The name of its file.
  fileprivate var file: String { "\(rawValue).ndjson" }
}

/// A file with one Bundle, whose entries are written as they come.
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
