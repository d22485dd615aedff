import Foundation
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
/// of all pictures, which take their places together.
///
/// All is written below another name first. The folder `pages` of an earlier report gives way as a whole,
/// so that no page of somebody stays who is not in this one.
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

  private let report: String
  private let partial: String
  /// The folders that are there already.
  private var folders: Set<String> = []
  private var isOpen = true

  /// Begins the pages of a report.
  ///
  /// - Throws: `InputError` where nothing can be written, or where there is a folder `pages` that no report
  ///   has made.
  init(_ report: String) throws(InputError) {
    self.report = report
    partial = "\(report)/pages.partial"
    try OutputFile.makeFolder(report)
    try PageOutput.checkPlace(report)
    try? FileManager.default.removeItem(atPath: partial)
    try OutputFile.makeFolder("\(partial)/\(PageOutput.folderName)")
  }

  private static func checkPlace(_ report: String) throws(InputError) {
    let files = FileManager.default
    let isReport = ["report.json", "report.sqlite"].contains {
      files.fileExists(atPath: "\(report)/\($0)")
    }
    let pages = "\(report)/\(folderName)"
    guard !isReport, files.fileExists(atPath: pages) else { return }
    throw InputError(.unwritable(reason: "it is there, and no report has made it"), source: pages)
  }

  deinit { abandon() }

  /// Writes files below the name that is not theirs yet.
  func write(_ files: [ReportFile]) throws(InputError) {
    for file in files {
      let path = "\(partial)/\(file.path)"
      let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
      if folders.insert(folder).inserted { try OutputFile.makeFolder(folder) }
      let output = try OutputFile(path: path)
      try output.write(file.bytes)
      try output.finish()
    }
  }

  /// Takes over the pages of another report's patients.
  ///
  /// - Parameters:
  ///   - other: The report's folder.
  ///   - ids: Whose pages; `nil` for all that there are.
  /// - Throws: `InputError` where a page cannot be copied.
  func copyPatients(of other: String, _ ids: Set<String>?) throws(InputError) {
    let (from, to) = ("\(other)/\(PageOutput.patients)", "\(partial)/\(PageOutput.patients)")
    let files = FileManager.default
    guard files.fileExists(atPath: from) else { return }
    try OutputFile.makeFolder(to)
    do {
      let names = ids.map { Set($0.map(PageName.file)) }
      for name in try files.contentsOfDirectory(atPath: from)
      where names?.contains(name) ?? true {
        try files.copyItem(atPath: "\(from)/\(name)", toPath: "\(to)/\(name)")
      }
    } catch {
      throw InputError(.unwritable(reason: "the pages of a share cannot be copied"), source: from)
    }
  }

  /// Puts the pages in their places, the first one last.
  func commit() throws(InputError) {
    isOpen = false
    let files = FileManager.default
    let (pages, old) = ("\(report)/\(PageOutput.folderName)", "\(report)/pages.old")
    do {
      try? files.removeItem(atPath: old)
      if files.fileExists(atPath: pages) { try files.moveItem(atPath: pages, toPath: old) }
      try files.moveItem(atPath: "\(partial)/\(PageOutput.folderName)", toPath: pages)
      guard rename("\(partial)/\(PageOutput.pageName)", "\(report)/\(PageOutput.pageName)") == 0
      else {
        throw CocoaError(.fileWriteUnknown)
      }
      try? files.removeItem(atPath: old)
      try files.removeItem(atPath: partial)
    } catch {
      throw InputError(.unwritable(reason: "it cannot be moved to its place"), source: pages)
    }
  }

  /// Leaves nothing of what is not in its place.
  func abandon() {
    guard isOpen else { return }
    isOpen = false
    try? FileManager.default.removeItem(atPath: partial)
  }
}
