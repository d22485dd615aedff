import AdherenceAnalytics
import CareKitJSON
import Scheduling
import Testing

/// The examples of the essential types of `CareKitJSON`.
@Suite(.printsAsWritten) struct CareKitJSONExamples: Examples {
  @Test func records() async throws {
    let source = try CareKitRecords(["Datasets/golden/carekit-json/files/v4-versions.json"])
    print(source.patientIDs, source.problems.count)  // ["patient"] 0
  }

  @Test func writer() async throws {
    let document = CareKitWriter().document(of: record)
    print(try CareKitRecords(document.bytes).patientIDs)  // ["ann"]
  }

  @Test func document() async throws {
    let document = CareKitWriter().document(of: record)

    for problem in document.problems { print(problem) }
    // patient ann: 'tasks.tablet.matching' has no counterpart in CareKit and is omitted (the rest is written): 'window'
    // patient ann: 'outcomes.0.key' has no counterpart in CareKit and is omitted (the rest is written)
    // patient ann: 'outcomes.1.key' has no counterpart in CareKit and is omitted (the rest is written)
  }
}
