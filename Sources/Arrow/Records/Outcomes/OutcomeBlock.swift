import AdherenceAnalytics
import Scheduling

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

// Safe: both lists have room for a block; what is cut to 16 bits was compared with them.
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
