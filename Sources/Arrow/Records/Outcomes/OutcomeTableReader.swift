import AdherenceAnalytics
import Interchange
import Scheduling

/// Reads rows of `outcomes` wherever they stand, in memory that is used again.
///
/// Rows are taken column by column in blocks, without a text. What a row of a record has no room for, and
/// whatever is wrong, makes the row one that is read as texts, by the rules of files.
///
/// Safe: `made` has room for a block, and is freed with the reader.
final class OutcomeTableReader {
  /// The outcomes of the patient read last.
  let rows = OutcomeRows()
  /// In which rows they stand, from 1.
  private(set) var lines = OutcomeLines()

  private let source: RecordTable
  private let columns: OutcomeColumns
  private let places: Places
  private let outcomes = OutcomeBlock()
  private let block: RowBlock
  private let made = UnsafeMutablePointer<OutcomeTable.Row>.allocate(
    capacity: RowBlock.capacity)
  private let isClose = RowBlock.Cells<Bool>(false)
  private var batch = -1
  private var cells = Cells()
  /// Whose numbers the names have.
  private var generation = 0
  /// By the number of a name, whether the patient has a task of that name.
  private var isTask: [Bool] = []

  /// What columns remember from block to block.
  private struct Cells {
    var task = NameCells()
    var element = NameCells()
    var units = NameCells()
    var kind = NameCells()
    var nominal = TimeCells(.local)
    var time = TimeCells(.instant)
    var status = StatusCells()
  }

  /// Where the columns stand in the table.
  private struct Places {
    let task, element, nominal, time, value, units, kind, status: Int?
    /// The columns of what a row has no room for.
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
    places = Places(source.header, source.table)
    block = outcomes.block
  }

  deinit { made.deallocate() }

  /// Reads the outcomes of the patient at a place, whose tasks are all known.
  func read(
    _ place: Int, into builder: inout RecordBuilder, _ findings: inout EntryFindings
  ) throws(InputError) {
    begin(builder)
    rows.rows.reserveCapacity(source.index.count(of: place))
    try source.index.forEachStretch(of: place) { stretch in
      var next = stretch.lowerBound
      while next < stretch.upperBound {
        if block.count == RowBlock.capacity || !isInBatch(next) {
          flush(into: &builder, &findings)
          batch = source.table.position(of: next).batch
        }
        next += add(next..<stretch.upperBound)
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

  /// Adds rows from the start of some, as many as fit and the batch has; answers how many.
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
  /// Makes outcomes of the rows in the block.
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
    for place in places.rare { RareCells.read(columns[place], block, outcomes.rare) }
  }

  /// Notes where the rows of the block stand; neighbours need no note.
  private func noteLines() {
    let first = source.table.starts[batch] + 1
    var next = -1
    for place in 0..<block.count {
      let line = first + block.rows.start[place]
      if line != next { lines.note(line, of: rows.rows.count + place) }
      next = line + 1
    }
  }

  /// Takes one row, as it is or as texts.
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
