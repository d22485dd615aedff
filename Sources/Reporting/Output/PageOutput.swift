import Interchange
import Scheduling

/// A file of a report's pages, by its path in the report's folder.
struct ReportFile: Sendable {
  var path: String
  var bytes: [UInt8]

  init(_ path: String, _ bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

/// Where a report's pages go: `index.html`, and a folder `pages` with the patients' pages and the files
/// of all pictures, which take their places together with the report.
///
/// The folder `pages` of an earlier report gives way as a whole, so that no page of somebody stays who is
/// not in this one.
final class PageOutput: @unchecked Sendable {
  /// The page of the cohort.
  static let pageName = "index.html"
  /// The folder of all else.
  static let folderName = "pages"
  /// The folder of the patients' pages.
  static let patients = "\(folderName)/patients"
  /// The folder of a patient's page.
  static func folder(of patient: String) -> String { "\(patients)/\(PageName.file(for: patient))" }
  /// The folder of the files of the cohort's pictures.
  static let charts = "\(folderName)/charts"

  private let folder: OutputFolder
  /// Where it is said what the patients' pages have, so that they can be taken over.
  private let list: PageList?

  /// Begins the pages of a report, with a list of the patients' pages where one is wanted.
  ///
  /// - Throws: `InputError` where there is a folder `pages` that no report has made.
  init(_ folder: OutputFolder, list: PageList? = nil) throws(InputError) {
    self.folder = folder
    self.list = list
    try folder.makeFolder(PageOutput.folderName)
  }

  /// Writes files, which get their names with the report.
  func write(_ files: [ReportFile]) throws(InputError) {
    for file in files {
      let sum = try folder.write(file.bytes, to: file.path)
      if file.path.hasPrefix(PageOutput.patients) { try list?.append(file.path, FileSum(sum)) }
    }
  }
}
