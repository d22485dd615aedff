import AdherenceAnalytics
import Scheduling
import Testing

@testable import FHIR

/// The observation period of a patient, from studies, episodes of care and the patient's death.
@Suite struct ObservationPeriodTests {
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var resources: [String]
    var from: String?
    var to: String?
    var cause: EndCause?
  }

  private static func subject(_ members: String) -> String {
    #"{"resourceType":"ResearchSubject",\#(members)}"#
  }

  private static let episode =
    #"{"resourceType":"EpisodeOfCare","id":"e","patient":{"reference":"Patient/ann"},"status":"finished","period":{"start":"2025-01-02","end":"2025-02-10T09:00:00+01:00"}}"#
  private static let dead = ResourceFolder.ann.replacing(
    #""id":"ann""#, with: #""id":"ann","deceasedDateTime":"2025-02-01T15:00:00+01:00""#)

  static let cases = [
    Case(testDescription: "nothing is said", resources: []),
    Case(
      testDescription: "a subject of R4 who withdrew",
      resources: [
        subject(
          #""id":"s","individual":{"reference":"Patient/ann"},"status":"withdrawn","period":{"start":"2025-01-06","end":"2025-03-01"}"#
        )
      ], from: "2025-01-06", to: "2025-03-01", cause: .withdrawal),
    Case(
      testDescription: "a subject of R5 who goes on",
      resources: [
        subject(
          #""id":"s","subject":{"reference":"Patient/ann"},"status":"active","subjectState":[{"code":{"coding":[{"code":"on-study"}]}}],"period":{"start":"2025-01-06"}"#
        )
      ], from: "2025-01-06"),
    Case(
      testDescription: "a subject of R5 who completed the study",
      resources: [
        subject(
          #""id":"s","subject":{"reference":"Patient/ann"},"status":"active","progress":[{"subjectState":{"coding":[{"code":"on-study"}]}},{"subjectState":{"coding":[{"code":"off-study"}]}}],"period":{"start":"2025-01-06","end":"2025-02-06"}"#
        )
      ], from: "2025-01-06", to: "2025-02-06", cause: .completed),
    Case(
      testDescription: "a candidate",
      resources: [
        subject(
          #""id":"s","individual":{"reference":"Patient/ann"},"status":"candidate","period":{"start":"2025-01-06"}"#
        )
      ]),
    Case(
      testDescription: "an episode of care", resources: [episode], from: "2025-01-02",
      to: "2025-02-10", cause: .completed),
    Case(
      testDescription: "a study goes before episodes",
      resources: [
        episode,
        subject(
          #""id":"s","individual":{"reference":"Patient/ann"},"status":"off-study","period":{"end":"2025-04-01"}"#
        ),
      ], to: "2025-04-01", cause: .completed),
    Case(
      testDescription: "several episodes are from the first to the last",
      resources: [
        episode,
        #"{"resourceType":"EpisodeOfCare","id":"f","patient":{"reference":"Patient/ann"},"status":"active","period":{"start":"2025-06-01"}}"#,
      ], from: "2025-01-02"),
    Case(
      testDescription: "death ends an episode", resources: [dead, episode], from: "2025-01-02",
      to: "2025-02-01", cause: .death),
    Case(testDescription: "death alone", resources: [dead], to: "2025-02-01", cause: .death),
  ]

  @Test(arguments: cases) func periods(_ example: Case) throws {
    let read = try ReadRecords(lines: example.resources)
    let expected = ObservationPeriod(
      from: example.from.flatMap { CivilDate($0) }, to: example.to.flatMap { CivilDate($0) },
      endCause: example.cause)
    #expect(read.problems.isEmpty, "\(read.problems)")
    #expect(read.records.map(\.patient.observation) == [expected])
  }
}
