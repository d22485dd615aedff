import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Occurrences that follow the completions of their own task.
@Suite struct CompletionChainTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var offset = "PT8H"
    var start: String? = "2025-03-10T08:00:00"
    var edit: @Sendable (inout EventAnchor) -> Void = { _ in }
    var editElement: @Sendable (inout ScheduleElement) throws -> Void = { _ in }
    /// The times at which it was taken, or `-` and the time at which it was declined.
    var taken: [String]
    var asOf = "2025-03-11T08:00:00Z"
    /// The local times of the occurrences until noon of 11 March, with `+` if done and `-` if refused.
    var planned: String
  }

  static let examples = [
    Example(
      testDescription: "taken as planned", taken: ["10T07:00", "10T15:00"],
      planned: "+10T08:00 +10T16:00 11T00:00 11T08:00"),
    Example(
      testDescription: "later ones follow a late one", taken: ["10T09:30"],
      asOf: "2025-03-10T10:00:00Z", planned: "+10T08:00 10T18:30 11T02:30 11T10:30"),
    Example(
      testDescription: "an early one defines the next", taken: ["10T07:00", "10T11:00"],
      planned: "+10T08:00 +10T16:00 10T20:00 11T04:00"),
    Example(
      testDescription: "a missed one is followed from its planned time",
      taken: ["10T07:00", "11T00:00"],
      planned: "+10T08:00 10T16:00 +11T00:00 11T09:00"),
    Example(
      testDescription: "after a missed one nothing follows until the next completion",
      edit: { $0.whenMissed = .wait }, taken: ["10T07:00", "11T00:30"],
      planned: "+10T08:00 +10T16:00 11T09:30"),
    Example(
      testDescription: "after a missed one nothing follows",
      edit: { $0.whenMissed = .wait }, taken: ["10T07:00"], planned: "+10T08:00 10T16:00"),
    Example(
      testDescription: "counted from when the window expired",
      edit: { $0.whenMissed = .fromNow }, taken: ["10T07:00"],
      planned: "+10T08:00 10T16:00 11T08:00"),
    Example(
      testDescription: "counted from when it was declined", edit: { $0.whenMissed = .fromNow },
      taken: ["10T07:00", "-10T16:00"], planned: "+10T08:00 -10T16:00 11T01:00"),
    Example(
      testDescription: "the first completion starts it", start: nil, taken: ["10T07:15"],
      planned: "10T16:15 11T00:15 11T08:15"),
    Example(
      testDescription: "counted from planned times", edit: { $0.start.completion = .planned },
      taken: ["10T08:30"], planned: "+10T08:00 10T16:00 11T00:00 11T08:00"),
    Example(
      testDescription: "counted from planned times with a gap",
      edit: {
        $0.start.completion = .planned
        $0.minimumGap = ISODuration(seconds: 6 * 3600)
      }, taken: ["10T10:30"], planned: "+10T08:00 10T17:30 11T01:30 11T09:30"),
    Example(
      testDescription: "until it was done twice",
      edit: {
        $0.until = EventTime(completionOf: nil)
        $0.until?.count = 2
      }, taken: ["10T07:00", "10T23:30"], planned: "+10T08:00 10T16:00 +11T00:00"),
    Example(
      testDescription: "days on the clock", offset: "P1D", taken: ["10T09:00"],
      planned: "+10T08:00 11T10:00"),
    Example(
      testDescription: "days at a time of day", offset: "P1D",
      edit: { $0.start.time = CivilTime("07:00") }, taken: ["10T09:00"],
      planned: "+10T08:00 11T07:00"),
    Example(
      testDescription: "no more than the count", editElement: { $0.count = 2 },
      taken: ["10T07:00", "10T20:00"], planned: "+10T08:00 +10T16:00"),
  ]

  @Test(arguments: examples)
  func occurrencesFollowCompletions(_ example: Example) throws {
    let record = try example.record()
    var query = AdherenceQuery(try days("2025-03-10", "2025-03-12"))
    query.asOf = try at(example.asOf)
    let evaluation = try record.evaluate(record.tasks[0], query)
    let words = evaluation.found.compactMap { scored -> String? in
      let key = evaluation.plan.key(of: scored.occurrence)
      let mark = scored.progress == 1 ? "+" : scored.state == .declined ? "-" : ""
      let text = "\(key.nominal)".dropFirst(8).dropLast(3)
      return text < "11T12:00" ? "\(mark)\(text)" : nil
    }
    #expect(words.joined(separator: " ") == example.planned)
    #expect(record.warnings.isEmpty)
    #expect(!evaluation.dispositions.contains(.orphaned))
  }
}

extension CompletionChainTests.Example {
  func record() throws -> CareRecord {
    var after = EventAnchor(
      EventTime(completionOf: "tablet", offset: try #require(EventOffset(offset))))
    edit(&after)
    var element = ScheduleElement("dose", after: after)
    if let start { element.start = try moment(start) }
    try editElement(&element)
    let task = CareTask(id: "tablet", schedule: Schedule([element]))
    return CareRecord(
      patient: try patient(in: "Europe/Berlin"), tasks: [task],
      outcomes: try taken.map { text in
        let isRefusal = text.hasPrefix("-")
        let time = try at("2025-03-\(isRefusal ? String(text.dropFirst()) : text):00Z")
        return Outcome(task: "tablet", time: time, status: isRefusal ? .declined : .completed)
      })
  }
}
