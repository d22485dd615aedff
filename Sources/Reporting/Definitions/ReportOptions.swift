public import AdherenceAnalytics
import Foundation
public import Logging
package import Scheduling
import Synchronization

/// Whose report is made and how: all but the question itself and the tables.
///
///     var options = ReportOptions()
///     options.filter = try PatientFilter("P00*")
///     options.grouping = .zone
///     options.jobs = 1
///     let report = try CohortReport(of: DatasetFolder("Datasets/monitoring"), query, options)
///     print(report.patients)  // 10
public struct ReportOptions: Sendable {
  /// How many threads evaluate patients; as many as there are cores unless told otherwise.
  public var jobs = ProcessInfo.processInfo.activeProcessorCount
  /// How many patients are read, evaluated and written at once by one thread; `nil` chooses.
  public var blockSize: Int?
  /// What the rows of the cohort are grouped by.
  public var grouping = CohortGrouping.group
  /// Which patients are meant; `nil` means all.
  public var filter: PatientFilter?
  /// Which share of those; `nil` means all.
  public var partition: Partition?
  /// The greatest share of outcomes that may have been set aside, 0 to 1; `nil` is any but all of them.
  ///
  /// Beyond it there is no report, as its ratios would be too low; nor where all outcomes of a patient were
  /// set aside, unless ``allowsLostPatients`` is set.
  public var setAsideLimit: Double?
  /// Whether there is a report where all outcomes of some patients were set aside, who have no ratio then.
  public var allowsLostPatients = true
  /// The fewest patients that tables, statistics and charts of the cohort disclose; `nil` withholds nothing.
  ///
  /// Of shares it is for the report that is made of all of them.
  public var smallestGroup: Int?
  /// What the patients' pseudonyms are told from others by; `nil` where they have their own ids.
  package var pseudonyms: String?
  /// What is doubtful about the question itself, reported beside the problems of the data.
  package var warnings: [InputError] = []
  /// Ends the work when it is told to.
  public var cancellation = Cancellation()
  /// Told several times a second how far it has come.
  public var progress: (@Sendable (ReportProgress) -> Void)?
  /// Where it is said what is done and how long it takes.
  public var log = Logger(label: "regimen.report")

  /// Creates the usual way.
  public init() {}
}

/// Tells work that goes on elsewhere to end; safe to use from any thread.
public final class Cancellation: Sendable {
  private let isSet = Mutex(false)

  /// Creates one that nothing has cancelled.
  public init() {}

  /// Whether the work is to end.
  public var isCancelled: Bool { isSet.withLock(\.self) }

  /// Ends the work: it throws `CancellationError` and leaves no files.
  public func cancel() { isSet.withLock { $0 = true } }
}
