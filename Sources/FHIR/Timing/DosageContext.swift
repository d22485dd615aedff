package import Diagnostics
package import Formats
import Interchange
package import Scheduling

/// The context of a Dosage or Timing: start, end, time zone and profile.
package struct DosageContext: Sendable {
  /// The start that the resource gives, if any.
  package var anchor: FHIRDateTime?
  /// The end (exclusive) that the resource gives for the whole plan, if any.
  package var end: LocalOrInstant?
  /// The moment at which the plan is stopped early, if any.
  package var stop: LocalOrInstant?
  package var zone: Zone
  /// The times of day assigned to codes.
  package var profile: DosingProfile
  /// The meaning of `Dosage.sequence`.
  package var sequences: Sequences

  /// The meaning of `Dosage.sequence`.
  package enum Sequences: String, CaseIterable, Hashable, Sendable {
    /// Consecutive phases.
    case ordered
    /// Ignored: all dosages apply concurrently.
    case concurrent
  }

  package init(
    anchor: FHIRDateTime?, zone: Zone, profile: DosingProfile = .standard,
    sequences: Sequences = .ordered
  ) {
    (self.anchor, self.zone) = (anchor, zone)
    (self.profile, self.sequences) = (profile, sequences)
  }
}

extension DosageContext {
  /// Builds the plan of a request's dosages.
  ///
  /// - Parameters:
  ///   - dosages: The elements of `dosageInstruction` or `dosage`.
  ///   - resource: The root of paths in errors; `nil` is the document root.
  /// - Returns: The plan and its warnings.
  /// - Throws: The first rule violation; a request is accepted or rejected as a whole.
  package func plan(
    ofDosages dosages: [JSONNode], in resource: JSONNode? = nil
  ) throws(InputError) -> DosedPlan {
    var findings = DosageFindings(in: resource)
    var read: [Dosage] = []
    read.reserveCapacity(dosages.count)
    for node in dosages {
      let dosage = try findings.dosage(node, in: self)
      try findings.checkPrecedence(of: dosage)
      read.append(dosage)
    }
    return try plan(of: read, findings)
  }

  /// Builds the plan of a single Timing, such as that of a ServiceRequest.
  ///
  /// - Parameters:
  ///   - timing: The Timing.
  ///   - asNeeded: Whether it is done only as needed.
  ///   - resource: The root of paths in errors; `nil` is the document root.
  /// - Returns: The plan and its warnings.
  /// - Throws: The first rule violation.
  package func plan(
    ofTiming timing: JSONNode, asNeeded: Bool = false, in resource: JSONNode? = nil
  ) throws(InputError) -> DosedPlan {
    var findings = DosageFindings(in: resource)
    var dosage = Dosage(node: timing, isAsNeeded: asNeeded)
    dosage.timing = try findings.timing(timing, in: self)
    try findings.checkPrecedence(of: dosage)
    return try plan(of: [dosage], findings)
  }
}

extension DosageContext {
  /// Concatenates the phases.
  private func plan(
    of dosages: [Dosage], _ findings: DosageFindings
  ) throws(InputError) -> DosedPlan {
    var (plan, findings) = (DosedPlan(), findings)
    let start = anchor.map { CourseMoment($0, in: zone) }
    var phases = DosagePhases(context: self, start: start)
    for (index, phase) in try findings.phases(of: dosages, sequences).enumerated() {
      try phases.append(phase, isFirst: index == 0, &findings)
    }
    phases.parts.sort { $0.dosage < $1.dosage }
    plan.parts = phases.parts
    plan.notes = findings.notes
    plan.end = phases.end?.moment
    return plan
  }
}
