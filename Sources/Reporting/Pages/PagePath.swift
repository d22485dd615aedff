/// Where the files of a report's pages lie in its folder.
enum PagePath {
  /// The page of the cohort, and in a patient's folder that of the patient.
  static let page = "index.html"
  /// The folder of all else.
  static let folder = "pages"
  /// The folder of the patients' pages.
  static let patients = "\(folder)/patients"
  /// The folder of the files of the cohort's pictures.
  static let charts = "\(folder)/charts"

  /// The folder of a patient's page.
  static func folder(of patient: String) -> String { "\(patients)/\(PageName.file(for: patient))" }
}

/// A file of a report's pages, by its path in the report's folder.
struct ReportFile: Sendable {
  var path: String
  var bytes: [UInt8]

  init(_ path: String, _ bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
