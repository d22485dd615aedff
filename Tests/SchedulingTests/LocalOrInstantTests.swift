import Scheduling
import Testing

@Suite struct LocalOrInstantTests {
  @Test(arguments: [
    "2024-01-04T08:00:00", "2024-01-04T13:00:00Z", "0001-01-01T00:00:00", "9999-12-31T23:59:59Z",
  ])
  func textsReadBack(_ text: String) {
    #expect(LocalOrInstant(text)?.description == text)
  }

  @Test func aBareDateIsItsMidnight() {
    #expect(LocalOrInstant("2024-01-04") == .local(local("2024-01-04T00:00:00")))
  }

  @Test(arguments: ["", "now", "2024-01", "2024-01-04T25:00:00", "2024-01-04T08:00:00 ZZ"])
  func textsThatAreNoMoments(_ text: String) {
    #expect(LocalOrInstant(text) == nil)
  }

  @Test func zonesTellLocalTimes() {
    let newYork = zone("America/New_York")
    #expect(
      read("2024-01-04T08:00:00", as: LocalOrInstant.self).instant(in: newYork)
        == at("2024-01-04T13:00:00Z"))
    #expect(
      read("2024-01-04T13:00:00Z", as: LocalOrInstant.self).civil(in: newYork)
        == local("2024-01-04T08:00:00"))
  }
}
