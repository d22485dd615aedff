import AdherenceAnalytics
import Interchange
import Scheduling

/// A reader of times as seconds.
///
/// Safe: a block has no more rows than cells; days have 32 bits or are counted out of milliseconds,
/// so that their seconds fit 64.
struct TimeCells {
  /// The interpretation of a time without zone.
  enum Meaning {
    /// A local time, returned unchanged.
    case local
    /// The instant of the local time in the patient's zone.
    case instant
  }

  private let meaning: Meaning
  private var dates = DateCache()
  private var zone = Zone.utc
  private var clock = WallClock()

  init(_ meaning: Meaning) { self.meaning = meaning }

  /// Starts the rows of a patient.
  mutating func begin(in zone: Zone) {
    self.zone = zone
    clock.turn(to: zone)
  }

  /// Reads the times of a block's rows.
  mutating func read(
    _ column: ArrowColumn, _ block: RowBlock, _ cells: RowBlock.Cells<Int64>
  ) {
    let (validity, start) = (column.validity, cells.start)
    if let texts = column.texts { return readTexts(texts, validity, block, start) }
    guard column.dictionary == nil, let integers = column.integers else {
      // A column of nulls has no values, and other types are rare.
      let mark = column.field.type == .null ? OutcomeTable.Row.none : RowBlock.closeTime
      for place in 0..<block.count { start[place] = mark }
      return
    }
    switch column.field.type {
    case .timestamp(let unit, let zone):
      readCounts(integers, validity, block, start, unit)
      if zone == nil { resolve(block.count, start) }
    case .date(let unit):
      readDays(integers, validity, block, start, unit)
      resolve(block.count, start)
    default:
      for place in 0..<block.count { start[place] = RowBlock.closeTime }
    }
  }

  /// Reads counts of a unit, with a specialized loop per unit.
  private func readCounts(
    _ integers: IntegerValues, _ validity: Validity, _ block: RowBlock,
    _ cells: UnsafeMutablePointer<Int64>, _ unit: ArrowType.TimeUnit
  ) {
    switch unit {
    case .seconds: fill(integers, validity, block, cells) { $0 }
    case .milliseconds: fill(integers, validity, block, cells) { $0.quotientDown(1_000) }
    case .microseconds: fill(integers, validity, block, cells) { $0.quotientDown(1_000_000) }
    case .nanoseconds: fill(integers, validity, block, cells) { $0.quotientDown(1_000_000_000) }
    }
  }

  private func readDays(
    _ integers: IntegerValues, _ validity: Validity, _ block: RowBlock,
    _ cells: UnsafeMutablePointer<Int64>, _ unit: ArrowType.DateUnit
  ) {
    switch unit {
    case .days: fill(integers, validity, block, cells) { $0 &* 86_400 }
    case .milliseconds:
      fill(integers, validity, block, cells) { $0.quotientDown(86_400_000) &* 86_400 }
    }
  }

  @inline(__always)
  private func fill(
    _ integers: IntegerValues, _ validity: Validity, _ block: RowBlock,
    _ cells: UnsafeMutablePointer<Int64>, _ seconds: (Int64) -> Int64
  ) {
    let rows = block.rows.start
    let (first, last) = (CalendarBounds.first, CalendarBounds.last)
    for place in 0..<block.count {
      guard validity[rows[place]] else {
        cells[place] = OutcomeTable.Row.none
        continue
      }
      let value = seconds(integers[rows[place]])
      cells[place] = first <= value && value <= last ? value : RowBlock.closeTime
    }
  }

  /// Converts local times to the requested interpretation.
  private mutating func resolve(_ count: Int, _ cells: UnsafeMutablePointer<Int64>) {
    if meaning == .local { return }
    // A local copy, so that its fields stay in registers during the loop.
    var clock = clock
    for place in 0..<count {
      let local = cells[place]
      if local != OutcomeTable.Row.none, local != RowBlock.closeTime {
        cells[place] = clock.instant(local)
      }
    }
    self.clock = clock
  }

  private mutating func readTexts(
    _ texts: TextValues, _ validity: Validity, _ block: RowBlock,
    _ cells: UnsafeMutablePointer<Int64>
  ) {
    let rows = block.rows.start
    for place in 0..<block.count {
      cells[place] = OutcomeTable.Row.none
      guard validity[rows[place]] else { continue }
      let text = texts[rows[place]]
      guard let start = text.baseAddress, text.count > 0 else { continue }
      var cursor = RowCursor(next: start, end: start + text.count)
      let isRead =
        meaning == .local
        ? cursor.readLocal(&dates, &cells[place])
        : cursor.readTime(&dates, zone, &cells[place])
      if !isRead || !cursor.isAtEnd { cells[place] = RowBlock.closeTime }
    }
  }
}
