import Diagnostics
import Formats
import Foundation
import Interchange
import Scheduling

/// An input file of FHIR resources.
struct InputFile: Sendable {
  var file: DatasetFile
  /// Whether the file is NDJSON (one resource per line) rather than one JSON document.
  var hasLines: Bool
}

/// Opens the resource files at a path.
struct InputFiles {
  /// The files, sorted by name.
  private(set) var files: [InputFile] = []
  /// Whether the path is a folder, which may contain JSON files other than FHIR resources.
  let isFolder: Bool
  private var unpacked: UnpackedFile?

  /// The maximum number of files kept open; above it, each file is reopened for every read.
  private static let mostOpen = 100

  /// Opens the files of a folder, or a single file.
  ///
  /// - Throws: `InputError` if a file cannot be opened or decompressed, or if there is none.
  init(_ path: String) throws(InputError) {
    var isFolder = ObjCBool(false)
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw InputError(reading: path, ENOENT)
    }
    self.isFolder = isFolder.boolValue
    if !self.isFolder {
      try add((path as NSString).lastPathComponent, path, staysOpen: true)
      return
    }
    let names = try InputFiles.names(in: path)
    guard !names.isEmpty else {
      throw InputError(
        .unreadable(reason: "it contains no *.ndjson or *.json file (also accepted: .gz)"),
        source: path)
    }
    for name in names {
      try add(name, "\(path)/\(name)", staysOpen: names.count <= InputFiles.mostOpen)
    }
  }

  private static func names(in folder: String) throws(InputError) -> [String] {
    let endings = [".ndjson", ".json", ".ndjson.gz", ".json.gz"]
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw InputError(reading: folder, errno)
    }
    return names.filter { name in
      !name.hasPrefix(".") && endings.contains { name.hasSuffix($0) }
    }.sorted()
  }

  private mutating func unpackedFile() throws(InputError) -> UnpackedFile {
    if let unpacked { return unpacked }
    let file = try UnpackedFile()
    unpacked = file
    return file
  }

  private mutating func add(
    _ name: String, _ path: String, staysOpen: Bool
  ) throws(InputError) {
    guard name.hasSuffix(".gz") else {
      let file = try DatasetFile(name, path: path, staysOpen: staysOpen)
      files.append(InputFile(file: file, hasLines: name.hasSuffix(".ndjson")))
      return
    }
    let unpacked = try unpackedFile()
    let file = try unpacked.add(name, path: path)
    files.append(InputFile(file: file, hasLines: name.hasSuffix(".ndjson.gz")))
  }
}

/// The decompressed content of gzip files in a temporary file, for random access.
final class UnpackedFile {
  private let file: TemporaryFile
  private let budget: UnpackingBudget

  /// Creates an empty file; everything added counts against one size budget.
  init(within budget: UnpackingBudget = UnpackingBudget()) throws(InputError) {
    self.budget = budget
    file = try TemporaryFile()
  }

  /// Appends the decompressed content of a file.
  ///
  /// - Throws: `InputError` if the file is not gzip, is corrupt or truncated, or exceeds the
  ///   budget.
  func add(_ name: String, path: String) throws(InputError) -> DatasetFile {
    let packed = try DatasetFile(name, path: path)
    let start = file.size
    try file.append(contentsOf: packed.stream(blockSize: 1 << 16).gunzipped(within: budget))
    return file.part(start..<file.size, name: name)
  }
}
