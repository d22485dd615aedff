import AdherenceAnalytics
import Formats
import Interchange
import Scheduling

extension PatientResources {
  /// Writes an individual MeasureReport for each period.
  mutating func writeReports(of measure: String) {
    for index in answer.spans.indices {
      let (span, adherence) = (answer.spans[index], answer.total.periods[index])
      let id = ResourceID(
        "adherence", record.patient.id, span.start.description,
        span.end.adding(days: -1).description)
      let heading = ReportHeading(
        measure: measure, type: "individual", subject: name.reference, date: moments.asOf,
        span: span, isComplete: isClosed(adherence, span))
      let numerator = content.query.numerator
      lines.append(ResourceName(type: .measureReport, id: id)) { [release = content.release] json in
        json.report(heading) { $0.group(of: adherence, numerator, release) }
      }
    }
  }
}

/// The elements common to all MeasureReports.
struct ReportHeading {
  var measure: String
  /// `individual` or `summary`.
  var type: String
  var subject: String?
  var date: Instant
  var span: PeriodSpan
  /// Whether the result is final.
  var isComplete: Bool
}

extension JSONBytes {
  /// Writes a report with one group.
  mutating func report(_ heading: ReportHeading, group: (inout JSONBytes) -> Void) {
    property("status", heading.isComplete ? "complete" : "pending")
    property("type", heading.type)
    property("measure", heading.measure)
    if let subject = heading.subject { reference("subject", subject) }
    property("date", heading.date.description)
    period("period", of: heading.span)
    concept("improvementNotation", [.increase])
    list("group") { $0.object(group) }
  }

  /// Writes the counts of a group's populations.
  mutating func populations(_ counts: [(code: String, count: Int)]) {
    property("population", items: counts) { json, part in
      json.object { json in
        json.concept("code", [.population(part.code)])
        json.name("count")
        json.raw("\(part.count)".utf8)
      }
    }
  }

  /// Writes the score in percent, if there is one.
  mutating func score(_ percent: Double?, _ release: FHIRRelease) {
    guard let percent else { return }
    percentage(release == .r4 ? "measureScore" : "measureScoreQuantity", percent)
  }

  /// Writes the occurrences and quotas as populations.
  ///
  /// Populations must be integers, so with fractional quotas only the score is written.
  fileprivate mutating func group(
    of adherence: Adherence, _ numerator: Numerator, _ release: FHIRRelease
  ) {
    let percent = adherence.percent(decimals: 1, numerator)
    if let due = Int(exactly: adherence.dueWithQuotas),
      let done = Int(exactly: adherence.doneWithQuotas)
    {
      populations([
        ("denominator", due),
        ("denominator-exclusion", adherence.onHold + adherence.cancelled),
        ("numerator", done),
      ])
    }
    score(percent, release)
  }
}
