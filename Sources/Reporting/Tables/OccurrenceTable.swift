import AdherenceAnalytics
package import Diagnostics
import Foundation
package import Interchange
import Scheduling

/// The rows of an expanded schedule: time, element of the plan, and planned time.
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
    /// The task, if there are several.
    var task: String?
  }

  /// The occurrences of several tasks, whose rows have no index in a single plan.
  static let columnsOfTasks: [Column<Row>] =
    [.text("task", "the task's id") { $0.task }] + columns.filter { $0.about.name != "index" }

  /// Writes the rows of an expansion.
  ///
  /// - Parameters:
  ///   - answer: The rows, in order.
  ///   - format: The format of the table.
  ///   - body: Called with the bytes of each part.
  /// - Throws: The error of `body`.
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

  /// Expands one line of a batch to one line of JSON; an invalid line yields its error.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - number: The line number, from 1.
  ///   - source: The name of the stream in errors.
  ///   - names: The property names of plans in the formats of other systems.
  ///   - read: Reads those plans.
  ///   - body: Called with the bytes in parts, so that memory does not depend on the length.
  /// - Returns: Whether the line has an error.
  /// - Throws: The error of `body`.
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

/// Converts newline-delimited JSON, in parts, to the elements of an array.
private struct JSONLineList {
  /// Whether a line has ended, so that another one must be preceded by a comma.
  private var needsComma = false

  /// Returns the elements of the lines in a part.
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

/// The text and targets of a schedule element.
final class ElementWords: Sendable {
  let text: String?
  let targets: [ScheduleElement.Target]
  /// The distinct units of the targets.
  let units: [String]

  /// Creates the texts; `nil` if there are none.
  init?(text: String?, targets: [ScheduleElement.Target]) {
    if text == nil, targets.isEmpty { return nil }
    (self.text, self.targets) = (text, targets)
    units = targets.compactMap(\.units).uniqued
  }
}

/// The texts of a schedule's occurrences, cached for each element and targets.
struct WordsOfElements {
  private let occurrences: Occurrences
  private var known: [Int: Words?] = [:]

  /// The texts of an element, and its targets as JSON.
  typealias Words = (element: ElementWords, targets: String?)

  init(_ occurrences: Occurrences) { self.occurrences = occurrences }

  /// Returns the texts of an occurrence; `nil` if there are none.
  mutating func words(of occurrence: Occurrence) -> Words? {
    let element = occurrence.element
    let plan = occurrences.schedule.elements[element]
    let words = known[element] ?? WordsOfElements.words(plan.text, plan.targets)
    known[element] = .some(words)
    if occurrences.schedule.overrides.isEmpty { return words }
    let (text, targets) = (occurrences.text(of: occurrence), occurrences.targets(of: occurrence))
    let isPlain = text == plan.text && targets == plan.targets
    return isPlain ? words : WordsOfElements.words(text, targets)
  }

  /// Returns texts with their targets as JSON.
  static func words(_ text: String?, _ targets: [ScheduleElement.Target]) -> Words? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = targets.isEmpty ? nil : try? encoder.encode(targets)
    return ElementWords(text: text, targets: targets).map {
      ($0, json.map { String(decoding: $0, as: UTF8.self) })
    }
  }
}

extension [OutcomeValue] {
  /// The distinct units.
  var units: [String] { compactMap(\.units).uniqued }
}

extension [String] {
  /// The distinct texts in order of first appearance.
  fileprivate var uniqued: [String] {
    if count < 2 { return self }
    var known: Set<String> = []
    return filter { known.insert($0).inserted }
  }
}
