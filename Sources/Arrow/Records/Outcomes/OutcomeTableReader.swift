import AdherenceAnalytics
import Diagnostics
import Interchange
import Scheduling

/// A reader of the rows of `outcomes` with reused buffers.
///
/// Rows are read column by column in blocks, without creating strings. Rows that are invalid or
/// have values that compact rows cannot store are read as text, by the rules of files.
///
/// Safe: `made` has room for a block, and is freed with the reader.
final class OutcomeTableReader {
  /// The outcomes of the last patient read.
  let rows = OutcomeRows()
  /// The row numbers of the outcomes, from 1.
  private(set) var lines = OutcomeLines()

  private let source: RecordTable
  private let columns: OutcomeColumns
  private let places: ColumnIndices
  private let outcomes = OutcomeBlock()
  private let block: RowBlock
  private let made = UnsafeMutablePointer<OutcomeTable.Row>.allocate(
    capacity: RowBlock.capacity)
  private let isClose = RowBlock.Cells<Bool>(false)
  private var batch = -1
  private var cells = Cells()
  /// The generation of interned names that the caches refer to.
  private var generation = 0
  /// Whether the patient has a task with a name, by the number of the name.
  private var isTask: [Bool] = []

  /// The caches that columns keep between blocks.
  private struct Cells {
    var task = NameCells()
    var element = NameCells()
    var units = NameCells()
    var kind = NameCells()
    var nominal = TimeCells(.local)
    var time = TimeCells(.instant)
    var status = StatusCells()
  }

  /// The indices of the columns in the table.
  private struct ColumnIndices {
    let task, element, nominal, time, value, units, kind, status: Int?
    /// The columns of values that compact rows cannot store.
    let rare: [Int]

    init(_ header: TableHeader, _ table: ArrowTable) {
      let plain = [
        "patient", "task", "element", "nominal", "time", "value", "units", "kind", "status",
      ]
      task = header["task"]
      element = header["element"]
      nominal = header["nominal"]
      time = header["time"]
      value = header["value"]
      units = header["units"]
      kind = header["kind"]
      status = header["status"]
      rare = table.columns.indices.filter { !plain.contains(table.columns[$0].name) }
    }
  }

  init(_ source: RecordTable) {
    self.source = source
    columns = OutcomeColumns(source.header)
    places = ColumnIndices(source.header, source.table)
    block = outcomes.block
  }

  deinit { made.deallocate() }

  /// Reads the outcomes of the patient at an index, whose tasks are all known.
  func read(
    _ place: Int, into builder: inout RecordBuilder, _ findings: inout EntryFindings
  ) throws(InputError) {
    begin(builder)
    rows.rows.reserveCapacity(source.index.count(of: place))
    try source.index.forEachRun(of: place) { run in
      var next = run.lowerBound
      while next < run.upperBound {
        if block.count == RowBlock.capacity || !isInBatch(next) {
          flush(into: &builder, &findings)
          batch = source.table.position(of: next).batch
        }
        next += add(next..<run.upperBound)
      }
    }
    flush(into: &builder, &findings)
  }

  private func begin(_ builder: RecordBuilder) {
    lines.removeAll()
    if rows.generation != generation {
      generation = rows.generation
      cells = Cells()
    }
    cells.time.begin(in: builder.zone)
    isTask.removeAll(keepingCapacity: true)
    for id in builder.taskIDs {
      let number = Int(rows.number(of: id))
      while isTask.count <= number { isTask.append(false) }
      isTask[number] = true
    }
  }

  private func isInBatch(_ row: Int) -> Bool {
    batch >= 0 && source.table.starts[batch] <= row && row < source.table.starts[batch + 1]
  }

  /// Adds rows from the start of a range until the block or batch ends, and returns their number.
  private func add(_ rows: Range<Int>) -> Int {
    let first = source.table.starts[batch]
    let end = min(
      rows.upperBound, source.table.starts[batch + 1],
      rows.lowerBound + RowBlock.capacity - block.count)
    for row in rows.lowerBound..<end {
      block.rows.start[block.count + row - rows.lowerBound] = row - first
    }
    block.count += end - rows.lowerBound
    return end - rows.lowerBound
  }
}

extension OutcomeTableReader {
  /// Converts the rows of the block to outcomes.
  ///
  /// Safe: as many rows were made as the block has.
  private func flush(into builder: inout RecordBuilder, _ findings: inout EntryFindings) {
    guard block.count > 0 else { return }
    readColumns(source.table.batches[batch].columns)
    let closeCount = outcomes.assemble(isTask, made, isClose.start)
    findings.counts.outcomes.read += block.count - closeCount
    if closeCount == 0 {
      noteLines()
      rows.rows.append(contentsOf: UnsafeBufferPointer(start: made, count: block.count))
    } else {
      for place in 0..<block.count { take(place, into: &builder, &findings) }
    }
    block.count = 0
  }

  private func readColumns(_ columns: [ArrowColumn]) {
    let number = { [rows] in rows.number(of: $0) }
    if let place = places.task { cells.task.read(columns[place], block, number, outcomes.tasks) }
    if let place = places.element {
      cells.element.read(columns[place], block, number, outcomes.elements)
    }
    if let place = places.units { cells.units.read(columns[place], block, number, outcomes.units) }
    if let place = places.kind { cells.kind.read(columns[place], block, number, outcomes.kinds) }
    if let place = places.nominal { cells.nominal.read(columns[place], block, outcomes.nominals) }
    if let place = places.time { cells.time.read(columns[place], block, outcomes.times) }
    if let place = places.value { outcomes.values.read(columns[place], block) }
    if let place = places.status { cells.status.read(columns[place], block, outcomes.statuses) }
    if places.rare.isEmpty { return }
    for place in 0..<block.count { outcomes.rare.start[place] = false }
    for place in places.rare { NondefaultCells.read(columns[place], block, outcomes.rare) }
  }

  /// Records the row numbers of the block, unless they are consecutive.
  private func noteLines() {
    let first = source.table.starts[batch] + 1
    var next = -1
    for place in 0..<block.count {
      let line = first + block.rows.start[place]
      if line != next { lines.note(line, of: rows.rows.count + place) }
      next = line + 1
    }
  }

  /// Appends one row, converted or read as text.
  private func take(
    _ place: Int, into builder: inout RecordBuilder, _ findings: inout EntryFindings
  ) {
    let row = source.table.starts[batch] + block.rows.start[place]
    if !isClose.start[place] {
      lines.note(row + 1, of: rows.rows.count)
      return rows.rows.append(made[place])
    }
    findings.note(\.outcomes, source: source.table.name) { () throws(InputError) in
      do throws(InputError) {
        let outcome = try columns.outcome(
          try source.table.tableRow(row, source.header), in: builder.zone)
        let count = rows.rows.count
        if try builder.add(outcome) == count { lines.note(row + 1, of: count) }
      } catch {
        throw error.at(line: row + 1)
      }
    }
  }
}

/// A block of rows of `outcomes` of one batch and one patient, before conversion to rows of a
/// record.
///
/// Values that must be read as text, or are invalid, have a sentinel of ``RowBlock``.
final class OutcomeBlock {
  let block = RowBlock()
  let tasks = RowBlock.Cells<Int32>(RowBlock.none)
  let elements = RowBlock.Cells<Int32>(RowBlock.none)
  let units = RowBlock.Cells<Int32>(RowBlock.none)
  let kinds = RowBlock.Cells<Int32>(RowBlock.none)
  let nominals = RowBlock.Cells<Int64>(OutcomeTable.Row.none)
  let times = RowBlock.Cells<Int64>(OutcomeTable.Row.none)
  let values = ValueCells()
  let statuses = RowBlock.Cells<UInt8>(0)
  /// Whether a row has values that only reading as text supports.
  let rare = RowBlock.Cells<Bool>(false)
}

// Safe: both lists have room for a block, and numbers cut to 16 bits are compared with its size.
extension OutcomeBlock {
  /// Converts the rows, marks those that need reading as text, and returns the number of these.
  ///
  /// `isTask` has, by the number of a name, whether the patient has a task with that name.
  func assemble(
    _ isTask: [Bool], _ made: UnsafeMutablePointer<OutcomeTable.Row>,
    _ isClose: UnsafeMutablePointer<Bool>
  ) -> Int {
    var closeCount = 0
    let template = OutcomeTable.Row(task: 0)
    let isTask = isTask.span
    for place in 0..<block.count {
      var row = template
      let isPlain = take(place, isTask, &row)
      made[place] = row
      isClose[place] = !isPlain
      if !isPlain { closeCount += 1 }
    }
    return closeCount
  }

  /// Converts a row and returns whether it is valid.
  @inline(__always)
  private func take(
    _ place: Int, _ isTask: Span<Bool>, _ row: inout OutcomeTable.Row
  ) -> Bool {
    let (task, element) = (tasks.start[place], elements.start[place])
    let (nominal, time) = (nominals.start[place], times.start[place])
    let (value, status) = (values.marks.start[place], statuses.start[place])
    let hasKey = nominal != OutcomeTable.Row.none
    let isPlain =
      task >= 0 && Int(task) < isTask.count && isTask[Int(task)]
      && element != RowBlock.close && hasKey == (element >= 0)
      && (hasKey || time != OutcomeTable.Row.none)
      && time != RowBlock.closeTime && nominal != RowBlock.closeTime
      && value != RowBlock.closeMark && status != RowBlock.closeMark && !rare.start[place]
    guard isPlain else { return false }
    (row.task, row.element, row.nominal, row.time) = (task, element, nominal, time)
    row.marks.rawValue = value | status
    // Units and kind without a value are dropped.
    guard value != 0 else { return true }
    let (units, kind) = (units.start[place], kinds.start[place])
    guard units >= -1, kind >= -1, units <= Int32(Int16.max), kind <= Int32(Int16.max) else {
      return false
    }
    row.amount = values.amounts.start[place]
    (row.units, row.kind) = (Int16(truncatingIfNeeded: units), Int16(truncatingIfNeeded: kind))
    return true
  }
}
