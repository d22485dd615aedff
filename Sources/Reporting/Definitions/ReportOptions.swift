public import AdherenceAnalytics
package import Diagnostics
import Foundation
public import Logging
import Synchronization

/// Options of a report other than its query and tables: patients, threads, limits, progress.
///
///     var options = ReportOptions()
///     options.filter = try PatientFilter("P00*")
///     options.grouping = .zone
///     options.jobs = 1
///     let report = try CohortReport(of: DatasetFolder("Datasets/monitoring"), query, options)
///     print(report.patients)  // 10
public struct ReportOptions: Sendable {
  /// The number of threads; by default the number of cores.
  public var jobs = ProcessInfo.processInfo.activeProcessorCount
  /// The number of patients per batch; `nil` for a default.
  public var blockSize: Int?
  /// The grouping of the cohort.
  public var grouping = CohortGrouping.group
  /// The patients to include; `nil` for all.
  public var filter: PatientFilter?
  /// The shard of those; `nil` for all.
  public var partition: Partition?
  /// The maximum share of outcomes that may be rejected, 0 to 1; `nil` only requires that one is
  /// accepted.
  ///
  /// A report beyond the limit throws, as its ratios would be too low; so does one with a patient
  /// whose outcomes were all rejected, unless ``allowsLostPatients`` is set.
  public var rejectionLimit: Double?
  /// Whether patients whose outcomes were all rejected are allowed; they have no ratio.
  public var allowsLostPatients = true
  /// The smallest number of patients disclosed in tables, statistics and charts of the cohort;
  /// `nil` for no limit.
  ///
  /// For shards it applies to the merged report.
  public var smallestGroup: Int?
  /// The flags of a previous report, with which those of this one are compared; `nil` without one.
  public var previousFlags: PreviousFlags?
  /// The fingerprint of the pseudonym key; `nil` if patients keep their ids.
  package var pseudonyms: String?
  /// Warnings about the query itself, reported with the problems of the data.
  package var warnings: [InputError] = []
  /// Cancels the work.
  public var cancellation = Cancellation()
  /// Called several times a second with the progress.
  public var progress: (@Sendable (ReportProgress) -> Void)?
  /// The log of the steps and their durations.
  public var log = Logger(label: "regimen.report")

  /// Creates the default options.
  public init() {}
}

/// A cancellation flag, safe to use from any thread.
public final class Cancellation: Sendable {
  private let isSet = Mutex(false)

  /// Creates a flag that is not set.
  public init() {}

  /// Whether cancellation was requested.
  public var isCancelled: Bool { isSet.withLock(\.self) }

  /// Requests cancellation: the work throws `CancellationError` and leaves no files.
  public func cancel() { isSet.withLock { $0 = true } }
}
