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
