import AdherenceAnalytics
import Diagnostics
import Formats
import Foundation
import Interchange
import PlainWords
import Scheduling

/// A reader of rows of `tasks` that converts each to a line of `tasks.ndjson`.
struct TaskColumns {
  private let table: ArrowTable
  private let columns: [Column]
  private let schedule: Int
  private let start: Int?
  private var json = JSONBytes()
  private var lines = TaskLines()
  private var plans = PlanTexts()
  /// The tasks by the texts of their rows, which many patients share.
  private var known: [TaskLines.Key: CareTask] = [:]
  private var texts = TaskLines.Key()

  /// The number of tasks at which they are forgotten, and the most bytes of one that is not.
  private static let (limit, longest) = (1024, 2048)

  /// The column of a property.
  private struct Column {
    var place: Int
    var name: String
    var form: Form
  }

  /// The JSON form of a property.
  private enum Form {
    case text, truth, list
    /// A member of `userInfo`.
    case userInfo
    /// A number in `drug`.
    case drug
  }

  init(_ table: ArrowTable) {
    self.table = table
    schedule = table.place(of: "schedule") ?? 0
    start = table.place(of: "start")
    let forms = Dictionary(
      uniqueKeysWithValues: CareTask.fields.map { ($0.name, TaskColumns.form($0.access)) })
    columns = table.columns.enumerated().compactMap { place, column in
      if let form = forms[column.name] ?? (column.name == "note" ? .text : nil) {
        return Column(place: place, name: column.name, form: form)
      }
      if let part = DrugParameters.parts.first(where: { column.name == "drug.\($0.name)" }) {
        return Column(place: place, name: part.name, form: .drug)
      }
      guard TableHeader.isUserInfo(column.name) else { return nil }
      return Column(place: place, name: String(column.name.dropFirst(9)), form: .userInfo)
    }
  }

  private static func form(_ access: FieldAccess<CareTask>) -> Form {
    switch access {
    case .truth: .truth
    case .texts: .list
    default: .text
    }
  }

  /// Reads a row (from 0); a plan in words begins on the given day unless the plan or the row
  /// states another.
  mutating func task(_ row: Int, beginning: CivilDate?) throws(InputError) -> CareTask {
    try gather(row, beginning)
    if let task = known[texts] { return task }
    let task = try read(row, beginning: beginning)
    if known.count >= TaskColumns.limit { known.removeAll(keepingCapacity: true) }
    if texts.bytes.count <= TaskColumns.longest { known[texts] = task }
    return task
  }

  /// Gathers all that the task of a row depends on.
  private mutating func gather(_ row: Int, _ beginning: CivilDate?) throws(InputError) {
    texts.bytes.removeAll(keepingCapacity: true)
    for column in columns { try gather(row, column.place) }
    try gather(row, schedule)
    if let start { try gather(row, start) }
    if let beginning { texts.bytes += beginning.description.utf8 }
  }

  /// Appends a text and a byte that no text has.
  private mutating func gather(_ row: Int, _ place: Int) throws(InputError) {
    if let text = try table.text(row, column: place) { texts.bytes += text.utf8 }
    texts.bytes.append(0xFF)
  }

  /// Reads a row without the tasks that are known.
  ///
  /// Safe: the line is lent for the call.
  private mutating func read(_ row: Int, beginning: CivilDate?) throws(InputError) -> CareTask {
    json.removeAll()
    json.open("{")
    for column in columns where ![.userInfo, .drug].contains(column.form) { try write(column, row) }
    try writeObject("userInfo", of: .userInfo, row)
    try writeObject("drug", of: .drug, row)
    try writeSchedule(row, beginning)
    json.close("}")
    return try json.bytes.withUnsafeBufferPointer { line throws(InputError) in
      try lines.task(line)
    }
  }

  private func text(_ row: Int, _ place: Int) throws(InputError) -> String? {
    guard let text = try table.text(row, column: place), !text.isEmpty else { return nil }
    return text
  }

  private mutating func write(_ column: Column, _ row: Int) throws(InputError) {
    guard let text = try text(row, column.place) else { return }
    json.name(column.name)
    switch column.form {
    case .truth where text == "true" || text == "false": json.raw(text.utf8)
    case .list:
      let entries = text.split(separator: TableRow.separator).map(String.init)
      json.items(entries) { $0.text($1) }
    case .drug where Double(text)?.isFinite == true: json.number(Double(text) ?? 0)
    case .text, .truth, .userInfo, .drug: json.text(text)
    }
  }

  private mutating func writeObject(_ name: String, of form: Form, _ row: Int) throws(InputError) {
    var isOpen = false
    for column in columns where column.form == form {
      guard try text(row, column.place) != nil else { continue }
      if !isOpen {
        json.name(name)
        json.open("{")
      }
      isOpen = true
      try write(column, row)
    }
    if isOpen { json.close("}") }
  }

  private mutating func writeSchedule(
    _ row: Int, _ beginning: CivilDate?
  ) throws(InputError) {
    guard let plan = try text(row, schedule) else { return }
    json.name("schedule")
    if let object = try PlanTexts.object(plan) { return json.raw(object) }
    json.raw(try plans.json(plan, from: try day(row) ?? beginning))
  }

  /// Returns the day in the column `start`.
  private func day(_ row: Int) throws(InputError) -> CivilDate? {
    guard let start, var text = try text(row, start) else { return nil }
    if table.midnights.contains(start) { text = ArrowTable.date(text) }
    guard let day = CivilDate(text) else {
      throw InputError(.malformed(text: text, .date), field: "start")
    }
    return day
  }
}

/// A cache of the JSON of plans in words, which many patients share.
struct PlanTexts {
  private var known: [Beginning: [UInt8]] = [:]
  private let encoder = JSONEncoder()

  /// A plan and the day on which it begins unless it states another.
  private struct Beginning: Hashable {
    var text: String
    var day: CivilDate?
  }

  /// The number of plans at which the cache is cleared: the days of a century.
  private static let limit = 40_000

  init() { encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes] }

  /// Returns the JSON of a plan in plain words or of a recurrence rule.
  mutating func json(_ text: String, from day: CivilDate?) throws(InputError) -> [UInt8] {
    let key = Beginning(text: text, day: day)
    if let known = known[key] { return known }
    let bytes: [UInt8]
    do {
      bytes = Array(try encoder.encode(try Schedule(plan: text, from: day)))
    } catch let error as InputError {
      var error = error
      error.field = error.field ?? "schedule"
      throw error
    } catch {
      throw InputError(.malformed(text: text, .object), field: "schedule", cause: error)
    }
    if known.count >= PlanTexts.limit { known.removeAll(keepingCapacity: true) }
    known[key] = bytes
    return bytes
  }

  /// Returns the text if it is a JSON object, or the object of a list of elements; `nil` if it is
  /// not JSON.
  ///
  /// Safe: the scan looks at bytes below the count.
  ///
  /// - Throws: `InputError` if JSON is followed by other text.
  static func object(_ text: String) throws(InputError) -> [UInt8]? {
    guard let first = text.utf8.first(where: { !isSpace($0) }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return nil }
    let bytes = Array(text.utf8)
    let start = bytes.firstIndex { !isSpace($0) } ?? 0
    let end = bytes.withUnsafeBufferPointer { bytes in
      var scan = JSONValueScan()
      return scan.end(in: bytes, from: start)
    }
    guard let end, bytes[end...].allSatisfy(isSpace) else {
      throw InputError(.malformed(text: text, .json), field: "schedule")
    }
    let value = bytes[start..<end]
    if first == UInt8(ascii: "{") { return Array(value) }
    return Array("{\"elements\":".utf8) + value + Array("}".utf8)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || 9...13 ~= byte }
}
