import AdherenceAnalytics
public import Diagnostics
import Formats
import Foundation
import Interchange
import Scheduling

/// Merges the reports of all shards into one, byte for byte equal to a single report on all
/// patients.
///
/// Tables are read and written patient by patient with bounded memory. Every file is verified
/// against its checksum: a modified shard is rejected.
///
///     var options = ReportOptions()
///     for share in 0..<2 {
///       options.partition = Partition(share, of: 2)
///       let folder = ReportFolder("\(path)/\(share)", format: .csv, contents: tables)
///       try folder.write(source, query, options)
///     }
///     let whole = try ReportMerge(["\(path)/0", "\(path)/1"]).write(to: "\(path)/whole")
///     print(whole.patients)  // 200
public struct ReportMerge {
  private let shards: [(path: String, shard: Shard)]
  private let format: ReportFormat

  /// Opens the folders of all shards, in any order.
  ///
  /// - Throws: `InputError` if a folder is no shard, a shard is missing or duplicated, or their
  ///   queries differ.
  public init(_ folders: [String]) throws(InputError) {
    var shards: [(path: String, shard: Shard)] = []
    for folder in folders { shards.append((folder, try Shard(folder: folder))) }
    shards.sort { $0.shard.index < $1.shard.index }
    guard let first = shards.first, let format = ReportFormat(rawValue: first.shard.format) else {
      throw InputError(.missing, field: "shares")
    }
    self.shards = shards
    self.format = format
    for other in shards {
      guard other.shard.answersTheQuestion(of: first.shard) else {
        throw InputError(
          .conflict(with: "\(first.path)/\(Shard.fileName)"), field: "parameters",
          source: "\(other.path)/\(Shard.fileName)")
      }
    }
    try ReportMerge.checkCompleteness(shards)
  }

  private static func checkCompleteness(_ shards: [(path: String, shard: Shard)])
    throws(InputError)
  {
    let count = shards.first?.shard.count ?? 0
    for (index, next) in shards.enumerated() {
      if index > 0, shards[index - 1].shard.index == next.shard.index {
        throw InputError(
          .duplicate(kind: "share", id: "\(next.shard.index + 1)/\(count)"), source: next.path)
      }
    }
    let known = Set(shards.map(\.shard.index))
    if let missing = (0..<count).first(where: { !known.contains($0) }) {
      throw InputError(.noSuch(kind: "share", id: "\(missing + 1)/\(count)"), field: "shares")
    }
  }

  /// Writes the merged report.
  ///
  /// - Parameters:
  ///   - path: The folder, created if missing.
  ///   - cancellation: Cancels the work.
  /// - Returns: The whole cohort.
  /// - Throws: `InputError` if a file of a shard was modified or a file cannot be written, or
  ///   `CancellationError`; no files are left then.
  @discardableResult
  public func write(
    to path: String, _ cancellation: Cancellation = Cancellation()
  ) throws -> CohortReport {
    let first = shards[0].shard
    try refuseShares(path)
    let (contents, frame) = (first.contents, first.frame)
    let folder = ReportFolder(path, format: format, contents: contents)
    let files = try OutputFolder(path)
    let output = try folder.output(in: files)
    do {
      let pages = contents.hasPage ? try PageOutput(files) : nil
      try copyRows(to: output, cancellation)
      var report = CohortReport(
        shards.map(\.shard.part), first.problems, first.counts,
        assumptions: first.assumptions ?? [], smallestGroup: frame.parameters.smallestGroup,
        parameters: contents.cohortParameters)
      try report.requireOutcomes(ofAll: frame.parameters.isOfAll)
      try report.requireGroup()
      let end = try folder.end(report, frame, jobs: ReportOptions().jobs)
      try output.finish(end)
      try folder.writeChecklist(end, in: files)
      if let pages, let page = report.part.page {
        let ids = page.withPages(frame.parameters.patientPages, report.flags?.trendP)
        let order = PageOrder(page, ids: ids, report.flags?.trendP)
        try copyPages(of: ids, in: order, to: pages, cancellation)
        try pages.write(end.pages)
        report.pages = pages.tally
      }
      if cancellation.isCancelled { throw CancellationError() }
      try files.commit()
      return report
    } catch {
      output.abandon()
      files.abandon()
      throw error
    }
  }

  /// Throws if the output would overwrite a shard.
  private func refuseShares(_ path: String) throws(InputError) {
    let place = URL(filePath: path).resolvingSymlinksInPath().path
    for (share, _) in shards where URL(filePath: share).resolvingSymlinksInPath().path == place {
      throw InputError(.conflict(with: share), field: path)
    }
  }

  /// Copies the rows of all patients in order of their ids.
  private func copyRows(to output: any ReportOutput, _ cancellation: Cancellation) throws {
    var readers: [ShardReader] = []
    for (path, shard) in shards { readers.append(try ShardReader(path, shard, format)) }
    while let next = readers.indices.filter({ readers[$0].patient != nil })
      .min(by: { readers[$0].precedes(readers[$1]) })
    {
      if cancellation.isCancelled { throw CancellationError() }
      try output.write(try readers[next].take())
    }
    for reader in readers { try reader.checkEnd() }
  }

  /// Copies the pages of the patients that have one in the merged report; of all if `ids` is `nil`.
  private func copyPages(
    of ids: Set<String>?, in order: PageOrder, to output: PageOutput, _ cancellation: Cancellation
  ) throws {
    let names = ids.map { Set($0.map(PageName.file)) }
    var count = 0
    for (path, shard) in shards {
      count += try ShardPages(path, shard).copy(names, in: order, to: output) {
        cancellation.isCancelled
      }
    }
    if cancellation.isCancelled { throw CancellationError() }
    let expected = ids?.count ?? shards.reduce(0) { $0 + $1.shard.part.patients }
    guard count == expected else {
      throw InputError(
        .unreadable(reason: "they have pages of \(count) patients, and not of \(expected)"),
        field: "shares")
    }
  }
}

extension Shard {
  /// Reads the description of a shard.
  fileprivate init(folder: String) throws(InputError) {
    let path = "\(folder)/\(Shard.fileName)"
    guard let data = try Data.contents(ofFile: path) else {
      throw InputError(.unreadable(reason: "the folder is no share of a report"), source: path)
    }
    try self.init(bytes: Array(data), source: path)
  }

  fileprivate func answersTheQuestion(of other: Shard) -> Bool {
    asks(theSameAs: other) && count == other.count && problems.texts == other.problems.texts
      && problems.count == other.problems.count && counts == other.counts
  }
}

extension Shard {
  /// Returns whether both shards have the same query, format and tables.
  func asks(theSameAs other: Shard) -> Bool {
    frame == other.frame && format == other.format && tables == other.tables
      && measures == other.measures && parameters == other.parameters
      && part.cohort.hasSameParameters(as: other.part.cohort)
  }
}

/// The patients' pages of a shard.
struct ShardPages {
  private let folder: String
  private let list: ShardFile

  /// Opens the list of the pages.
  init(_ folder: String, _ shard: Shard) throws(InputError) {
    self.folder = folder
    list = try ShardFile(PageList.name, in: folder, shard.files[PageList.name])
  }

  /// Copies the pages of some patients and verifies each file.
  ///
  /// - Parameters:
  ///   - names: The names of the patients' folders; `nil` for all.
  ///   - order: The order of the pages.
  ///   - output: The destination.
  ///   - isCancelled: Called before each file; the rest is skipped if it returns `true`.
  /// - Returns: The number of patients.
  /// - Throws: `InputError` if a file was modified, or cannot be written.
  func copy(
    _ names: Set<String>?, in order: PageOrder, to output: PageOutput, isCancelled: () -> Bool
  ) throws(InputError) -> Int {
    var patients: Set<String> = []
    while let line = try list.line() {
      guard let entry = PageList.read(line), let name = entry.patient.map(String.init) else {
        throw .damaged(list.path)
      }
      guard names?.contains(name) ?? true else { continue }
      if isCancelled() { return patients.count }
      patients.insert(name)
      let file = try ShardFile(entry.path, in: folder, entry.sum)
      try output.write([order.linking(ReportFile(entry.path, try file.all()))])
    }
    try list.checkEnd()
    return patients.count
  }
}
