import Scheduling

/// The context for parsing a patient's resources.
struct PatientContext {
  var zone: Zone
  var profile: DosingProfile
  var sequences: DosageContext.Sequences
  /// The medications by `Medication/id`.
  var medications: [String: CodeableConcept]

  /// Returns the context for parsing dosages; `anchor` is the start that the resource gives.
  func dosages(from anchor: FHIRDateTime?) -> DosageContext {
    DosageContext(anchor: anchor, zone: zone, profile: profile, sequences: sequences)
  }
}
