import Diagnostics
import Formats
import Interchange
import Scheduling

extension Resource {
  /// Returns the medication of a request, statement, administration or dispense.
  ///
  /// A referenced Medication that is missing is represented by the display text of the reference.
  func medication(_ context: PatientContext) throws(InputError) -> CodeableConcept {
    if let concept = try node.concept("medicationCodeableConcept") { return concept }
    if let reference = try node.object("medicationReference") {
      return try medication(reference, context)
    }
    guard let choice = try node.object("medication") else { return CodeableConcept(nil) }
    if let concept = try choice.concept("concept") { return concept }
    guard let reference = try choice.object("reference") else { return CodeableConcept(nil) }
    return try medication(reference, context)
  }

  // Safe: the key points into the name, and becomes a text before that goes.
  private func medication(
    _ reference: JSONNode, _ context: PatientContext
  ) throws(InputError) -> CodeableConcept {
    var display = CodeableConcept(nil)
    display.text = try reference.text("display")
    guard let text = try reference.text("reference") else { return display }
    if text.hasPrefix("#") {
      let id = String(text.dropFirst())
      let contained = try node.objects("contained").first { $0["id"]?.text == id }
      return try contained?.concept("code") ?? display
    }
    var name = location.bundle?.identities[text] ?? text
    let identity = name.withUTF8 { bytes in
      let key = ReferenceKey(bytes)
      return "\(ResourceType.medication.name)/\(String(decoding: key.bytes, as: UTF8.self))"
    }
    return context.medications[identity] ?? display
  }
}
