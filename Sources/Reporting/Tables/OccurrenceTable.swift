import AdherenceAnalytics
package import Interchange
package import Scheduling

/// The rows of an expansion: when, which part of the plan, and for when it was planned.
package enum OccurrenceTable {
  static let columns: [Column<Row>] = [
    .instant("start", "when the occurrence starts") { $0.start },
    .instant("end", "when it ends") { $0.end },
    .text("element", "the part of the plan") { $0.key.element },
    .integer("ordinal", "occurrences", "its place among those of its part; added ones have none") {
      $0.ordinal
    },
    .key("nominal", "the planned local time; `;fold=1` where clocks show it a second time") {
      $0.key.nominalText
    },
    .integer("index", "occurrences", "its place among those of the whole plan, as in CareKit") {
      $0.index
    },
    .text("text", "what the part of the plan says to the person who follows it") {
      $0.words?.element.text
    },
    .list("units", "those of what is asked for, each once") { $0.words?.element.units },
    .json("targets", "each value asked for, as schedules have them in JSON") {
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
    [.text("task", "the task") { $0.task }] + columns.filter { $0.about.name != "index" }

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
  /// - Returns: The line, and whether it has an error.
  package static func answer(
    line: Result<String, InputError>, number: Int, source: String, orPlanIn names: [String] = [],
    by read: ExpansionRequest.PlanReader? = nil
  ) -> (text: String, failed: Bool) {
    var id = "null"
    do throws(InputError) {
      let text = try line.get()
      id = ExpansionRequest.id(ofLine: text) ?? id
      let answer = try ExpansionRequest(line: text, orPlanIn: names, by: read).answer()
      var rows: [UInt8] = []
      write(answer, .text(.ndjson)) { rows += $0 }
      let objects = String(decoding: rows, as: UTF8.self).split(separator: "\n")
      return result(id, objects.joined(separator: ","), answer.problem)
    } catch {
      return result(id, "", error.at(source: source, line: number))
    }
  }

  private static func result(_ id: String, _ rows: String, _ problem: InputError?) -> (
    text: String, failed: Bool
  ) {
    let error = problem.map { ",\"error\":\(JSONText.quoted($0.description))" } ?? ""
    return ("{\"id\":\(id),\"occurrences\":[\(rows)]\(error)}", problem != nil)
  }
}
