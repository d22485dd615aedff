import AdherenceAnalytics
package import Interchange
package import Scheduling

/// The rows of an expansion: when, which part of the plan, and for when it was planned.
package enum OccurrenceTable {
  static let columns: [Column<Row>] = [
    .instant("start", "the start of the occurrence") { $0.start },
    .instant("end", "the end of the occurrence (exclusive)") { $0.end },
    .text("element", "the element's id") { $0.key.element },
    .integer(
      "ordinal", "occurrences",
      "the position among the occurrences of the element, from 0; empty for an added one"
    ) {
      $0.ordinal
    },
    .key("nominal", "the planned local time; with `;fold=1` where clocks show it a second time") {
      $0.key.nominalText
    },
    .integer(
      "index", "occurrences", "the position among the occurrences of the whole plan, as in CareKit"
    ) {
      $0.index
    },
    .text("text", "the text of the element for the patient") {
      $0.words?.element.text
    },
    .list("units", "the units of the targets, each once") { $0.words?.element.units },
    .json("targets", "the targets, as in the JSON of schedules") {
      $0.words?.targets
    },
  ]

  /// An occurrence.
  struct Row {
    var start: Instant
    var end: Instant
    var key: OccurrenceKey
    var ordinal: Int?
    var index: Int?
    var words: WordsOfElements.Words?
    /// Of several tasks the one whose it is.
    var task: String?
  }

  /// Those of several tasks, whose rows have no place in one plan.
  static let columnsOfTasks: [Column<Row>] =
    [.text("task", "the task's id") { $0.task }] + columns.filter { $0.about.name != "index" }

  /// Writes the rows of an answer.
  ///
  /// - Parameters:
  ///   - answer: The rows, in order.
  ///   - format: The form of the table.
  ///   - body: Takes the bytes, part by part.
  /// - Throws: What `body` throws.
  package static func write<Failure: Error>(
    _ answer: ExpansionRequest.Answer, _ format: ListFormat,
    to body: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    switch answer.rows {
    case .ofSchedule(let occurrences, let rows): try write(rows, of: occurrences, format, to: body)
    case .ofTasks(let rows): try write(rows, format, to: body)
    }
  }

  private static func write<Failure: Error>(
    _ rows: [Occurrence], of occurrences: Occurrences, _ format: ListFormat,
    to body: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var table = TableStream(columns, format)
    var words = WordsOfElements(occurrences)
    var indices = RunningIndices(of: occurrences)
    for occurrence in rows {
      var row = Row(
        start: occurrence.start, end: occurrences.end(of: occurrence),
        key: occurrences.key(of: occurrence),
        ordinal: occurrence.isAddition ? nil : occurrence.ordinal,
        index: indices.index(of: occurrence), words: words.words(of: occurrence))
      table.rows.write(&row)
      if table.isLong { try body(table.take()) }
    }
    try body(table.finish())
  }

  private static func write<Failure: Error>(
    _ rows: PlannedOccurrences, _ format: ListFormat, to body: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var table = TableStream(columnsOfTasks, format)
    for occurrence in rows {
      var row = Row(
        start: occurrence.start, end: occurrence.end, key: occurrence.key,
        ordinal: occurrence.ordinal, index: 0,
        words: WordsOfElements.words(occurrence.text, occurrence.targets), task: occurrence.task)
      table.rows.write(&row)
      if table.isLong { try body(table.take()) }
    }
    try body(table.finish())
  }

  /// Answers one line of a batch with one line of JSON; a bad line is answered with its error.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - number: Which it is, from 1.
  ///   - source: What errors call the stream.
  ///   - names: The properties of plans in the forms of other systems.
  ///   - read: Reads these.
  ///   - body: Takes the bytes, part by part, so that a long answer takes no more memory than a short one.
  /// - Returns: Whether the line has an error.
  /// - Throws: What `body` throws.
  package static func answer<Failure: Error>(
    line: Result<String, InputError>, number: Int, source: String, orPlanIn names: [String] = [],
    by read: ExpansionRequest.PlanReader? = nil, to body: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let id = (try? line.get()).flatMap(ExpansionRequest.id) ?? "null"
    try body(Array("{\"id\":\(id),\"occurrences\":[".utf8))
    var problem: InputError?
    switch answer(line, names, read) {
    case .success(let answer):
      var list = JSONLineList()
      try write(answer, .text(.ndjson)) { lines throws(Failure) in try body(list.elements(lines)) }
      problem = answer.problem
    case .failure(let error): problem = error.at(source: source, line: number)
    }
    let error = problem.map { ",\"error\":\(JSONText.quoted($0.description))" } ?? ""
    try body(Array("]\(error)}\n".utf8))
    return problem != nil
  }

  private static func answer(
    _ line: Result<String, InputError>, _ names: [String], _ read: ExpansionRequest.PlanReader?
  ) -> Result<ExpansionRequest.Answer, InputError> {
    do throws(InputError) {
      return .success(
        try ExpansionRequest(line: try line.get(), orPlanIn: names, by: read).answer())
    } catch {
      return .failure(error)
    }
  }
}

/// Turns lines of JSON, which come part by part, into the elements of a list.
private struct JSONLineList {
  /// Whether a line has ended, after which a comma is needed if another follows.
  private var needsComma = false

  /// The elements of the lines that a part has.
  mutating func elements(_ lines: [UInt8]) -> [UInt8] {
    guard !lines.isEmpty else { return [] }
    var elements = needsComma ? [UInt8(ascii: ",")] : []
    elements += lines
    for index in elements.indices where elements[index] == 10 {
      elements[index] = UInt8(ascii: ",")
    }
    needsComma = lines.last == 10
    if needsComma { elements.removeLast() }
    return elements
  }
}
