import Scheduling
import Testing

/// Zones that succeed each other.
@Suite struct ZoneSuccessionTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var first = "America/New_York"
    var later: [(from: String, zone: String)]
    var id: String
  }

  static let examples = [
    Example(testDescription: "none", later: [], id: "America/New_York"),
    Example(
      testDescription: "one", later: [("2024-06-10T22:00:00Z", "Europe/Dublin")],
      id: "America/New_York;2024-06-10T22:00:00Z=Europe/Dublin"),
    Example(
      testDescription: "the same zone repeatedly",
      later: [
        ("2024-05-10T22:00:00Z", "America/New_York"), ("2024-06-10T22:00:00Z", "Europe/Dublin"),
        ("2024-07-10T22:00:00Z", "Europe/Dublin"), ("2024-08-10T22:00:00Z", "America/New_York"),
      ],
      id: "America/New_York;2024-06-10T22:00:00Z=Europe/Dublin"
        + ";2024-08-10T22:00:00Z=America/New_York"),
    Example(
      testDescription: "a traveller who settles",
      first: "America/New_York;2024-02-01T00:00:00Z=Asia/Kolkata;2024-07-01T00:00:00Z=UTC",
      later: [("2024-06-10T22:00:00Z", "Europe/Dublin")],
      id: "America/New_York;2024-02-01T00:00:00Z=Asia/Kolkata;2024-06-10T22:00:00Z=Europe/Dublin"),
    Example(
      testDescription: "a traveller from then on, who has been elsewhere before",
      later: [
        (
          "2024-06-10T22:00:00Z",
          "Asia/Tokyo;2024-03-01T00:00:00Z=Europe/Dublin;2024-07-01T00:00:00Z=UTC"
        )
      ],
      id: "America/New_York;2024-06-10T22:00:00Z=Europe/Dublin;2024-07-01T00:00:00Z=UTC"),
  ]

  @Test(arguments: examples) func follows(_ example: Example) throws {
    let later = example.later.map { Zone.Arrival(from: at($0.from), zone: zone($0.zone)) }
    let succession = Zone(zone(example.first), followedBy: later)
    #expect(succession.id == example.id)
    let stays = [Zone.Arrival(from: .earliest, zone: zone(example.first))] + later
    for month in 1...12 {
      for day in [1, 10, 11, 28] {
        let text = "2024-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
        let moment = at("\(text)T22:30:00Z")
        let own = try #require(stays.last { $0.from <= moment }).zone
        #expect(succession.offset(at: moment) == own.offset(at: moment), "\(text)")
      }
    }
  }

  /// More than the cache holds.
  @Test func manyZonesAreCreatedConsistently() {
    for turn in 0..<2 {
      for day in 10...40 {
        let from = at("2024-01-01T00:00:00Z").adding(seconds: Int64(day) * 86_400)
        let moved = Zone(.utc, followedBy: [.init(from: from, zone: zone("Asia/Tokyo"))])
        #expect(moved.id == "UTC;\(from)=Asia/Tokyo", "\(turn)")
        #expect(moved.offset(at: from) == 32_400)
        #expect(moved.offset(at: from.adding(seconds: -1)) == 0)
      }
    }
  }
}
