public import Diagnostics
import Formats
import Foundation
public import Interchange
import Scheduling

extension ArrowDataset {
  /// Reads a folder of Arrow files: `patients.arrow`, `tasks.arrow`, `outcomes.arrow` and
  /// optionally `holds.arrow`, `plans.arrow` and `contacts.arrow`, also as Feather files or as
  /// streams in files.
  ///
  /// The columns of all files stay in memory as long as the dataset.
  ///
  /// - Throws: `InputError` as ``init(_:)``, and if a file cannot be read.
  public init(folder: String) throws(InputError) {
    try self.init(ArrowDataset.streams(in: folder, TableRules.cohort.map(\.name)))
  }

  /// Returns whether a folder contains the records of a cohort as Arrow files.
  public static func isFolder(_ path: String) -> Bool { file(of: "patients", in: path) != nil }

  /// Returns the streams of the tables that exist in a folder.
  static func streams(
    in folder: String, _ tables: [String]
  ) throws(InputError) -> [String: ArrowStream] {
    var streams: [String: ArrowStream] = [:]
    for name in tables {
      guard let file = file(of: name, in: folder) else { continue }
      streams[name] = try ArrowStream(file: "\(folder)/\(file)", name: file)
    }
    return streams
  }

  private static func file(of table: String, in folder: String) -> String? {
    ["arrow", "feather", "arrows"].map { "\(table).\($0)" }
      .first { FileManager.default.fileExists(atPath: "\(folder)/\($0)") }
  }
}

extension RefillDataset {
  /// Reads a folder of Arrow files: `fills.arrow` and optionally `stays.arrow`.
  ///
  /// - Throws: `InputError` if a file or column is missing or a column has a wrong type.
  public init(arrowFolder folder: String) throws(InputError) {
    let streams = try ArrowDataset.streams(in: folder, ["fills", "stays"])
    guard let fills = streams["fills"] else {
      throw InputError(.missing, field: "fills", source: folder)
    }
    try self.init(fills: fills, stays: streams["stays"])
  }

  /// Returns whether a folder contains fills as Arrow files.
  public static func isArrowFolder(_ path: String) -> Bool {
    ["arrow", "feather", "arrows"].contains {
      FileManager.default.fileExists(atPath: "\(path)/fills.\($0)")
    }
  }
}

extension ArrowStream {
  /// Reads an Arrow file as a stream.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - name: The name in error messages; the path by default.
  /// - Throws: `InputError` if the file cannot be read, is of another format or damaged.
  public convenience init(file path: String, name: String? = nil) throws(InputError) {
    self.init(reading: try ArrowFile(name ?? path, path: path))
  }
}
