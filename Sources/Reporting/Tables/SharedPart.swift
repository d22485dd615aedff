/// A part of rows that decides the cells of some columns, and that many rows share.
///
/// It tells columns of one part from those of another, and knows whether a row's part is that of one before.
///
/// Safe: the part lies in the row where `MemoryLayout` says, of rows of the type that the path begins with.
final class SharedPart: Sendable {
  /// Says whether a row has the part that its slot had last, and keeps it there.
  typealias Memory = (_ row: UnsafeRawPointer, _ slot: Int) -> Bool

  /// Begins a memory without any parts.
  let makeMemory: @Sendable () -> Memory
  /// Where the slot lies in the row; `nil` for parts that do not take turns.
  let slot: Int?

  /// Names a part; `nil` where it is not stored in the row but made for each.
  ///
  /// - Parameters:
  ///   - path: Where it is stored in the row.
  ///   - slot: What tells parts apart that take turns, from 0; `nil` where neighbouring rows share one.
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

/// Columns of a part that rows share: its cells are made once, and copied while the part stays equal.
///
/// Safe: one thread has it, and no access goes on while another begins; the slot lies in the row where
/// `MemoryLayout` says.
final class SharedCells: Stretch {
  private let stretches: [Stretch]
  private let slot: Int?
  private let isKnown: SharedPart.Memory
  private let places: Range<Int>
  /// By slot, the bytes of its part's cells.
  @exclusivity(unchecked) private var known: [[UInt8]] = []
  /// By slot, the row of columns in which its part stands.
  @exclusivity(unchecked) private var rows: [ColumnRows.Place] = []

  init<Row>(_ columns: [Column<Row>], of part: SharedPart, at first: Int) {
    let own = columns.map { Column(about: $0.about, source: $0.source) }
    stretches = Stretch.stretches(of: own, from: first)
    (slot, isKnown) = (part.slot, part.makeMemory())
    places = first..<first + columns.count
    super.init(at: first)
  }

  override func write(_ row: UnsafeRawPointer, to buffer: RowBuffer) {
    let slot = slot.map { row.load(fromByteOffset: $0, as: Int.self) } ?? 0
    let isKnown = isKnown(row, slot)
    if let columns = buffer.columns { return write(row, isKnown, slot, to: buffer, columns) }
    if isKnown { return known[slot].withUnsafeBufferPointer(buffer.append) }
    let start = buffer.count
    for stretch in stretches { stretch.write(row, to: buffer) }
    while slot >= known.count { known.append([]) }
    known[slot] = buffer.bytes(from: start)
  }

  private func write(
    _ row: UnsafeRawPointer, _ isKnown: Bool, _ slot: Int, to buffer: RowBuffer,
    _ columns: ColumnRows
  ) {
    if isKnown, columns.repeatCells(places, of: rows[slot]) { return }
    let place = columns.place(of: first)
    for stretch in stretches { stretch.write(row, to: buffer) }
    while slot >= rows.count { rows.append(place) }
    rows[slot] = place
  }
}
