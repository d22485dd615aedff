import Interchange
import Scheduling

/// What reading a patient's resources takes beside them.
struct PatientContext {
  var zone: Zone
  var profile: DosingProfile
  var sequences: DosageContext.Sequences
  /// The medicines by `Medication/id`.
  var medications: [String: CodeableConcept]

  /// What reading dosages takes; `anchor` is the start that the resource gives.
  func dosages(from anchor: FHIRDateTime?) -> DosageContext {
    DosageContext(anchor: anchor, zone: zone, profile: profile, sequences: sequences)
  }
}
