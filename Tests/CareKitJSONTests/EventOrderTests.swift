import AdherenceAnalytics
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import CareKitJSON

@Suite struct EventOrderTests {
  @Test func countsTheEventsOfAllElements() throws {
    let chains = try [("2024-01-01T20:00:00Z", "P1D"), ("2024-01-01T08:00:00Z", "P2D")].map {
      ChainedElement(
        start: try at($0.0), end: nil, period: try period($0.1), isAllDay: false, zone: .utc)
    }
    let order = EventOrder([chains[1], chains[0]])
    #expect(order.prefix(5).map(\.element) == [0, 1, 1, 0, 1])
    #expect(order.prefix(5).map(\.ordinal) == [0, 0, 1, 1, 2])
    #expect(
      EventOrder.events(of: [chains[1], chains[0]], at: [0, 3, 3]).map { $0?.ordinal }
        == [0, 1, 1])
  }

  /// Once the budget is used, searches that would need more events find none, and others still
  /// work.
  @Test func countsNoMoreThanItsBudget() throws {
    let tasks = ["A", "B"].map { name in
      #"""
      {"id": "\#(name)", "uuid": "\#(name)", "timezone": {"identifier": "UTC"}, "schedule":
      {"elements": [{"start": 725788800, "interval": {"day": 1}},
      {"start": 725788801, "interval": {"day": 1}}]}}
      """#
    }
    let outcomes = [("A", 5), ("A", 60), ("B", 90)].map { task, index in
      CareKitTexts.outcome(of: task, "\(index)", #""createdDate": \#(index)"#)
    }
    var reader = DocumentReader()
    let text = "[\((tasks + outcomes).joined(separator: ","))]"
    let elements = try JSONElements(Array(text.utf8), source: "text", streaming: [])
    try reader.read(elements, source: "text")
    for (budget, keys) in [(200, 3), (100, 2), (62, 2), (61, 0), (0, 0)] {
      var list = reader.records(CareKitRecords.Options(), budget: budget).makeReader()
      try list.read(0..<1) { entry in
        #expect(entry.record.outcomes.count { $0.key != nil } == keys, "\(budget)")
      }
    }
  }

  /// The results of CareKit 4.0.0, with its indices.
  struct CareKitCase: Decodable, CustomTestStringConvertible {
    struct Element: Decodable {
      enum Duration: Decodable {
        case allDay, seconds(Double)

        init(from decoder: any Decoder) throws {
          let container = try decoder.singleValueContainer()
          self = (try? container.decode(Double.self)).map(Duration.seconds) ?? .allDay
        }
      }
      var start: String
      var end: String?
      var interval: [String: Int]
      var duration: Duration
    }
    struct Event: Decodable, Hashable {
      var element: Int
      var occurrence: Int
      var start: String
    }
    struct Suspect: Decodable { var code: String }
    struct Query: Decodable { var from, to: String }
    var id: String
    var elements: [Element]
    var expected: [Event]
    var query: Query
    var suspect: [Suspect]?
    var timeZone: String

    var testDescription: String { id }
  }

  /// Cases whose index depends on the query, and lengths that only CareKit accepts.
  private static let otherIndices: Set = [
    "occurrence-index-window-shift", "negative-duration-shift", "negative-duration",
  ]

  @Test func agreesWithCareKit() throws {
    struct Cases: Decodable { var cases: [CareKitCase] }
    let data = try Data(contentsOf: datasets.appending(path: "golden/carekit/events.json"))
    let cases = try JSONDecoder().decode(Cases.self, from: data).cases
    var compared = 0
    for golden in cases
    where golden.elements.allSatisfy({ $0.interval.values.allSatisfy { $0 >= 0 } }) {
      let codes = golden.suspect?.map(\.code) ?? []
      if !EventOrderTests.otherIndices.isDisjoint(with: codes) { continue }
      compared += 1
      let numbered = try golden.elements.enumerated().map { ($0, try chain($1, golden.timeZone)) }
      let sorted = numbered.sorted { ($0.1.first, $0.0) < ($1.1.first, $1.0) }
      let places = golden.expected.map(\.occurrence)
      let first = Array(EventOrder(sorted.map(\.1)).prefix((places.max() ?? -1) + 1))
      let events = places.map { place in
        place < first.count ? "\(sorted[first[place].element].0) \(first[place].start)" : ""
      }
      #expect(events == golden.expected.map { "\($0.element) \($0.start)" }, "\(golden.id)")
      // CareKit's query returns nothing else that starts in its range.
      let (from, to) = (try at(golden.query.from), try at(golden.query.to))
      let all = EventOrder(sorted.map(\.1)).prefix { $0.start < to }.filter { $0.start >= from }
      let own = golden.expected.filter { $0.start >= golden.query.from }
      if !codes.contains("ended-element-overlap-dropped") {
        #expect(all.count == own.count, "\(golden.id)")
      }
    }
    #expect(compared > 580)
  }

  private func chain(_ element: CareKitCase.Element, _ zoneName: String) throws -> ChainedElement {
    let units: [String: ISODuration] = [
      "y": ISODuration(months: 12), "m": ISODuration(months: 1), "w": ISODuration(days: 7),
      "d": ISODuration(days: 1),
      "h": ISODuration(seconds: 3600), "min": ISODuration(seconds: 60),
      "s": ISODuration(seconds: 1),
    ]
    var sum = ISODuration.zero
    for (name, count) in element.interval {
      let unit = try #require(units[name])
      sum.months += count * unit.months
      sum.days += count * unit.days
      sum.seconds += count * unit.seconds
    }
    var isAllDay = false
    if case .allDay = element.duration { isAllDay = true }
    return ChainedElement(
      start: try at(element.start), end: try element.end.map(at), period: sum, isAllDay: isAllDay,
      zone: try zone(zoneName))
  }
}
