package import Diagnostics
package import Interchange
import Scheduling

/// Writes a refill report into a folder: the table `measures`; `refills.json` with its parameters,
/// definitions and counts; and the page `index.html`, with the data of its charts in the folder
/// `pages` if requested.
///
/// The files are renamed into place when all are complete.
package struct RefillFolder: Sendable {
  /// The folder's path.
  package let path: String
  /// The format of the table.
  let format: ListFormat
  /// The files with the data of the page's charts.
  let pageData: PageData

  /// Creates a report folder; the directory is created when the report is written.
  package init(_ path: String, format: ListFormat, pageData: PageData = .none) {
    self.path = path
    self.format = format
    self.pageData = pageData
  }

  /// The names of the files, in reading order.
  package var names: [String] { [PagePath.page] + tables }

  private var tables: [String] { ["measures.\(format.fileEnding)", "refills.json"] }

  /// Evaluates a dataset and writes the files.
  ///
  /// - Throws: `InputError` if the request names an unknown class, or a file cannot be written; no
  ///   files are left then.
  package func write(_ dataset: RefillDataset, _ request: RefillRequest) throws(InputError)
    -> RefillReport
  {
    let folder = try OutputFolder(path)
    try folder.requireOwn(names, marked: ["refills.json"])
    let pages = try PageOutput(folder)
    let table = try folder.file(tables[0])
    let collection = RefillCollection(request, for: RefillPageMaker.charts(request))
    var report = try RefillReport(of: dataset, request, format: format, gathering: collection) {
      bytes throws(InputError) in try table.write(bytes)
    }
    let parameters = try folder.file(tables[1])
    try parameters.write(Array(RefillDefinitions.json(report).utf8))
    try table.finish()
    try parameters.finish()
    let charts = RefillCharts(dataset, request)
    try pages.write(RefillPageMaker(report, collection, charts, files: tables, pageData).files)
    try folder.commit()
    report.pages = pages.tally
    return report
  }
}
