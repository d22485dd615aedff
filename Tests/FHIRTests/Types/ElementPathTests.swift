import Diagnostics
import FHIR
import Formats
import Interchange
import Scheduling
import Testing

@Suite struct ElementPathTests {
  @Test func pathsBeginAtTheResource() throws {
    let document = JSONDocument()
    let dosages = #"[{"text": "a"}, {"timing": {"event": ["x", "y"]}}]"#
    let json = #"{"entry": [{}, {"resource": {"dosage": \#(dosages)}}]}"#
    try document.read(Array(json.utf8))
    let resource = try #require(document.root["entry"]?.elements[1]["resource"])
    let node = try #require(resource["dosage"]?.elements[1]["timing"]?["event"]?.elements[1])
    #expect(node.elementPath() == "entry[1].resource.dosage[1].timing.event[1]")
    #expect(node.elementPath(in: resource) == "dosage[1].timing.event[1]")
    #expect(resource.elementPath(in: resource).isEmpty)
    let error = node.breaks(.noTime, in: resource)
    #expect(error.field == "dosage[1].timing.event[1]")
    #expect(error.description.contains("'y'"))
  }
}
