import AdherenceAnalytics
import Foundation
public import Scheduling

/// Makes one report of the reports of all shares of the patients, the same bytes as one report on all
/// of them would have.
///
/// Tables are read and written patient by patient, in memory that does not depend on their length.
public struct ReportMerge {
  private let shards: [(path: String, shard: Shard)]
  private let format: ReportFormat

  /// Opens the folders of all shares, in any order.
  ///
  /// - Throws: `InputError` where a folder is no share's, a share is missing or there twice, or they
  ///   answer different questions.
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

  /// Writes the one report.
  ///
  /// - Parameters:
  ///   - path: The folder, which is made where it is missing.
  ///   - cancellation: Ends the work when it is told to.
  /// - Returns: The whole cohort.
  /// - Throws: `InputError` where a table of a share is not whole or a file cannot be written, or
  ///   `CancellationError`; no file is left then.
  @discardableResult
  public func write(
    to path: String, _ cancellation: Cancellation = Cancellation()
  ) throws -> CohortReport {
    let first = shards[0].shard
    let contents = first.contents
    let folder = ReportFolder(path, format: format, contents: contents)
    let pages = contents.hasPage ? try PageOutput(path) : nil
    let output = try folder.output()
    do {
      try copyRows(contents.patientTables, to: output, cancellation)
      let report = CohortReport(
        shards.map(\.shard.part), first.problems, first.counts)
      let end = folder.end(report, first.frame, jobs: ReportOptions().jobs)
      try output.finish(end)
      let ids = report.part.page?.withPages(ReportFrame(first.frame).patientPages) ?? []
      for shard in shards { try pages?.copyPatients(of: shard.path, ids) }
      try pages?.write(end.pages)
      try output.commit()
      try pages?.commit()
      return report
    } catch {
      output.abandon()
      pages?.abandon()
      throw error
    }
  }

  /// Copies the rows of all patients in order of their ids.
  private func copyRows(
    _ tables: [TableShape], to output: any ReportOutput, _ cancellation: Cancellation
  ) throws {
    var readers: [ShardReader] = []
    for (path, _) in shards { readers.append(try ShardReader(path, tables, format)) }
    while let next = readers.indices.filter({ readers[$0].patient != nil })
      .min(by: { readers[$0].precedes(readers[$1]) })
    {
      if cancellation.isCancelled { throw CancellationError() }
      try output.write(try readers[next].take())
    }
    for reader in readers { try reader.checkEnd() }
  }
}

extension Shard {
  /// Reads what a folder says of its share.
  fileprivate init(folder: String) throws(InputError) {
    let path = "\(folder)/\(Shard.fileName)"
    guard let data = FileManager.default.contents(atPath: path) else {
      throw InputError(.unreadable(reason: "the folder is no share of a report"), source: path)
    }
    do {
      self = try JSONDecoder().decode(Shard.self, from: data)
    } catch {
      throw InputError(.unreadable(reason: "it is not whole"), source: path)
    }
    guard version == Shard.version else {
      throw InputError(.unreadable(reason: "it is of another version"), source: path)
    }
  }

  fileprivate func answersTheQuestion(of other: Shard) -> Bool {
    frame == other.frame && count == other.count && format == other.format
      && tables == other.tables && problems.texts == other.problems.texts
      && problems.count == other.problems.count && counts == other.counts
      && measures == other.measures && parameters == other.parameters
      && part.cohort.answersTheQuestion(of: other.part.cohort)
  }

  /// The tables of the report.
  fileprivate var contents: ReportContents {
    var contents = ReportContents(
      Set(tables.compactMap(ReportContents.Table.init(rawValue:))))
    // How they are asked for plays no part once their rows are there.
    if tables.contains("rolling") { contents.rolling = [RollingWindow(days: 1)].compactMap(\.self) }
    if tables.contains("breakdown") { contents.breakdowns = [.element] }
    contents.measures = measures
    contents.parameters = parameters
    return contents
  }
}
