/// The supported FHIR releases for writing.
public enum FHIRRelease: String, CaseIterable, Hashable, Sendable {
  case r4 = "R4"
  case r5 = "R5"
}
