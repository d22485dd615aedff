/// Where a chart's numbers come from: whose they are, what was asked, and what its words mean.
public struct ChartSource: Hashable, Sendable, Codable {
  /// The id of the patient; `nil` of a cohort.
  public var patient: String?
  /// The id of the task; `nil` of all tasks together.
  public var task: String?
  /// How many patients the numbers are of.
  public var patients: Int
  /// The first day that was asked for, as `2025-03-09`.
  public var from: String
  /// The first day that was not.
  public var to: String
  /// The periods, such as `week`.
  public var by: String
  /// As of which moment, or what stands for it.
  public var asOf: String
  /// How the numbers were made, in two sentences or three, for those who report them.
  public var methods: String
  /// What made them, and its version.
  public var madeBy: String

  /// Creates a source.
  package init(
    patients: Int, from: String, to: String, by: String, asOf: String, methods: String,
    madeBy: String
  ) {
    self.patients = patients
    (self.from, self.to, self.by, self.asOf) = (from, to, by, asOf)
    (self.methods, self.madeBy) = (methods, madeBy)
  }

  /// The same of one task, and of one patient where it is not of a cohort.
  package func of(task: String?, patient: String? = nil) -> ChartSource {
    var source = self
    source.task = task
    if let patient { (source.patient, source.patients) = (patient, 1) }
    return source
  }
}

extension ChartData {
  /// What stands below the picture in print: what it shows of whom, and what there is to see.
  public var caption: String {
    let words = [title, subtitle, summary, note ?? ""]
    return words.filter { !$0.isEmpty }.map { $0.last == "." ? $0 : $0 + "." }
      .joined(separator: " ")
  }
}
