package import Interchange
package import Scheduling

/// Writes measures from fills into a folder: the table `measures`; `refills.json`, which says how its
/// numbers came about; and the page `index.html`, with the files of its pictures in the folder `pages`.
///
/// The files are renamed into place when all are whole.
package struct RefillFolder: Sendable {
  /// The folder's path.
  let path: String
  /// The form of the table.
  let format: ListFormat

  /// Names a folder; it is made when it is written to.
  package init(_ path: String, format: ListFormat) {
    self.path = path
    self.format = format
  }

  /// The names of the files, in the order in which one reads them.
  package var names: [String] { [PagePath.page] + tables }

  private var tables: [String] { ["measures.\(format.fileEnding)", "refills.json"] }

  /// Measures and writes every patient of a dataset.
  ///
  /// - Throws: `InputError` where the request names a class that no fill has, or a file cannot be
  ///   written; no file is left then.
  package func write(_ dataset: RefillDataset, _ request: RefillRequest) throws(InputError)
    -> RefillReport
  {
    let folder = try OutputFolder(path)
    try folder.requireOwn(names, marked: ["refills.json"])
    let pages = try PageOutput(folder)
    let table = try folder.file(tables[0])
    let collection = RefillCollection(request, for: RefillPageMaker.charts(request))
    let report = try RefillReport(of: dataset, request, format: format, gathering: collection) {
      bytes throws(InputError) in try table.write(bytes)
    }
    let parameters = try folder.file(tables[1])
    try parameters.write(Array(RefillDefinitions.json(report).utf8))
    try table.finish()
    try parameters.finish()
    let charts = RefillCharts(dataset, request)
    try pages.write(RefillPageMaker(report, collection, charts, files: tables).files)
    try folder.commit()
    return report
  }
}
