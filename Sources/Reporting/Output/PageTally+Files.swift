extension PageTally {
  /// Counts a file if it is in the folder.
  mutating func add(_ file: ReportFile) {
    guard file.path.hasPrefix(PagePath.folder + "/") else { return }
    let isPage =
      file.path.hasPrefix(PagePath.patients + "/") && file.path.hasSuffix(PageName.ending)
    add(file.bytes.count, isPage: isPage)
  }

  /// Formats the tally.
  ///
  /// - Parameter folder: The path of the report.
  /// - Returns: A sentence such as `Pages of 200 patients: 201 files, 8.0 MB in report/pages`; `nil`
  ///   without files.
  package func text(in folder: String) -> String? {
    guard files > 0 else { return nil }
    let what =
      patients > 0 ? "Pages of \(PageWords.count(patients, "patient"))" : "Data of the charts"
    let count = PageWords.count(files, "file")
    return "\(what): \(count), \(size) in \(folder)/\(PagePath.folder)"
  }

  private var size: String {
    let (amount, unit) =
      bytes < 1_000_000 ? (Double(bytes) / 1e3, "kB") : (Double(bytes) / 1e6, "MB")
    return "\(PageWords.amount(amount)) \(unit)"
  }
}
