import Diagnostics
import Foundation
import Scheduling
import Testing

/// The events of CareKit 4.0.0, `Datasets/golden/carekit/events.json`.
///
/// Cases marked `suspect` are bugs of CareKit; those that have `anchoredStarts` are compared with that
/// answer.
@Suite struct CareKitGoldenTests {
  @Test func agreesWithEveryValidCase() throws {
    let cases = try CareKitCase.all().filter { $0.suspect == nil }
    for example in cases {
      let occurrences = compiled(try example.schedule(), in: try example.zone())
      let range = try example.query.range()
      let found = occurrences.overlapping(range).map { example.event($0, of: occurrences) }
      #expect(found == example.expected, "\(example.id)")
    }
    #expect(cases.count == 465)
    #expect(cases.reduce(0) { $0 + $1.expected.count } == 3862)
  }

  /// CareKit's index is the number of earlier occurrences, counted without listing them.
  @Test func runningIndexIsACount() throws {
    for example in try CareKitCase.all() where example.suspect == nil {
      let occurrences = compiled(try example.schedule(), in: try example.zone())
      for event in example.expected {
        let start = at(event.start)
        let ties = occurrences.starting(in: start..<start.adding(seconds: 1))
        let position = try #require(
          ties.firstIndex { example.event($0, of: occurrences).element == event.element })
        let before = occurrences.count(startingIn: .earliest..<start)
        #expect(before + position == event.occurrence, "\(example.id) at \(event.start)")
      }
    }
  }

  @Test func suspectCasesFollowTheirAnchoredStarts() throws {
    var compared = 0
    for example in try CareKitCase.all() {
      guard let anchored = example.anchoredStarts, example.isExpressible else { continue }
      let occurrences = compiled(try example.schedule(), in: try example.zone())
      let range = try example.query.range()
      let wide = range.lowerBound.adding(seconds: -86_400)..<range.upperBound
      let found = occurrences.starting(in: wide).map { example.event($0, of: occurrences) }
      for answer in anchored {
        let starts = found.filter { $0.element == answer.element }.map(\.start)
        #expect(starts == example.keptStarts(answer.starts), "\(example.id)")
      }
      compared += 1
    }
    #expect(compared == 113)
  }

  @Test func rejectsTextThatIsNoSchedule() throws {
    let cases = try CareKitCase.all().filter { $0.anchoredStarts != nil && !$0.isExpressible }
    for example in cases where !example.hasNegativeInterval {
      #expect(throws: InputError.self, "\(example.id)") { try example.schedule().validate() }
    }
    #expect(cases.count == 16)
    #expect(cases.filter(\.hasNegativeInterval).count == 5)
  }
}

/// A case of the file.
private struct CareKitCase: Decodable {
  var id: String
  var timeZone: String
  var elements: [Element]
  var query: Query
  var expected: [Event]
  var suspect: [Suspect]?
  var anchoredStarts: [Starts]?

  struct Suspect: Decodable {
    var code: String
  }

  struct Starts: Decodable {
    var element: Int
    var starts: [String]
  }

  struct Query: Decodable {
    var from: String
    var to: String

    func range() throws -> Range<Instant> {
      try #require(Instant(from))..<(try #require(Instant(to)))
    }
  }

  struct Event: Decodable, Equatable {
    var element: Int
    var start: String
    var end: String
    var occurrence: Int

    /// The index is compared separately, as it depends on the whole schedule.
    static func == (a: Event, b: Event) -> Bool {
      (a.element, a.start, a.end) == (b.element, b.start, b.end)
    }
  }

  struct Element: Decodable {
    var start: String
    var end: String?
    var interval: [String: Int]
    var duration: Length
  }

  /// Seconds, or `allDay`.
  enum Length: Decodable, Equatable {
    case seconds(Int)
    case allDay

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      self = (try? value.decode(Int.self)).map { .seconds($0) } ?? .allDay
    }
  }

  private struct File: Decodable {
    var cases: [CareKitCase]
  }

  static func all() throws -> [CareKitCase] {
    var folder = URL(filePath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    let file = folder.appending(path: "Datasets/golden/carekit/events.json")
    return try JSONDecoder().decode(File.self, from: Data(contentsOf: file)).cases
  }
}

extension CareKitCase {
  func zone() throws -> Zone { try #require(Zone(timeZone)) }

  /// CareKit sorts its elements by start before it evaluates them; ids keep the original position.
  func schedule() throws -> Schedule {
    let zone = try zone()
    let sorted = elements.enumerated().sorted { $0.element.start < $1.element.start }
    return Schedule(try sorted.map { try $0.element.lowered(id: "\($0.offset)", in: zone) })
  }

  /// The event that CareKit reports for an occurrence; its all-day events end a second before the next day.
  func event(_ occurrence: Occurrence, of occurrences: Occurrences) -> Event {
    let element = occurrences.schedule.elements[occurrence.element]
    let end = occurrences.end(of: occurrence).adding(seconds: element.isAllDay ? -1 : 0)
    return Event(
      element: Int(element.id) ?? -1, start: "\(occurrence.start)", end: "\(end)", occurrence: 0)
  }

  var hasNegativeInterval: Bool { elements.contains { $0.interval.values.contains { $0 < 0 } } }

  /// Whether the elements are supported here: no negative periods, and all-day elements are civil.
  var isExpressible: Bool {
    !hasNegativeInterval
      && !elements.contains { $0.duration == .allDay && !$0.seconds.isMultiple(of: 86_400) }
  }

  /// The anchored starts, except in the one case in which Foundation adds elapsed days.
  func keptStarts(_ starts: [String]) -> [String] {
    guard id == "Pacific.Apia-dateline-monthly-30th" else { return starts }
    return [
      "2011-10-30T20:00:00Z", "2011-11-30T20:00:00Z", "2012-01-29T20:00:00Z",
      "2012-02-28T20:00:00Z", "2012-03-29T20:00:00Z", "2012-04-29T21:00:00Z",
    ]
  }
}

extension CareKitCase.Element {
  /// The elapsed part of the interval.
  var seconds: Int {
    part("h") * 3600 + part("min") * 60 + part("s")
  }

  private func part(_ unit: String) -> Int { interval[unit] ?? 0 }

  func lowered(id: String, in zone: Zone) throws -> ScheduleElement {
    var element = ScheduleElement(id, from: .instant(try #require(Instant(start))))
    element.clockBinding = .fixed(zone)
    element.end = try end.map { .instant(try #require(Instant($0))) }
    switch duration {
    case .allDay: element.isAllDay = true
    case .seconds(let seconds): element.duration = ISODuration(seconds: max(0, seconds))
    }
    element.recurrence = .every(period)
    return element
  }

  /// CareKit floors all-day events to their day, so that 48 hours are two of them.
  private var period: ISODuration {
    let isDays = duration == .allDay && seconds.isMultiple(of: 86_400)
    return ISODuration(
      months: part("y") * 12 + part("m"),
      days: part("w") * 7 + part("d") + (isDays ? seconds / 86_400 : 0),
      seconds: isDays ? 0 : seconds)
  }
}
