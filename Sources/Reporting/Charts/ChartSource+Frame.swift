import AdherenceAnalytics
import Charts
import Scheduling

extension ChartSource {
  /// Creates the source note from the parameters of a report.
  init(_ frame: ReportHeader, patients: Int = 1) {
    let question = frame.parameters
    self.init(
      patients: patients, from: question.from.description, to: question.to.description,
      by: question.by.rawValue, asOf: question.asOf, methods: ChartSource.methods(frame),
      madeBy: "\(frame.engine.name) \(frame.engine.version)")
  }

  /// Returns a copy for other days.
  func over(_ days: Range<CivilDate>) -> ChartSource {
    var source = self
    (source.from, source.to) = (days.lowerBound.description, days.upperBound.description)
    return source
  }

  private static func methods(_ frame: ReportHeader) -> String {
    let question = frame.parameters
    func meaning(_ word: String) -> String { frame.definitions[word] ?? "" }
    return """
      Ratios are \(meaning("ratio")). Due: \(meaning("due")). Done: \(meaning("done")). \
      Holds: \(meaning("onHold")). Days begin at \(question.dayBoundary); \
      the numbers are as of \(question.asOf).
      """
  }
}
