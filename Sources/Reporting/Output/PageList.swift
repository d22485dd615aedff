import Interchange
import Scheduling

/// `partition.pages`: the files of the patients' pages of a share, a line each.
final class PageList: Sendable {
  static let name = "partition.pages"

  /// A file of a page.
  struct Entry: Hashable {
    /// The path in the share's folder.
    var path: String
    var sum: FileSum

    /// The name of the patient's folder; `nil` where the path is none of a patient's page.
    var patient: Substring? {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 4, parts[..<2].joined(separator: "/") == PagePath.patients,
        parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0) })
      else { return nil }
      return parts[2]
    }
  }

  private let file: OutputFile

  /// Begins a list.
  init(in folder: OutputFolder) throws(InputError) {
    file = try folder.file(PageList.name, isSummed: true)
  }

  func append(_ path: String, _ sum: FileSum) throws(InputError) {
    try file.write(Array("\(sum.checksum),\(sum.bytes),\(path)\n".utf8))
  }

  /// Ends the list.
  func finish() throws(InputError) -> FileSum? {
    try file.finish()
    return file.sum.map(FileSum.init)
  }

  /// Reads a line without its end; `nil` where it is none.
  static func read(_ line: [UInt8]) -> Entry? {
    let parts = line.split(separator: UInt8(ascii: ","), maxSplits: 2).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard parts.count == 3, let bytes = Int(parts[1]), bytes >= 0 else { return nil }
    return Entry(path: parts[2], sum: FileSum(bytes: bytes, checksum: parts[0]))
  }
}
