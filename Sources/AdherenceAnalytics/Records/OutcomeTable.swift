import Diagnostics
import Scheduling

/// A compact collection of outcomes, one row for each, that evaluation reads without creating an ``Outcome``.
///
/// Outcomes are stored without loss. Tasks, elements, units and kinds are stored as numbers; outcomes that do
/// not fit into a row, for example with several values or notes, are stored separately.
public struct OutcomeTable: Sendable {
  package private(set) var rows: [Row] = []
  /// The runs of rows of one task.
  private(set) var runs: [Run] = []
  /// The ids and names that rows refer to.
  package private(set) var names = NameTable()
  /// The outcomes that do not fit into a row, by index.
  package private(set) var details: [Int: Outcome] = [:]
  /// Whether there may be outcomes without a valid time or key.
  private(set) var mayLackTime = false

  /// One outcome in forty bytes.
  package struct Row: Hashable, Sendable {
    /// The time in seconds since 1970; ``none`` if unknown.
    package var time = Row.none
    /// The nominal time of the key in local seconds; ``none`` without a key.
    package var nominal = Row.none
    /// The amount of a single value.
    package var amount = 0.0
    package var task: Int32
    package var element: Int32 = -1
    package var units: Int16 = -1
    package var kind: Int16 = -1
    package var marks: Marks = []

    package static var none: Int64 { .min }

    package init(task: Int32) { self.task = task }
  }

  package struct Marks: OptionSet, Hashable, Sendable, BitwiseCopyable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The key is the second pass of a local time.
    package static let secondPass = Marks(rawValue: 1)
    package static let skipped = Marks(rawValue: 2)
    package static let declined = Marks(rawValue: 4)
    package static let refused: Marks = [.skipped, .declined]
    /// There is a single number, or a Boolean.
    package static let number = Marks(rawValue: 8)
    package static let boolean = Marks(rawValue: 16)
    /// The outcome does not fit into a row.
    package static let detailed = Marks(rawValue: 32)
    /// A detailed outcome has values, all of which are the Boolean `false`.
    static let denial = Marks(rawValue: 64)
    /// The key is that of the occurrence which the outcome completes by its time, in a plan that follows
    /// completions.
    static let placed = Marks(rawValue: 128)
  }

  /// Creates an empty table.
  public init() {}

  /// Creates a table from the rows of a reader, with their names.
  ///
  /// - Precondition: `details` has the outcome of exactly the rows that are marked as detailed.
  package init(rows: [Row], names: NameTable, details: [Int: Outcome] = [:]) {
    self.rows = rows
    self.names = names
    self.details = details
    for (position, outcome) in details where outcome.values.areDenial {
      self.rows[position].marks.insert(.denial)
    }
    findRuns()
  }

  /// The outcomes that do not fit into a row, in order; the others have neither an id nor a time of
  /// recording.
  var detailed: [(offset: Int, element: Outcome)] {
    details.isEmpty ? [] : details.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension OutcomeTable: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// The first index, which is 0.
  public var startIndex: Int { 0 }
  /// The index after the last.
  public var endIndex: Int { rows.count }

  /// Accesses the outcome at an index, converting it from or to a row.
  public subscript(position: Int) -> Outcome {
    get { details[position] ?? outcome(rows[position]) }
    set {
      let task = rows[position].task
      rows[position] = row(of: newValue)
      if rows[position].lacksTime { mayLackTime = true }
      if rows[position].task == task {
        runs[runs.partitionPoint { $0.start <= position } - 1].isPlain = false
      } else {
        findRuns()
      }
      details[position] = rows[position].marks.contains(.detailed) ? newValue : nil
    }
  }

  /// Appends an outcome.
  public mutating func append(_ outcome: Outcome) {
    let row = row(of: outcome)
    if row.marks.contains(.detailed) { details[rows.count] = outcome }
    if row.lacksTime { mayLackTime = true }
    addToRuns(row, at: rows.count)
    rows.append(row)
  }

  /// Reserves capacity for a number of rows.
  public mutating func reserveCapacity(_ capacity: Int) { rows.reserveCapacity(capacity) }

  /// Replaces a range of outcomes.
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with outcomes: some Collection<Outcome>
  ) {
    let rest = self[subrange.upperBound...].map(\.self)
    for position in subrange.lowerBound..<rows.count { details[position] = nil }
    rows.removeSubrange(subrange.lowerBound...)
    findRuns()
    for outcome in outcomes { append(outcome) }
    for outcome in rest { append(outcome) }
  }
}

extension OutcomeTable {
  /// Replaces the keys of some outcomes.
  mutating func setKeys(_ keys: [(position: Int, key: OccurrenceKey)]) {
    for (position, key) in keys {
      if rows[position].nominal == Row.none { rows[position].marks.insert(.placed) }
      rows[position].element = names.number(of: key.element)
      rows[position].nominal = key.nominal.localSeconds
      rows[position].marks.remove(.secondPass)
      if key.isSecondPass { rows[position].marks.insert(.secondPass) }
      if !details.isEmpty { details[position]?.key = key }
    }
    if !keys.isEmpty { findRuns() }
  }

  /// Returns the indices of the rows of a run.
  func rows(ofRun run: Int) -> Range<Int> {
    runs[run].start..<(run + 1 < runs.count ? runs[run + 1].start : rows.count)
  }

  private mutating func findRuns() {
    runs.removeAll(keepingCapacity: true)
    var start = 0
    while start < rows.count {
      var (run, end) = (Run(from: rows[start], at: start), start)
      while end < rows.count, rows[end].task == run.task {
        if rows[end].lacksTime { mayLackTime = true }
        run.add(rows[end])
        end += 1
      }
      runs.append(run)
      start = end
    }
  }

  private mutating func addToRuns(_ row: Row, at position: Int) {
    if runs.last?.task != row.task { runs.append(Run(from: row, at: position)) }
    runs[runs.count - 1].add(row)
  }

  /// The errors of outcomes without a valid time or key, which are not counted anywhere.
  var problems: [InputError] {
    guard mayLackTime else { return [] }
    return rows.indices.filter { rows[$0].lacksTime }.map { position in
      let time = rows[position].time
      let problem: InputError.Problem =
        time == Row.none
        ? .missing : .outOfRange(text: "\(time)", rule: "lie in the years 1 to 9999")
      return InputError(problem, field: "outcomes.\(position).time")
    }
  }
}

extension OutcomeTable.Row {
  /// Whether the row has neither a key nor a time, or a time outside the calendar.
  var lacksTime: Bool {
    if time == OutcomeTable.Row.none { return nominal == OutcomeTable.Row.none }
    return time < Instant.earliest.seconds || Instant.latest.seconds < time
  }
}

extension OutcomeTable: Hashable {
  /// Compares the outcomes, independently of how they are stored.
  public static func == (a: OutcomeTable, b: OutcomeTable) -> Bool { a.elementsEqual(b) }

  /// Hashes the outcomes, independently of how they are stored.
  public func hash(into hasher: inout Hasher) {
    for outcome in self { hasher.combine(outcome) }
  }
}

extension OutcomeTable: ExpressibleByArrayLiteral {
  /// Creates a table of outcomes.
  public init(arrayLiteral outcomes: Outcome...) { self.init(outcomes) }
}

extension OutcomeTable {
  private mutating func row(of outcome: Outcome) -> Row {
    var row = Row(task: names.number(of: outcome.task))
    if let time = outcome.time { row.time = time.seconds }
    if let key = outcome.key {
      row.element = names.number(of: key.element)
      row.nominal = key.nominal.localSeconds
      if key.isSecondPass { row.marks.insert(.secondPass) }
    }
    if outcome.status == .skipped { row.marks.insert(.skipped) }
    if outcome.status == .declined { row.marks.insert(.declined) }
    if outcome.hasDetails || !take(outcome.values, into: &row) {
      row.marks.insert(.detailed)
      if outcome.values.areDenial { row.marks.insert(.denial) }
    }
    return row
  }

  /// Stores values in a row; returns `false` if they do not fit.
  private mutating func take(_ values: [OutcomeValue], into row: inout Row) -> Bool {
    guard let value = values.first else { return true }
    guard values.count == 1, value.content.isAmount,
      let units = number(of: value.units), let kind = number(of: value.kind)
    else { return false }
    row.amount = value.amount
    row.marks.insert(value.content == .number(value.amount) ? .number : .boolean)
    (row.units, row.kind) = (units, kind)
    return true
  }

  /// Returns the number of a unit or kind, −1 for none; `nil` if it does not fit into a row.
  private mutating func number(of name: String?) -> Int16? {
    guard let name else { return -1 }
    return Int16(exactly: names.number(of: name))
  }

  private func outcome(_ row: Row) -> Outcome {
    var outcome = Outcome(
      task: names[row.task], key: key(of: row),
      time: row.time == Row.none ? nil : Instant(seconds: row.time))
    if row.marks.contains(.skipped) { outcome.status = .skipped }
    if row.marks.contains(.declined) { outcome.status = .declined }
    if let value = value(of: row) { outcome.values = [value] }
    return outcome
  }

  func key(of row: Row) -> OccurrenceKey? {
    guard row.nominal != Row.none else { return nil }
    return OccurrenceKey(
      element: names[row.element], nominal: CivilDateTime(localSeconds: row.nominal),
      isSecondPass: row.marks.contains(.secondPass))
  }

  /// Returns the value stored in a row; `nil` without one.
  func value(of row: Row) -> OutcomeValue? {
    guard let content = row.content else { return nil }
    return OutcomeValue(
      content, units: row.units < 0 ? nil : names[Int32(row.units)],
      kind: row.kind < 0 ? nil : names[Int32(row.kind)])
  }
}

extension OutcomeTable.Row {
  /// The single number or Boolean; `nil` without one.
  var content: OutcomeValue.Content? {
    if marks.contains(.number) { return .number(amount) }
    return marks.contains(.boolean) ? .boolean(amount > 0) : nil
  }
}

extension Outcome {
  /// Whether there are properties besides key, time, status and values.
  fileprivate var hasDetails: Bool {
    id != nil || recordedAt != nil || isDeleted || group != nil || !tags.isEmpty
      || !notes.isEmpty || remoteID != nil || !userInfo.isEmpty
  }
}

extension OutcomeValue.Content {
  fileprivate var isAmount: Bool {
    switch self {
    case .number(let number): number.isFinite
    case .boolean: true
    case .text, .date, .data: false
    }
  }
}

/// A table of distinct texts identified by numbers, in Unicode's composed form (NFC): the text written to a
/// table must not depend on which of two equal forms was read first.
package struct NameTable: Sendable {
  private var names: [String] = []
  private var numbers: [String: Int32] = [:]
  /// The most recent number, which consecutive rows often share.
  private var last: Int32 = 0

  package init() {}

  package subscript(number: Int32) -> String { names[Int(number)] }

  /// Returns the number of a text, adding it if necessary.
  package mutating func number(of name: String) -> Int32 {
    if Int(last) < names.count, names[Int(last)] == name { return last }
    if let known = numbers[name] {
      last = known
      return known
    }
    last = Int32(names.count)
    names.append(name.composed)
    numbers[name] = last
    return last
  }

  /// Returns the number of a text; `nil` if it is not in the table.
  package func known(_ name: String) -> Int32? { numbers[name] }
}
