@testable import FHIR
import Testing

@Suite struct ResourceHeadTests {
  /// Returns the type and the patient of a line, if they are found without a parser.
  private func head(_ line: String) -> [String]? {
    let bytes = Array(line.utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      guard let head = ResourceHead.find(in: bytes) else { return nil }
      return ([head.typeName] + [head.patient].compactMap(\.self)).map {
        String(decoding: bytes[$0], as: UTF8.self)
      }
    }
  }

  @Test(arguments: [
    (#"{"resourceType":"Patient","id":"a"}"#, ["Patient", "a"]),
    (#"{"id":"a", "resourceType" : "Patient"}"#, ["Patient", "a"]),
    (
      #"{"resourceType":"Observation","note":[{"text":"a \"{\" b"}],"status":"a\nb","subject":{"display":"x\t","reference":"Patient/a"}}"#,
      ["Observation", "Patient/a"]
    ),
    (
      #"{"subject":{"identifier":{"value":"]"},"reference":"Patient/a"},"id":"b","valueQuantity":{"value":-1.5e3},"resourceType":"Observation"}"#,
      ["Observation", "Patient/a"]
    ),
    (
      #"{"resourceType":"Task","for":{"reference":"Patient/a"},"x":nonsense"#,
      ["Task", "Patient/a"]
    ),
    (#"{"resourceType":"Medication","id":"m\u0031"}"#, ["Medication"]),
    (#"{"resourceType":"Basic","id":"a"}"#, ["Basic"]),
  ])
  func found(_ line: String, _ expected: [String]) { #expect(head(line) == expected) }

  @Test(arguments: [
    "", "[]", "{}", #"{"resourceType":"Bundle","entry":[]}"#, #"{"resourceType":"Patient"}"#,
    #"{"resourceType":"Pat\u0069ent","id":"a"}"#, #"{"resourceType":"Patient","id":"a\u0031"}"#,
    #"{"resource\u0054ype":"Patient","id":"a"}"#, #"{"resourceType":"Basic" "id":"a"}"#,
    #"{"resourceType":"Observation","subject":{"identifier":{"value":"1"}}}"#,
    #"{"resourceType":"Observation","subject":{"reference":"Patient\/a"}}"#,
    #"{"resourceType":"Observation","subject":{"reference":1}}"#,
    #"{"resourceType":"Patient","id":"a"#,
    #"{"resourceType":"Observation","code":{"text":"a","subject":{"reference":"Patient/a"}"#,
  ])
  func needsParser(_ line: String) { #expect(head(line) == nil) }
}
