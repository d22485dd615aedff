import Diagnostics
import Interchange
import Scheduling
import Synchronization

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

  /// Writes files, which are renamed into place with the report.
  func write(_ files: [ReportFile]) throws(InputError) {
    for file in files {
      let sum = try folder.write(file.bytes, to: file.path)
      written.withLock { $0.add(file) }
      if file.path.hasPrefix(PagePath.patients) { try list?.append(file.path, FileSum(sum)) }
    }
  }
}
