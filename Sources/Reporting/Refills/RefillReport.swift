import AdherenceAnalytics
import AdherenceStatistics
package import Diagnostics
package import Interchange
import Scheduling

/// The result of a refill report: the counts and a summary; the table is streamed.
package struct RefillReport: Sendable {
  /// The number of patients.
  package let patients: Int
  /// The summary of the values.
  let summary: RefillSummary
  package let request: RefillRequest
  /// The numbers of records read and rejected.
  let counts: RefillCounts
  /// The interpretations of ambiguous data, one sentence each.
  package let assumptions: [String]
  /// The problems found in the data.
  package let problems: ProblemLog
  /// The number and size of the files of the page's charts, if it was written to a folder.
  package internal(set) var pages = PageTally()

  /// Evaluates a dataset, and passes on the table in parts.
  ///
  /// - Parameters:
  ///   - dataset: The fills.
  ///   - request: The measures, windows and rules.
  ///   - format: The format of the table.
  ///   - body: Called with the bytes of each part.
  /// - Throws: `InputError` if the request names an unknown class or drug; errors of `body`.
  package init(
    of dataset: RefillDataset, _ request: RefillRequest, format: ListFormat = .text(.csv),
    to body: ([UInt8]) throws(InputError) -> Void
  ) throws(InputError) {
    try self.init(of: dataset, request, format: format, gathering: nil, to: body)
  }

  /// Evaluates a dataset, and collects the data for charts.
  init(
    of dataset: RefillDataset, _ request: RefillRequest, format: ListFormat,
    gathering collection: RefillCollection?, to body: ([UInt8]) throws(InputError) -> Void
  ) throws(InputError) {
    var table = TableStream(RefillRows.columns, format)
    try self.init(of: dataset, request, table.rows, gathering: collection) {
      () throws(InputError) in if table.isLong { try body(table.take()) }
    }
    try body(table.finish())
  }

  /// Evaluates a dataset with a row writer, which the caller empties after each patient.
  init(
    of dataset: RefillDataset, _ request: RefillRequest, _ table: RowWriter<RefillRows.Row>,
    gathering collection: RefillCollection?, taking: () throws(InputError) -> Void
  ) throws(InputError) {
    try request.requireNames(of: dataset)
    let rows = RefillRows(request, table)
    for place in dataset.patientIDs.indices {
      let record = dataset.record(at: place)
      rows.write(record)
      collection?.add(record, at: place)
      try taking()
    }
    patients = dataset.patientIDs.count
    summary = rows.summary
    self.request = request
    counts = dataset.counts
    assumptions = dataset.assumptions + rows.tally.assumptions(of: dataset, request)
    var problems = ProblemLog()
    problems.add(dataset.problems)
    self.problems = problems
  }
}

extension RefillReport {
  /// Formats the heading: the number of patients, the observation, and the handling of claims.
  ///
  /// - Parameters:
  ///   - options: The options that set another end of observation, if it is the last fill in the
  ///     data.
  ///   - showsPatients: Whether numbers of patients and claims may be disclosed.
  /// - Returns: The lines, followed by an empty one.
  package func heading(options: String, showsPatients: Bool = true) -> String {
    var end = ""
    if case .lastFill = request.query.observationEnd { end = " (\(options))" }
    let days = "\(request.observationWords)\(end)\n"
    if !showsPatients { return "Number of patients withheld, \(days)\n" }
    return "\(PageWords.count(patients, "patient")), \(days)\(claimLines)\n"
  }

  /// The handling of claim rows, one line each; empty if all rows are fills.
  private var claimLines: String {
    let (rows, open) = (counts.claims.description, counts.claims.openEnds)
    let lines = [
      rows.isEmpty ? nil : "\(counts.fills.read) claim lines: \(counts.usedFills) fills, \(rows)\n",
      open == 0
        ? nil
        : "\(PageWords.count(open, "patient")) with a last day observed years after the last fill: taken as open\n",
    ]
    return lines.compactMap(\.self).joined()
  }

  /// The parameters, definitions and counts, as in `refills.json`.
  package var json: String { RefillDefinitions.json(self) }

  /// Returns the page with its charts as one self-contained file.
  package func page(of dataset: RefillDataset) -> [UInt8] {
    let collection = RefillCollection(request, for: RefillPageMaker.charts(request))
    for place in dataset.patientIDs.indices {
      collection.add(dataset.record(at: place), at: place)
    }
    let charts = RefillCharts(dataset, request)
    return RefillPageMaker(self, collection, charts, files: nil).page
  }
}

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
