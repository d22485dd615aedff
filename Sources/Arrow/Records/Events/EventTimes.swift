import AdherenceAnalytics
import Interchange
import ScheduleFormats
import Scheduling

/// The times of events, each of which may have its own zone.
struct EventTimes {
  let seconds = RowBlock.Cells<Int64>(OutcomeTable.Row.none)
  /// Whether the time is a local time.
  let isLocal = RowBlock.Cells<Bool>(false)
  private var cells = TimeCells(.local)
  private var dates = DateCache()
  private var clock = WallClock()

  /// Reads the times of a block's rows.
  mutating func read(_ column: ArrowColumn, _ block: RowBlock, _ format: MomentFormat) {
    if let texts = column.texts, format == .automatic {
      return readTexts(texts, column.validity, block)
    }
    switch column.field.type {
    case .timestamp(_, let zone) where column.dictionary == nil:
      cells.read(column, block, seconds)
      isLocal.fill(zone == nil, block.count)
    case .date where column.dictionary == nil:
      cells.read(column, block, seconds)
      isLocal.fill(true, block.count)
    default: seconds.fill(RowBlock.closeTime, block.count)
    }
  }

  /// Returns the instant of a local time.
  mutating func instant(_ local: Int64, in zone: Zone) -> Int64 {
    clock.turn(to: zone)
    return clock.instant(local)
  }

  private mutating func readTexts(
    _ texts: TextValues, _ validity: Validity, _ block: RowBlock
  ) {
    for place in 0..<block.count {
      let row = block.rows.start[place]
      seconds.start[place] = OutcomeTable.Row.none
      guard validity[row] else { continue }
      let text = texts[row]
      guard let start = text.baseAddress, text.count > 0 else { continue }
      var cursor = RowCursor(next: start, end: start + text.count)
      let isRead = cursor.readTime(&dates, .utc, &seconds.start[place]) && cursor.isAtEnd
      isLocal.start[place] = text[text.count - 1] != UInt8(ascii: "Z")
      if !isRead { seconds.start[place] = RowBlock.closeTime }
    }
  }
}
