import Charts

/// The progress of a report.
public struct ReportProgress: Sendable {
  /// A stage of the work; patients are counted from zero in each.
  public enum Stage: String, Sendable {
    /// Finding the days of the data, as none were given.
    case days = "finding the days"
    /// Reading, evaluating and writing patients.
    case reading
    /// Reading the patients with pages again.
    case pages
    /// Computing cohort statistics.
    case statistics
    /// Writing records to a store.
    case loading
    /// Writing records to a folder.
    case writing
  }

  /// The current stage.
  public var stage: Stage
  /// The number of patients completed.
  public var done: Int
  /// The total number of patients; `nil` if a store does not provide it.
  public var total: Int?
  /// The elapsed time of the stage in seconds.
  public var seconds: Double

  package init(_ stage: Stage, done: Int, total: Int?, seconds: Double) {
    self.stage = stage
    self.done = done
    self.total = total
    self.seconds = seconds
  }

  /// One line of text, such as `pages: 1,200 of 5,000 patients, 240 a second, 16 s left`.
  public var text: String {
    if stage == .statistics { return "statistics of \(done.grouped) patients" }
    let rate = seconds > 0 ? Double(done) / seconds : 0
    let patients = "\(done.grouped)\(total.map { " of \($0.grouped)" } ?? "") patients"
    var parts = ["\(stage.rawValue): \(patients)"]
    guard rate > 0 else { return parts[0] }
    parts.append("\(Int(rate.rounded()).grouped) a second")
    if let total { parts.append("\(duration(Double(total - done) / rate)) left") }
    return parts.joined(separator: ", ")
  }

  private func duration(_ seconds: Double) -> String {
    let seconds = Int(seconds.rounded(.up))
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
  }
}

/// The pace at which progress is shown: at most ten times a second, and at once for a new stage.
package struct ProgressPace: Sendable {
  private var last: (stage: ReportProgress.Stage, time: ContinuousClock.Instant)?

  package init() {}

  /// Returns whether to show a progress of a stage, and notes the time if so.
  package mutating func takes(
    _ stage: ReportProgress.Stage, at time: ContinuousClock.Instant
  ) -> Bool {
    if let last, last.stage == stage, time - last.time < .milliseconds(100) { return false }
    last = (stage, time)
    return true
  }
}
