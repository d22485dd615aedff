import Scheduling
import Testing

@Suite struct OccurrenceKeyTests {
  @Test(arguments: [
    "breakfast/2024-01-04T08:00:00", "breakfast/2024-11-03T01:30:00;fold=1",
    "a/b/2024-01-04T08:00:00", "größe 2/0001-01-01T00:00:00",
  ])
  func keysReadBack(_ text: String) {
    #expect(OccurrenceKey(text)?.description == text)
  }

  @Test func keysHaveTheirParts() {
    let key = OccurrenceKey("breakfast/2024-11-03T01:30:00;fold=1")
    #expect(
      key
        == OccurrenceKey(
          element: "breakfast", nominal: local("2024-11-03T01:30:00"), isSecondPass: true))
  }

  @Test(arguments: [
    "", "/", "breakfast", "/2024-01-04T08:00:00", "breakfast/", "breakfast/2024-01-04",
    "breakfast/2024-01-04T08:00:00Z", "breakfast/2024-01-04T08:00:00;", "breakfast/;fold=1",
    "breakfast/2024-01-04T08:00:00;fold=0", "breakfast/2024-01-04T08:00:00;fold=1;fold=1",
  ])
  func textsThatAreNoKeys(_ text: String) {
    #expect(OccurrenceKey(text) == nil)
  }

  /// A skipped time keeps its key, though it starts later.
  @Test func keysAreNominal() throws {
    let nightly = ScheduleElement.test("2024-03-09T02:30:00", every: "P1D")
    let occurrences = nightly.occurrences(in: "America/New_York")
    let key = try #require(OccurrenceKey("dose/2024-03-10T02:30:00"))
    let occurrence = try #require(occurrences.occurrence(for: key))
    #expect(occurrence.start == at("2024-03-10T07:30:00Z"))
    #expect(occurrences.key(of: occurrence) == key)
  }

  @Test func bothPassesHaveKeys() {
    let nightly = ScheduleElement.test("2024-11-03T01:30:00", every: "P1D") {
      $0.overlap = .both
      $0.count = 1
    }
    let occurrences = nightly.occurrences(in: "America/New_York")
    #expect(
      occurrences.starting(in: everything).map { occurrences.key(of: $0).description }
        == ["dose/2024-11-03T01:30:00", "dose/2024-11-03T01:30:00;fold=1"])
  }

  @Test(arguments: [
    "dose/2024-01-04T08:00:01", "dose/2023-12-31T08:00:00", "other/2024-01-04T08:00:00",
    "dose/2024-01-04T08:00:00;fold=1", "dose/2024-01-06T08:00:00", "dose/9999-12-31T08:00:00",
    "dose/0001-01-01T00:00:00",
  ])
  func keysOfNothing(_ text: String) throws {
    let daily = ScheduleElement.test("2024-01-01T08:00:00", every: "P1D") { $0.count = 5 }
    let key = try #require(OccurrenceKey(text))
    #expect(daily.occurrences(in: "Pacific/Apia").occurrence(for: key) == nil)
  }
}
