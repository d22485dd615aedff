import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@Suite struct StreaksTests {
  /// The steps of a word, a day each: `x` succeeds, `o` misses, `-` is neutral.
  private func streaks(_ word: some Sequence<Character>, from first: CivilDate) -> Streaks {
    var streaks = Streaks()
    for (index, letter) in word.enumerated() {
      let day = first.adding(days: index)
      streaks.add(
        letter == "x" ? .success : letter == "o" ? .miss : .neutral, from: day, through: day)
    }
    return streaks
  }

  struct Example: CustomTestStringConvertible {
    var word: String
    /// `length first last`, days of January.
    var current: String?, longest: String?, longestMissed: String?

    var testDescription: String { word.isEmpty ? "nothing" : word }
  }

  static let examples = [
    Example(word: ""),
    Example(word: "-"),
    Example(word: "x", current: "1 1 1", longest: "1 1 1"),
    Example(word: "o", longestMissed: "1 1 1"),
    Example(word: "xx-x", current: "3 1 4", longest: "3 1 4"),
    Example(word: "-xx-", current: "2 2 3", longest: "2 2 3"),
    Example(word: "xxox", current: "1 4 4", longest: "2 1 2", longestMissed: "1 3 3"),
    Example(word: "xx-o", longest: "2 1 2", longestMissed: "1 4 4"),
    Example(word: "o-oxoo", longest: "1 4 4", longestMissed: "2 1 3"),
    Example(word: "xoxoxx--", current: "2 5 6", longest: "2 5 6", longestMissed: "1 2 2"),
  ]

  @Test(arguments: examples) func runs(_ example: Example) throws {
    func text(_ streak: Streak?) -> String? {
      streak.map { "\($0.length) \($0.first.day) \($0.last.day)" }
    }
    let streaks = streaks(example.word, from: try day("2025-01-01"))
    #expect(text(streaks.current) == example.current)
    #expect(text(streaks.longest) == example.longest)
    #expect(text(streaks.longestMissed) == example.longestMissed)
  }

  /// The definition: removes neutral days, and splits at the misses.
  private func lengths(_ word: [Character], of letter: Character) -> (current: Int, longest: Int) {
    let pieces = word.filter { $0 != "-" }.split(omittingEmptySubsequences: false) { $0 != letter }
    return (pieces.last?.count ?? 0, pieces.map(\.count).max() ?? 0)
  }

  @Test func everyShortWord() throws {
    let first = try day("2025-01-01")
    var words: [[Character]] = [[]]
    for length in 1...7 {
      words += words.filter { $0.count == length - 1 }.flatMap { word in
        ["x", "o", "-"].map { word + [$0] }
      }
    }
    for word in words {
      let streaks = streaks(word, from: first)
      let done = lengths(word, of: "x")
      let missed = lengths(word, of: "o")
      #expect(streaks.current?.length ?? 0 == done.current, "\(String(word))")
      #expect(streaks.longest?.length ?? 0 == done.longest, "\(String(word))")
      #expect(streaks.currentMissed?.length ?? 0 == missed.current, "\(String(word))")
      #expect(streaks.longestMissed?.length ?? 0 == missed.longest, "\(String(word))")
    }
  }

  /// A tablet a day from January 1, with outcomes of some days.
  private func record(_ done: [Int]) throws -> CareRecord {
    CareRecord(
      patient: try patient(), tasks: [task(.keyed, try element(from: "2025-01-01T08:00"))],
      outcomes: try done.map { try outcome("tablet/2025-01-0\($0)T08:00") })
  }

  private func task(_ matching: Matching, _ element: ScheduleElement) -> CareTask {
    var task = CareTask(id: "tablet", schedule: Schedule([element]))
    task.matching = matching
    return task
  }

  private func query(asOf: String, by period: CalendarPeriod = .day) throws -> AdherenceQuery {
    var query = AdherenceQuery(try days("2025-01-01", "2025-01-08"), by: period)
    query.asOf = try at(asOf)
    return query
  }

  @Test func theDayThatIsNotOverBreaksNothing() throws {
    let record = try record([1, 2, 3])
    let query = try query(asOf: "2025-01-04T12:00:00Z")
    let adherence = record.adherence(query)
    #expect(adherence.total.perfectDayStreaks(over: adherence.spans).current?.length == 3)
    #expect(try record.evaluate(record.tasks[0], query).streaks.current?.length == 3)
    let later = try self.query(asOf: "2025-01-05T00:00:00Z")
    #expect(try record.evaluate(record.tasks[0], later).streaks.current == nil)
    #expect(try record.evaluate(record.tasks[0], later).streaks.longest?.length == 3)
  }

  @Test func offeredOccurrencesCountOnceDone() throws {
    let record = try record([1, 2])
    var query = try query(asOf: "2025-01-02T12:00:00Z")
    #expect(try record.evaluate(record.tasks[0], query).streaks.current?.length == 1)
    query.denominator = .offered
    #expect(try record.evaluate(record.tasks[0], query).streaks.current?.length == 2)
  }

  @Test func aHoldBreaksNothing() throws {
    var record = try record([1, 2, 5])
    record.holds = [Hold(from: try moment("2025-01-03"), to: try moment("2025-01-05"))]
    let streaks = try record.evaluate(record.tasks[0], query(asOf: "2025-01-06T00:00:00Z")).streaks
    #expect(streaks.current?.length == 3)
    #expect(streaks.current?.first == (try day("2025-01-01")))
    #expect(streaks.current?.last == (try day("2025-01-05")))
  }

  @Test func longerPeriodsReachAThreshold() throws {
    let record = try record([1, 2, 3, 4, 7])
    let query = try query(asOf: "2025-01-08T00:00:00Z", by: .all)
    let adherence = record.adherence(query)
    #expect(adherence.total.streaks(Share(5, of: 7), over: adherence.spans).current?.length == 1)
    #expect(adherence.total.streaks(Share(6, of: 7), over: adherence.spans).current == nil)
    let streak = adherence.total.streaks(Share(5, of: 7), over: adherence.spans).longest
    #expect(streak?.last == (try day("2025-01-07")))
  }

  @Test func perfectDaysAreDays() async throws {
    await #expect(processExitsWith: .failure) {
      let spans = CalendarPeriod.week.spans(of: try days("2025-01-01", "2025-01-08"))
      let record = CareRecord(patient: try patient())
      let query = AdherenceQuery(try days("2025-01-01", "2025-01-08"), by: .week)
      _ = record.adherence(query).total.perfectDayStreaks(over: spans)
    }
  }
}
