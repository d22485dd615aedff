/// How far a report has come.
public struct ReportProgress: Sendable {
  /// What is done meanwhile; the patients are counted anew in each stage.
  public enum Stage: String, Sendable {
    /// The days of the data are looked for, where nobody said which are meant.
    case days = "finding the days"
    /// Patients are read, evaluated and written.
    case reading
    /// Those who have a page are read again.
    case pages
    /// What is asked of the cohort as a whole is worked out.
    case statistics
    /// Records go into a store.
    case loading
    /// Records go into a folder.
    case writing
  }

  /// What is done meanwhile.
  public var stage: Stage
  /// The patients whose results are written.
  public var done: Int
  /// All patients; `nil` where a store does not say.
  public var total: Int?
  /// How long the stage has taken so far.
  public var seconds: Double

  /// Creates a state of the work.
  package init(_ stage: Stage, done: Int, total: Int?, seconds: Double) {
    self.stage = stage
    self.done = done
    self.total = total
    self.seconds = seconds
  }

  /// One line for people, such as `pages: 1,200 of 5,000 patients, 240 a second, 16 s left`.
  public var text: String {
    if stage == .statistics { return "statistics of \(grouped(done)) patients" }
    let rate = seconds > 0 ? Double(done) / seconds : 0
    let patients = "\(grouped(done))\(total.map { " of \(grouped($0))" } ?? "") patients"
    var parts = ["\(stage.rawValue): \(patients)"]
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
