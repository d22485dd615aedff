/// A part of rows that determines the cells of some columns and that many rows share.
///
/// It identifies the columns of the part, and detects whether a row's part equals that of an
/// earlier row.
///
/// Safe: the part lies in the row where `MemoryLayout` says, of rows of the type that the path
/// begins with.
final class CachedPrefix: Sendable {
  /// Returns whether a row's part equals the last one of its slot, and stores it.
  typealias Memory = (_ row: UnsafeRawPointer, _ slot: Int) -> Bool

  /// Creates an empty memory.
  let makeMemory: @Sendable () -> Memory
  /// The offset of the slot in the row; `nil` if parts do not alternate.
  let slot: Int?

  /// Creates a shared part; `nil` if it is computed and not stored in the row.
  ///
  /// - Parameters:
  ///   - path: The stored part.
  ///   - slot: The index that distinguishes alternating parts, from 0; `nil` if consecutive rows
  ///     share one.
  init?<Row, Part: Equatable & Sendable>(_ path: RowPath<Row, Part>, slot: RowPath<Row, Int>?) {
    guard let place = MemoryLayout<Row>.offset(of: path) else { return nil }
    self.slot = slot.flatMap { MemoryLayout<Row>.offset(of: $0) }
    makeMemory = {
      let memory = PartMemory<Part>()
      return { row, slot in
        memory.has((row + place).assumingMemoryBound(to: Part.self).pointee, in: slot)
      }
    }
  }
}

/// The last part of each slot.
///
/// Safe: one thread has it, and no access goes on while another begins.
private final class PartMemory<Part: Equatable> {
  @exclusivity(unchecked) private var parts: [Part?] = []

  @inline(__always)
  func has(_ part: Part, in slot: Int) -> Bool {
    if slot < parts.count, parts[slot] == part { return true }
    while slot >= parts.count { parts.append(nil) }
    parts[slot] = part
    return false
  }
}

/// Columns of a shared part: its cells are encoded once, and copied while the part is equal.
///
/// Safe: one thread has it, and no access goes on while another begins; the slot lies in the row
/// where `MemoryLayout` says.
final class SharedCells: ColumnRun {
  private let runs: [ColumnRun]
  private let slot: Int?
  private let isKnown: CachedPrefix.Memory
  private let places: Range<Int>
  /// The encoded cells of each slot's part.
  @exclusivity(unchecked) private var known: [[UInt8]] = []
  /// The row with each slot's part, for column formats.
  @exclusivity(unchecked) private var rows: [ColumnRows.Place] = []

  init<Row>(_ columns: [Column<Row>], of part: CachedPrefix, at first: Int) {
    let own = columns.map { Column(about: $0.about, source: $0.source) }
    runs = ColumnRun.runs(of: own, from: first)
    (slot, isKnown) = (part.slot, part.makeMemory())
    places = first..<first + columns.count
    super.init(at: first)
  }

  override func write(_ row: UnsafeRawPointer, to buffer: RowBuffer) {
    let slot = slot.map { row.load(fromByteOffset: $0, as: Int.self) } ?? 0
    let isKnown = isKnown(row, slot)
    if let columns = buffer.columns { return write(row, isKnown, slot, to: buffer, columns) }
    if isKnown { return buffer.append(known[slot]) }
    let start = buffer.count
    for run in runs { run.write(row, to: buffer) }
    while slot >= known.count { known.append([]) }
    known[slot] = buffer.bytes(from: start)
  }

  private func write(
    _ row: UnsafeRawPointer, _ isKnown: Bool, _ slot: Int, to buffer: RowBuffer,
    _ columns: ColumnRows
  ) {
    if isKnown, columns.repeatCells(places, of: rows[slot]) { return }
    let place = columns.place(of: first)
    for run in runs { run.write(row, to: buffer) }
    while slot >= rows.count { rows.append(place) }
    rows[slot] = place
  }
}
