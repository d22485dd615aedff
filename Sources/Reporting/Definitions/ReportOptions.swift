public import AdherenceAnalytics
import Foundation
public import Logging
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

/// How far a report has come.
public struct ReportProgress: Sendable {
  /// The patients whose results are written.
  public var done: Int
  /// All patients; `nil` where a store does not say.
  public var total: Int?
  /// How long it has taken so far.
  public var seconds: Double

  /// Creates a state of the work.
  package init(done: Int, total: Int?, seconds: Double) {
    self.done = done
    self.total = total
    self.seconds = seconds
  }

  /// One line for people, such as `1,200 of 5,000 patients, 240 a second, 16 s left`.
  public var text: String {
    let rate = seconds > 0 ? Double(done) / seconds : 0
    var parts = ["\(grouped(done))\(total.map { " of \(grouped($0))" } ?? "") patients"]
    guard rate > 0 else { return parts[0] }
    parts.append("\(grouped(Int(rate.rounded()))) a second")
    if let total { parts.append("\(duration(Double(total - done) / rate)) left") }
    return parts.joined(separator: ", ")
  }

  private func grouped(_ number: Int) -> String {
    var digits = String(number)
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
      place -= 3
    }
    return digits
  }

  private func duration(_ seconds: Double) -> String {
    let seconds = Int(seconds.rounded(.up))
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
  }
}
