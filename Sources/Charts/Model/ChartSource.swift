/// The origin of a chart's data: patients, query and methods.
public struct ChartSource: Hashable, Sendable, Codable {
  /// The id of the patient; `nil` for a cohort.
  public var patient: String?
  /// The id of the task; `nil` for all tasks.
  public var task: String?
  /// The number of patients.
  public var patients: Int
  /// The first date of the query, as `2025-03-09`.
  public var from: String
  /// The end date of the query (exclusive).
  public var to: String
  /// The periods, such as `week`.
  public var by: String
  /// The time of the report.
  public var asOf: String
  /// A description of the methods in two or three sentences, for publications.
  public var methods: String
  /// The program and its version.
  public var madeBy: String

  package init(
    patients: Int, from: String, to: String, by: String, asOf: String, methods: String,
    madeBy: String
  ) {
    self.patients = patients
    (self.from, self.to, self.by, self.asOf) = (from, to, by, asOf)
    (self.methods, self.madeBy) = (methods, madeBy)
  }

  /// Returns the source restricted to a task, and to a patient if it is not of a cohort.
  package func of(task: String?, patient: String? = nil) -> ChartSource {
    var source = self
    source.task = task
    if let patient { (source.patient, source.patients) = (patient, 1) }
    return source
  }
}

extension ChartData {
  /// The caption for print: title, subtitle, summary and note.
  public var caption: String {
    let words = [title, subtitle, summary, note ?? ""]
    return words.filter { !$0.isEmpty }.map { $0.last == "." ? $0 : $0 + "." }
      .joined(separator: " ")
  }
}
