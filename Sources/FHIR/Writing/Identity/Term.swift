/// A coding: a code of a system and its display text.
struct Term: Hashable, Sendable {
  let system: String
  let code: String
  var display: String?
}

extension Term {
  private static let snomed = "http://snomed.info/sct"
  private static let terminology = "http://terminology.hl7.org/CodeSystem/"

  /// Adherence to a medication regimen, as an observable entity.
  static let medicationAdherence = Term(system: snomed, code: "418633004")
  static let complies = Term(
    system: snomed, code: "1156699004", display: "Complies with drug therapy (finding)")
  static let doesNotComply = Term(
    system: snomed, code: "702565001", display: "Non-compliance of drug therapy (finding)")
  static let refused = Term(
    system: snomed, code: "105480006", display: "Refusal of treatment by patient (situation)")
  static let unknown = Term(
    system: terminology + "v3-NullFlavor", code: "UNK", display: "unknown")
  static let therapy = Term(
    system: terminology + "observation-category", code: "therapy", display: "Therapy")
  static let increase = Term(
    system: terminology + "measure-improvement-notation", code: "increase",
    display: "Increased score indicates improvement")

  /// A reason for an absent value.
  static func absence(_ code: String, _ display: String) -> Term {
    Term(system: terminology + "data-absent-reason", code: code, display: display)
  }

  /// A population of a measure.
  static func population(_ code: String) -> Term {
    Term(system: terminology + "measure-population", code: code)
  }
}
