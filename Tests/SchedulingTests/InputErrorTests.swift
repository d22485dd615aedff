import Diagnostics
import ScheduleFormats
import Testing

@testable import Scheduling

@Suite struct InputErrorTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var problem: InputError.Problem
    var text: String

    init(_ problem: InputError.Problem, _ text: String) {
      self.problem = problem
      self.text = text
    }

    var testDescription: String { text }
  }

  /// A message about a long id stays readable.
  @Test func longRecordsAreShortened() {
    let id = String(repeating: "a", count: 1_000_000)
    let error = InputError(.missing, field: "time").at(record: "Patient/\(id)")
    #expect(
      error.description
        == "Patient/\(id.prefix(192))… 'time' is missing (it is required)")
    let short = InputError(.missing, field: "time").at(record: "Patient/\(id.prefix(192))")
    #expect(short.description == "Patient/\(id.prefix(192)) 'time' is missing (it is required)")
  }

  @Test(arguments: [
    Example(
      .malformed(text: "2,5", .number), "'f' is not a number: '2,5' (use a point, as in 2.5)"),
    Example(.outOfRange(text: "0", rule: "be 1 or more"), "'f' must be 1 or more, not '0'"),
    Example(
      .notOneOf(text: "both", allowed: ["first", "last"]), "'f' cannot be 'both' (use first, last)"),
    Example(
      .notUnderstood(word: "dya", after: "every", cure: "did you mean 'day'?"),
      "'f' is not understood at 'dya', after 'every' (did you mean 'day'?)"),
    Example(
      .notUnderstood(word: "", after: "", cure: "say how often"),
      "'f' ends too early (say how often)"),
    Example(.missing, "'f' is missing (it is required)"),
    Example(.unknown(allowed: ["id", "start"]), "'f' is unknown (known: id, start)"),
    Example(.conflict(with: "rule"), "'f' cannot be combined with 'rule' (keep one of them)"),
    Example(
      .unsupported(part: "BYSETPOS"),
      "'f' uses BYSETPOS, which this version does not evaluate (leave it out)"),
    Example(.noSuch(kind: "patient", id: "p9"), "'f' names an unknown patient: 'p9'"),
    Example(
      .duplicate(kind: "task", id: "t1"),
      "'f' names a task a second time: 't1' (keep one of them)"),
    Example(
      .repeated(kind: "task", id: "t1"),
      "'f' names a task a second time: 't1' (the first one is used)"),
    Example(.tooLarge(what: "elements", limit: 10), "'f' has too many elements: the limit is 10"),
    Example(.unreadable(reason: "no such file"), "'f' cannot be read: no such file"),
    Example(.unwritable(reason: "the disk is full"), "'f' cannot be written: the disk is full"),
    Example(.broken(.invalidUTF8), "'f' is not valid UTF-8 (save the file as UTF-8)"),
    Example(
      .broken(.truncated), "'f' ends in the middle of a record (the file was cut off)"),
  ])
  func everyProblemHasItsText(_ example: Example) {
    #expect(InputError(example.problem, field: "f").description == example.text)
  }

  @Test(arguments: [
    InputError.Expected.number, .wholeNumber, .boolean, .text, .object, .list, .json, .date, .time,
    .dateTime, .instant, .moment, .basicMoment, .period, .zone, .weekday, .occurrenceKey, .rule,
    .base64, .property, .writtenMoment, .orderedMoment, .countedMoment, .dayFirst, .monthFirst,
    .countOfSeconds, .excelSerial, .patternedMoment,
  ])
  func everyKindOfValueHasANameAndACure(_ expected: InputError.Expected) {
    let text = InputError(.malformed(text: "x", expected)).description
    #expect(text.hasPrefix("is not a"))
    #expect(text.contains(": 'x' ("))
    #expect(!text.hasSuffix("()"))
  }

  struct Location: CustomTestStringConvertible, Sendable {
    var source: String?
    var line: Int?
    var field: String?
    var text: String

    var testDescription: String { text }
  }

  @Test(arguments: [
    Location(
      source: "outcomes.csv", line: 12, field: "value",
      text: "outcomes.csv:12: 'value' is missing (it is required)"),
    Location(
      source: "tasks.ndjson", field: "id", text: "tasks.ndjson: 'id' is missing (it is required)"),
    Location(line: 3, text: "3: is missing (it is required)"),
    Location(text: "is missing (it is required)"),
  ])
  func locationsPrecedeMessages(_ location: Location) {
    let error = InputError(
      .missing, field: location.field, line: location.line, source: location.source)
    #expect(error.description == location.text)
  }

  @Test func locationIsSetOnce() {
    let error = InputError(.missing, field: "id", line: 3).at(source: "a.csv", line: 9)
    #expect(error == InputError(.missing, field: "id", line: 3, source: "a.csv"))
  }

  @Test func valuesAreShownShortAndOnOneLine() {
    let long = InputError(.malformed(text: String(repeating: "x", count: 100_000), .date))
    #expect(long.description.contains("'" + String(repeating: "x", count: 60) + "…'"))
    let broken = InputError(.malformed(text: "a\nb\r\nc\0", .date))
    #expect(broken.description.contains("'a␤b␤c␤'"))
  }

  @Test func causesAreKeptAndNotCompared() {
    struct Below: Error {}
    let error = InputError(.missing, cause: Below())
    #expect(error.at(source: "a.csv").cause is Below)
    #expect(error == InputError(.missing))
    #expect(error.hashValue == InputError(.missing).hashValue)
  }

  @Test func parametersAreDistinguishedFromData() {
    let error = InputError(.missing, parameter: "task")
    #expect(error.isParameter && error != InputError(.missing, field: "task"))
    #expect(error.description == "'task' is missing (it is required)")
  }
}
