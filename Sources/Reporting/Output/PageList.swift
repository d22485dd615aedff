import Diagnostics
import Interchange
import Scheduling
import Synchronization

/// `partition.pages`: the files of the patients' pages of a shard, one per line.
final class PageList: Sendable {
  static let name = "partition.pages"

  /// A file of a page.
  struct Entry: Hashable {
    /// The path in the shard's folder.
    var path: String
    var sum: FileSum

    /// The file name of the patient without an extension; `nil` if the path is neither that of a
    /// patient's page nor of a file in a patient's folder.
    var patient: Substring? {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      guard 3...4 ~= parts.count, parts[..<2].joined(separator: "/") == PagePath.patients,
        parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0) })
      else { return nil }
      if parts.count == 4 { return parts[2] }
      let name = parts[2].dropLast(PageName.ending.utf8.count)
      return parts[2].hasSuffix(PageName.ending) && !name.isEmpty ? name : nil
    }
  }

  private let file: OutputFile

  /// Creates the list.
  init(in folder: OutputFolder) throws(InputError) {
    file = try folder.file(PageList.name, isSummed: true)
  }

  func append(_ path: String, _ sum: FileSum) throws(InputError) {
    try file.write(Array("\(sum.checksum),\(sum.bytes),\(path)\n".utf8))
  }

  /// Closes the list.
  func finish() throws(InputError) -> FileSum? {
    try file.finish()
    return file.sum.map(FileSum.init)
  }

  /// Parses a line without its line feed; `nil` if it is invalid.
  static func read(_ line: [UInt8]) -> Entry? {
    let parts = line.split(separator: UInt8(ascii: ","), maxSplits: 2).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard parts.count == 3, let bytes = Int(parts[1]), bytes >= 0 else { return nil }
    return Entry(path: parts[2], sum: FileSum(bytes: bytes, checksum: parts[0]))
  }
}

/// The output of a report's pages: `index.html`, and a folder `pages` with the patients' pages,
/// their style sheet and the data of charts, which are renamed into place together with the report.
///
/// The folder `pages` of an earlier report is replaced as a whole, so that it keeps no page of a
/// patient who is not in this report.
final class PageOutput: Sendable {
  private let folder: OutputFolder
  /// The list of the patients' page files, for merging.
  private let list: PageList?
  private let written = Mutex(PageTally())

  /// The files written so far.
  var tally: PageTally { written.withLock(\.self) }

  /// Creates the output, with a list of the patients' page files if given.
  ///
  /// - Throws: `InputError` if there is a folder `pages` that was not created by a report.
  init(_ folder: OutputFolder, list: PageList? = nil) throws(InputError) {
    self.folder = folder
    self.list = list
    try folder.makeFolder(PagePath.folder)
  }

  /// Returns a function that writes files, with links to the pages before and after them if their order is known.
  func writing(_ order: PageOrder?) -> @Sendable ([ReportFile]) throws -> Void {
    { files in try self.write(files.map { order?.linking($0) ?? $0 }) }
  }

  /// Writes files, which are renamed into place with the report.
  func write(_ files: [ReportFile]) throws(InputError) {
    for file in files {
      let sum = try folder.write(file.bytes, to: file.path)
      written.withLock { $0.add(file) }
      if file.path.hasPrefix(PagePath.patients) { try list?.append(file.path, FileSum(sum)) }
    }
  }
}
