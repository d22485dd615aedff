import AdherenceAnalytics
import Scheduling

/// Some rows of `outcomes` of one batch and one patient, column by column, before they become rows of a record.
///
/// A value that only reading the row as texts can tell, or that is wrong, is ``close``.
final class OutcomeBlock {
  /// The rows within the batch, of which there are ``count``.
  let rows = Cells<Int>(0)
  let tasks = Cells<Int32>(none)
  let elements = Cells<Int32>(none)
  let units = Cells<Int32>(none)
  let kinds = Cells<Int32>(none)
  let nominals = Cells<Int64>(OutcomeTable.Row.none)
  let times = Cells<Int64>(OutcomeTable.Row.none)
  let amounts = Cells<Double>(0)
  /// Whether there is a number or a truth value.
  let values = Cells<UInt8>(0)
  let statuses = Cells<UInt8>(0)
  /// Whether a row has what only a reading as texts takes.
  let rare = Cells<Bool>(false)
  /// How many rows there are.
  var count = 0

  /// So many rows fit into the nearest memory with all their columns.
  static let capacity = 512

  /// No name, and what must be read as text: of names, times and marks.
  static let none: Int32 = -1
  static let close: Int32 = -2
  static let closeTime = Int64.min + 1
  static let closeMark = UInt8.max

  /// The values of one column.
  final class Cells<Value: BitwiseCopyable> {
    let start: UnsafeMutablePointer<Value>

    init(_ value: Value) {
      start = .allocate(capacity: OutcomeBlock.capacity)
      start.initialize(repeating: value, count: OutcomeBlock.capacity)
    }

    deinit { start.deallocate() }
  }
}

extension OutcomeBlock {
  /// Makes the rows, and says of which somebody must look closer; answers how many these are.
  ///
  /// By the number of a name it is known whether the patient has such a task.
  func assemble(
    _ isTask: [Bool], _ made: UnsafeMutablePointer<OutcomeTable.Row>,
    _ isClose: UnsafeMutablePointer<Bool>
  ) -> Int {
    var closeCount = 0
    let template = OutcomeTable.Row(task: 0)
    isTask.withUnsafeBufferPointer { isTask in
      for place in 0..<count {
        var row = template
        let isPlain = take(place, isTask, &row)
        made[place] = row
        isClose[place] = !isPlain
        if !isPlain { closeCount += 1 }
      }
    }
    return closeCount
  }

  /// Puts a row together; answers whether nothing is wrong with it as a whole.
  @inline(__always)
  private func take(
    _ place: Int, _ isTask: UnsafeBufferPointer<Bool>, _ row: inout OutcomeTable.Row
  ) -> Bool {
    let (task, element) = (tasks.start[place], elements.start[place])
    let (nominal, time) = (nominals.start[place], times.start[place])
    let (value, status) = (values.start[place], statuses.start[place])
    let hasKey = nominal != OutcomeTable.Row.none
    let isPlain =
      task >= 0 && Int(task) < isTask.count && isTask[Int(task)]
      && element != OutcomeBlock.close && hasKey == (element >= 0)
      && (hasKey || time != OutcomeTable.Row.none)
      && time != OutcomeBlock.closeTime && nominal != OutcomeBlock.closeTime
      && value != OutcomeBlock.closeMark && status != OutcomeBlock.closeMark && !rare.start[place]
    guard isPlain else { return false }
    (row.task, row.element, row.nominal, row.time) = (task, element, nominal, time)
    row.marks.rawValue = value | status
    // Units and kind of no value are dropped.
    guard value != 0 else { return true }
    let (units, kind) = (units.start[place], kinds.start[place])
    guard units >= -1, kind >= -1, units <= Int32(Int16.max), kind <= Int32(Int16.max) else {
      return false
    }
    row.amount = amounts.start[place]
    (row.units, row.kind) = (Int16(truncatingIfNeeded: units), Int16(truncatingIfNeeded: kind))
    return true
  }
}
