import AdherenceAnalytics
import Interchange
import Scheduling

/// The days for which a ResearchSubject or an EpisodeOfCare says that its patient is observed.
struct ObservationDraft {
  var period: ObservationPeriod
  /// Whether a study says it, which goes before episodes of care.
  var isOfStudy: Bool
}

extension Resource {
  /// The end causes by the statuses of subjects and episodes.
  private static let endCauses: [String: EndCause] = [
    "withdrawn": .withdrawal, "off-study": .completed, "finished": .completed,
  ]
  /// The statuses of those who are not observed yet, or never were.
  private static let notBegun = [
    "candidate", "potential-candidate", "screening", "eligible", "ineligible", "not-registered",
    "planned", "waitlist", "cancelled",
  ]

  /// What a ResearchSubject or an EpisodeOfCare becomes; `nil` where it says nothing of when the patient is observed.
  ///
  /// - Throws: `InputError` where its period cannot be read.
  func observation(
    _ context: PatientContext, isOfStudy: Bool, _ notes: inout [InputError]
  ) throws(InputError) -> ObservationDraft? {
    var status = try node.text("status") ?? ""
    if let state = try subjectState { status = state }
    if Resource.notBegun.contains(status) { return nil }
    guard let period = try node.period("period") else { return nil }
    if period.start != nil { _ = try node.start(period, "period") }
    if let start = period.start { notes.note(start, node["period"]?["start"]) }
    if let end = period.end { notes.note(end, node["period"]?["end"]) }
    let days = ObservationPeriod(
      from: period.start.map { $0.civil(in: context.zone).date },
      to: period.end.map { $0.lastDay(in: context.zone) },
      endCause: period.end.flatMap { _ in Resource.endCauses[status] })
    return ObservationDraft(period: days, isOfStudy: isOfStudy)
  }

  /// The newest state of a subject of R5, whose status is that of the record alone.
  private var subjectState: String? {
    get throws(InputError) {
      let state = try node.objects("subjectState").last
      return try state?.object("code")?.objects("coding").first?.text("code")
    }
  }
}

extension FHIRDateTime {
  /// The last day that a time as an end includes.
  func lastDay(in zone: Zone) -> CivilDate {
    isDate
      ? next.map { $0.civil(in: zone).date.adding(days: -1) } ?? .last : civil(in: zone).date
  }
}

extension [ObservationDraft] {
  /// The days from the first to the last period, those of studies where there are any.
  var joined: ObservationPeriod? {
    let ofStudies = filter(\.isOfStudy)
    let periods = (ofStudies.isEmpty ? self : ofStudies).map(\.period)
    guard let first = periods.first else { return nil }
    return periods.dropFirst().reduce(first) { $0.joined(with: $1) }
  }
}

extension ObservationPeriod {
  /// The days from the first of two periods to the last; an open side stays open.
  fileprivate func joined(with other: ObservationPeriod) -> ObservationPeriod {
    var joined = ObservationPeriod()
    if let from, let start = other.from { joined.from = min(from, start) }
    if let to, let end = other.to {
      joined.to = max(to, end)
      joined.endCause = end > to ? other.endCause : endCause
    }
    return joined
  }

  /// The days that are in both periods; the cause is that of the earlier end.
  func clipped(to other: ObservationPeriod) -> ObservationPeriod {
    var clipped = self
    clipped.from = [from, other.from].compactMap(\.self).max()
    guard let end = other.to, end < to ?? .last else { return clipped }
    (clipped.to, clipped.endCause) = (end, other.endCause)
    return clipped
  }
}
