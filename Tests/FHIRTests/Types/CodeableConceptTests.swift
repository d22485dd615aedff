import FHIR
import Formats
import Interchange
import Testing

@Suite struct CodeableConceptTests {
  @Test(arguments: [
    (
      #"{"text": "Aspirin", "coding": [{"display": "A"}, {"display": "B", "userSelected": true}]}"#,
      "B"
    ),
    (#"{"text": "Aspirin", "coding": [{"display": "A"}]}"#, "Aspirin"),
    (#"{"text": "Aspirin", "coding": [{"code": "7", "userSelected": true}]}"#, "Aspirin"),
    (#"{"coding": [{"code": "7"}, {"display": "A"}]}"#, "A"),
    (#"{"coding": [{"system": "s"}, {"code": "7"}, {"code": "8"}]}"#, "7"),
    (#"{"coding": 7, "text": ["a"]}"#, nil), ("{}", nil), ("[]", nil),
  ])
  func titleIsWhatTheUserChose(_ json: String, _ title: String?) throws {
    let document = JSONDocument()
    try document.read(Array(json.utf8))
    #expect(CodeableConcept(document.root).title == title)
  }
}
