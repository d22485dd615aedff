import AdherenceAnalytics
import Diagnostics
import FHIR
import Formats
import Foundation
import ICalendar
import Interchange
import Scheduling

/// Parses plans in the formats of other systems.
struct OtherPlans {
  /// The properties of such a plan in a line.
  static let names = ["timing", "iCalendar", "planStart"]

  private let profile: DosingProfile
  private let isConcurrent: Bool

  init(_ options: DosingOptions) throws(InputError) {
    profile = try options.dosingProfile()
    isConcurrent = options.sequences == .concurrent
  }

  /// Parses the plan of a line: a FHIR `timing` that starts at `planStart`, or the text of a calendar.
  func plan(_ line: JSONNode, _ zone: Zone) throws(InputError) -> ExpansionRequest.Plan {
    if let timing = line["timing"] {
      let plan = try FHIRPlan(
        timing, start: line["planStart"]?.text, in: zone, profile: profile,
        isConcurrent: isConcurrent)
      return .schedule(plan.schedule)
    }
    guard let calendar = line["iCalendar"] else { throw InputError(.missing, field: "schedule") }
    guard let text = calendar.text else {
      throw InputError(.malformed(text: calendar.source, .text), field: "iCalendar")
    }
    let file = try CalendarFile(text: text, patient: "patient", zone: zone)
    if let problem = file.problems.first(where: { !$0.problem.keepsRecord }) { throw problem }
    return .record(file.record)
  }

  /// Parses the plan in a file.
  func resource(
    file path: String, start: String?, _ zone: Zone
  ) throws(InputError) -> (ExpansionRequest.Plan, [InputError]) {
    guard let data = try Data.contents(ofFile: path) else {
      throw InputError(.unreadable(reason: "there is no such file"), source: path)
    }
    do {
      let plan = try FHIRPlan(
        json: data, start: start, in: zone, profile: profile, isConcurrent: isConcurrent)
      return (.schedule(plan.schedule), plan.problems.map { $0.at(source: path) })
    } catch {
      throw error.at(source: path)
    }
  }
}
