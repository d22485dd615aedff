import Interchange
import Scheduling

/// Where a report's pages go: `index.html`, and a folder `pages` with the patients' pages and the files
/// of all pictures, which take their places together with the report.
///
/// The folder `pages` of an earlier report gives way as a whole, so that no page of somebody stays who is
/// not in this one.
final class PageOutput: Sendable {
  private let folder: OutputFolder
  /// Where it is said what the patients' pages have, so that they can be taken over.
  private let list: PageList?

  /// Begins the pages of a report, with a list of the patients' pages where one is wanted.
  ///
  /// - Throws: `InputError` where there is a folder `pages` that no report has made.
  init(_ folder: OutputFolder, list: PageList? = nil) throws(InputError) {
    self.folder = folder
    self.list = list
    try folder.makeFolder(PagePath.folder)
  }

  /// Writes files, which get their names with the report.
  func write(_ files: [ReportFile]) throws(InputError) {
    for file in files {
      let sum = try folder.write(file.bytes, to: file.path)
      if file.path.hasPrefix(PagePath.patients) { try list?.append(file.path, FileSum(sum)) }
    }
  }
}
