import Diagnostics
import FHIR
import Formats
import Interchange
import Scheduling
import TestSupport
import Testing

/// The plan of dosages in a JSON text.
func plan(
  dosages json: String, from anchor: String? = "2024-03-08T14:35:00-05:00",
  in zone: String = "America/New_York", _ profile: DosingProfile = .standard
) throws -> DosedPlan {
  let document = JSONDocument()
  try document.read(Array(json.utf8))
  let context = DosageContext(
    anchor: anchor.flatMap { FHIRDateTime($0) }, zone: try TestSupport.zone(zone), profile: profile)
  return try context.plan(ofDosages: document.root.elements)
}

/// The plan of one dosage with a `repeat`.
func plan(
  repeat json: String, from anchor: String? = "2024-03-08T14:35:00-05:00",
  in zone: String = "America/New_York", _ profile: DosingProfile = .standard
) throws -> DosedPlan {
  try plan(dosages: #"[{"timing": {"repeat": \#(json)}}]"#, from: anchor, in: zone, profile)
}

/// The code of the error thrown by a closure.
func code(_ read: () throws -> DosedPlan) throws -> String? {
  do {
    _ = try read()
    return nil
  } catch {
    return try #require(error as? Diagnostics.InputError).problem.kind
  }
}
