import AdherenceAnalytics
import Formats
import Interchange
import Scheduling

/// The summary MeasureReports of a cohort, which count patients.
struct SummaryReports: Sendable {
  private let content: FHIRContent
  private var cohort: CohortAdherence
  /// The indices of periods whose result is not final.
  private var open: Set<Int> = []
  /// The latest time of any patient's report.
  private var date = Instant.earliest

  init(_ content: FHIRContent) {
    self.content = content
    cohort = CohortAdherence(
      spans: content.query.spans, numerator: content.query.numerator, threshold: content.threshold)
  }

  mutating func add(_ patient: PatientResources) {
    cohort.add(patient.answer.totalAlone, to: [])
    date = max(date, patient.moments.asOf)
    for (span, adherence) in zip(patient.answer.spans, patient.answer.total.periods)
    where !patient.isClosed(adherence, span) {
      open.insert(span.number)
    }
  }

  /// Writes a report for each period if there are any patients.
  func write(of measure: String, to lines: inout ResourceLines) {
    for row in cohort.rows {
      let id = ResourceID(
        "adherence", row.span.start.description, row.span.end.adding(days: -1).description)
      let heading = ReportHeading(
        measure: measure, type: "summary", date: date, span: row.span,
        isComplete: !open.contains(row.span.number))
      lines.append(ResourceName(type: .measureReport, id: id)) { [release = content.release] json in
        json.report(heading) { $0.group(of: row, release) }
      }
    }
  }
}

extension JSONBytes {
  fileprivate mutating func group(of row: CohortRow, _ release: FHIRRelease) {
    let rated = row.patients - row.patientsWithoutRatio
    populations([
      ("initial-population", row.patients), ("denominator", rated),
      ("numerator", row.adherentPatients),
    ])
    score(Adherence(row.adherentPatients, of: rated).percent(decimals: 1), release)
  }
}

extension Adherence {
  /// Creates a value with `completed` of `due` occurrences done.
  fileprivate init(_ done: Int, of due: Int) {
    self.init()
    (self.done, self.due) = (done, due)
  }
}
