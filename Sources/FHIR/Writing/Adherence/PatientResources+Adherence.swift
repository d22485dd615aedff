import AdherenceAnalytics
import Formats
import Interchange
import Scheduling

extension PatientResources {
  /// Writes the adherence of all tasks together, then of each task, as one Observation per period.
  mutating func writeAdherence() {
    let written = Dictionary(
      tasks.map { ($0.last.id, $0) }, uniquingKeysWith: { first, _ in first })
    for series in [answer.total] + answer.tasks {
      let task = series.task.flatMap { written[$0] }
      let isOfMedications =
        task?.last.mayBeMedication
        ?? tasks.allSatisfy { !$0.last.impactsAdherence || $0.last.mayBeMedication }
      let request = task.flatMap { refused.contains($0.request) ? nil : $0.request.reference }
      for index in answer.spans.indices {
        write(
          AdherenceReading(
            series, index, answer.spans[index], request, isOfMedications))
      }
    }
  }

  private mutating func write(_ reading: AdherenceReading) {
    let span = reading.span
    let scope = ["adherence", record.patient.id] + (reading.task.map { [$0] } ?? [])
    let id = ResourceID(scope + [span.start, span.end.adding(days: -1)].map(\.description))
    let isFinal = isClosed(reading.adherence, span)
    let (subject, query, asOf) = (name.reference, content.query, moments.asOf)
    lines.append(ResourceName(type: .observation, id: id)) { json in
      json.property("status", isFinal ? "final" : "preliminary")
      json.list("category") { $0.concept([.therapy]) }
      json.concept(
        "code", reading.isOfMedications ? [.medicationAdherence] : [],
        text: reading.isOfMedications ? "Medication adherence" : "Adherence to the plan")
      json.reference("subject", subject)
      // 'basedOn' would mark the Observation as an outcome of the request.
      if let request = reading.request { json.list("focus") { $0.reference(request) } }
      json.period("effectivePeriod", of: span)
      json.property("issued", asOf.description)
      json.ratio(reading, query.numerator)
      json.counts(of: reading.adherence)
    }
  }

  /// Returns whether the result of a period is final.
  func isClosed(_ adherence: Adherence, _ span: PeriodSpan) -> Bool {
    let end = CivilDateTime(date: span.end, time: content.query.dayBoundary)
    return adherence.pending == 0 && adherence.quota.pending == 0
      && adherence.outstandingWithQuotas == 0
      && moments.zone.firstInstant(atOrAfter: end) <= moments.asOf
  }
}

/// The adherence in one period of a series.
private struct AdherenceReading {
  let adherence: Adherence
  let span: PeriodSpan
  let reason: MissingRatio?
  let task: String?
  let request: String?
  let isOfMedications: Bool

  init(
    _ series: AdherenceSeries, _ index: Int, _ span: PeriodSpan, _ request: String?,
    _ isOfMedications: Bool
  ) {
    (adherence, reason) = (series.periods[index], series.ratioMissing(at: index))
    (task, self.span, self.request) = (series.task, span, request)
    self.isOfMedications = isOfMedications
  }
}

extension CareTask {
  /// Whether the task may be a medication: it has no group or is known to be one.
  fileprivate var mayBeMedication: Bool { group == nil || isMedication }
}

extension JSONBytes {
  /// Writes the percentage, or the reason why it is missing.
  fileprivate mutating func ratio(_ reading: AdherenceReading, _ numerator: Numerator) {
    if reading.reason == nil, let percent = reading.adherence.percent(decimals: 1, numerator) {
      percentage("valueQuantity", percent)
    } else {
      let reason = reading.reason ?? .noOccurrences
      dataAbsent(reason.absence, text: reason.rawValue)
    }
  }

  /// Writes the counts behind a ratio.
  fileprivate mutating func counts(of adherence: Adherence) {
    var counts = [("due", adherence.dueWithQuotas), ("done", adherence.doneWithQuotas)]
    for rest in [("onHold", adherence.onHold), ("cancelled", adherence.cancelled)]
    where rest.1 > 0 {
      counts.append((rest.0, Double(rest.1)))
    }
    if adherence.quota.periods > 0 {
      counts += [("quotaDue", adherence.quota.required), ("quotaDone", adherence.quota.credited)]
    }
    property("component", items: counts) { json, part in
      json.object { json in
        json.concept("code", text: part.0)
        json.quantity("valueQuantity", part.1, unit: "1", ucum: "1")
      }
    }
  }
}

extension MissingRatio {
  /// The FHIR code for the reason; rejected data may have contained doses.
  fileprivate var absence: Term {
    self == .dataRejected
      ? .absence("unknown", "Unknown") : .absence("not-applicable", "Not Applicable")
  }
}
