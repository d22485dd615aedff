import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// A parsed hospital stay.
struct StayDraft {
  var from: LocalOrInstant
  /// The end (exclusive); `nil` while it lasts.
  var to: LocalOrInstant?
  /// The local dates of admission and discharge, inclusive; up to the last update while it lasts.
  var days: ClosedRange<CivilDate>?
}

extension Resource {
  /// The encounter classes with overnight stays.
  private static let inpatient = ["IMP", "ACUTE", "NONAC"]
  /// The statuses of encounters that never began, or are not known to have begun.
  private static let notBegun = ["planned", "cancelled", "unknown"]

  /// Parses an Encounter; `nil` if it is not a hospital stay.
  ///
  /// - Throws: `InputError` with the reason for rejection.
  func stay(
    _ context: PatientContext, _ notes: inout [InputError]
  ) throws(InputError) -> StayDraft? {
    guard try isInpatient else { return nil }
    guard let status = try node.text("status") else { throw InputError(.missing, field: "status") }
    if Resource.notBegun.contains(status) { return nil }
    let name: StaticString = node["actualPeriod"] == nil ? "period" : "actualPeriod"
    guard let period = try node.period(name), let start = period.start else {
      throw InputError(.against(.noTime, text: ""), field: "\(name).start")
    }
    _ = try node.start(period, name)
    notes.note(start, node[name]?["start"])
    if let end = period.end { notes.note(end, node[name]?["end"]) }
    let to = period.end.flatMap { $0.isDate ? $0.next : $0.moment }
    let first = start.civil(in: context.zone).date
    let last = period.end.map { end in
      end.isDate
        ? end.next.map { $0.civil(in: context.zone).date.adding(days: -1) } ?? .last
        : end.civil(in: context.zone).date
    }
    let known = lastUpdated.map { context.zone.civil(at: $0).date }
    let days = (last ?? known).map { first...max(first, $0) }
    return StayDraft(from: start.moment, to: to, days: days)
  }

  /// The class is a single value in R4 and a list in R5.
  var isInpatient: Bool {
    get throws(InputError) {
      guard let kind = node["class"] else { return false }
      let codes: [String]
      switch kind.kind {
      case .object: codes = [try kind.text("code")].compactMap(\.self)
      case .array:
        codes = try node.concepts("class").flatMap { $0.codings.compactMap(\.code) }
      default: throw kind.breaks(.malformed)
      }
      return codes.contains { Resource.inpatient.contains($0) }
    }
  }
}
