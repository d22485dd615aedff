package import Scheduling

/// What a Dosage or Timing leaves to the resource, the patient and the reader.
package struct DosageContext: Sendable {
  /// The start that the resource gives; `nil` where it gives none.
  package var anchor: FHIRDateTime?
  /// The first moment after the time that the resource gives for the whole; `nil` where it gives
  /// none.
  package var end: LocalOrInstant?
  /// The moment at which all is broken off, whatever was planned; `nil` where nothing is.
  package var stop: LocalOrInstant?
  /// The patient's zone.
  package var zone: Zone
  /// The hours of the day that codes stand for.
  package var profile: DosingProfile
  /// What the numbers of dosages mean.
  package var sequences: Sequences

  /// What the numbers of dosages mean.
  package enum Sequences: String, CaseIterable, Hashable, Sendable {
    /// Phases, one after the other.
    case ordered
    /// Nothing: all are taken side by side.
    case concurrent
  }

  /// Creates a context.
  package init(
    anchor: FHIRDateTime?, zone: Zone, profile: DosingProfile = .standard,
    sequences: Sequences = .ordered
  ) {
    (self.anchor, self.zone) = (anchor, zone)
    (self.profile, self.sequences) = (profile, sequences)
  }
}
