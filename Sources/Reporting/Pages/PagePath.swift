/// The paths of a report's pages in its folder.
enum PagePath {
  /// The name of the cohort's page.
  static let page = "index.html"
  /// The folder of all other page files.
  static let folder = "pages"
  /// The style sheet of all pages, if there are pages of patients.
  static let style = "\(folder)/style.css"
  /// The folder of the patients' pages.
  static let patients = "\(folder)/patients"
  /// The folder of the cohort's chart data.
  static let charts = "\(folder)/charts"

  /// Returns the path of a patient's page.
  static func page(of patient: String) -> String { folder(of: patient) + PageName.ending }

  /// Returns the folder of a patient's chart data, beside the page.
  static func folder(of patient: String) -> String { "\(patients)/\(PageName.file(for: patient))" }
}

/// A file of a report's pages, with its path in the report's folder.
struct ReportFile: Sendable {
  var path: String
  var bytes: [UInt8]

  init(_ path: String, _ bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
