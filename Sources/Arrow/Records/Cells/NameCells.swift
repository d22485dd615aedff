/// A reader of the names of a column as numbers, with caches of recent lookups.
///
/// Safe: names lie in batches that the table holds; a block has no more rows than cells, and an
/// index is compared with the count of entries.
struct NameCells {
  /// The previous row's name, in the producer's memory.
  private var last = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var lastNumber: Int32 = -1
  private var others = NameNumbers()
  private var dictionaries = DictionaryCache()
  private var lastInteger: (value: Int64, number: Int32)?

  /// Reads the names of a block, numbered by a closure.
  mutating func read(
    _ column: ArrowColumn, _ block: RowBlock, _ numberOf: (String) -> Int32,
    _ cells: RowBlock.Cells<Int32>
  ) {
    if let values = column.dictionary {
      readIndices(column, values, block, numberOf, cells.start)
    } else if let texts = column.texts {
      readTexts(texts, column.validity, block, numberOf, cells.start)
    } else if let integers = column.integers {
      readIntegers(integers, column.validity, block, numberOf, cells.start)
    } else {
      for place in 0..<block.count { cells.start[place] = RowBlock.none }
    }
  }

  private mutating func readTexts(
    _ texts: TextValues, _ validity: Validity, _ block: RowBlock, _ numberOf: (String) -> Int32,
    _ cells: UnsafeMutablePointer<Int32>
  ) {
    let rows = block.rows.start
    for place in 0..<block.count {
      guard validity[rows[place]] else {
        cells[place] = RowBlock.none
        continue
      }
      let name = texts[rows[place]]
      if !name.isSame(as: last) { turn(to: name, numberOf) }
      cells[place] = lastNumber
    }
  }

  /// Sets the current name.
  private mutating func turn(to name: UnsafeBufferPointer<UInt8>, _ numberOf: (String) -> Int32) {
    last = name
    if name.isEmpty { return lastNumber = RowBlock.none }
    if let known = others.number(of: name) { return lastNumber = known }
    guard let text = String(validating: name, as: UTF8.self) else {
      return lastNumber = RowBlock.close
    }
    lastNumber = numberOf(text)
    others.add(name, lastNumber)
  }

  private mutating func readIndices(
    _ column: ArrowColumn, _ values: ArrowColumn, _ block: RowBlock, _ numberOf: (String) -> Int32,
    _ cells: UnsafeMutablePointer<Int32>
  ) {
    guard let indices = column.integers else { return }
    let (rows, validity) = (block.rows.start, column.validity)
    func number(of entry: Int) -> Int32 {
      guard let name = try? values.text(entry) ?? "" else { return RowBlock.close }
      return name.isEmpty ? RowBlock.none : numberOf(name)
    }
    dictionaries.withNumbers(of: values) { numbers in
      for place in 0..<block.count {
        guard validity[rows[place]] else {
          cells[place] = RowBlock.none
          continue
        }
        let index = indices[rows[place]]
        guard index >= 0, index < numbers.count else {
          cells[place] = RowBlock.close
          continue
        }
        if numbers[Int(index)] == DictionaryCache.unknown {
          numbers[Int(index)] = number(of: Int(index))
        }
        cells[place] = numbers[Int(index)]
      }
    }
  }

  private mutating func readIntegers(
    _ integers: IntegerValues, _ validity: Validity, _ block: RowBlock,
    _ numberOf: (String) -> Int32,
    _ cells: UnsafeMutablePointer<Int32>
  ) {
    let rows = block.rows.start
    for place in 0..<block.count {
      guard validity[rows[place]] else {
        cells[place] = RowBlock.none
        continue
      }
      let value = integers[rows[place]]
      // An unsigned integer that is too large is read as text.
      if value != .min, lastInteger?.value != value {
        lastInteger = (value, numberOf("\(value)"))
      }
      cells[place] = value == .min ? RowBlock.close : lastInteger?.number ?? RowBlock.close
    }
  }
}

/// A hash table of the numbers of names, keyed by bytes in the producer's memory.
///
/// Safe: names lie in batches that the table holds. FNV-1a wraps, and 31 of its bits choose a slot.
struct NameNumbers {
  private var entries: [(name: UnsafeBufferPointer<UInt8>, number: Int32)] = []
  /// The indices of entries; -1 for an empty slot.
  private var slots = [Int32](repeating: -1, count: 32)

  /// The number of names at which the table is cleared.
  private static let limit = 1 << 16

  /// Returns the number of a name; `nil` if it is unknown.
  func number(of name: UnsafeBufferPointer<UInt8>) -> Int32? {
    let place = slots[slot(of: name)]
    return place < 0 ? nil : entries[Int(place)].number
  }

  /// Adds an unknown name.
  mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ number: Int32) {
    if entries.count >= NameNumbers.limit { self = NameNumbers() }
    if 2 * entries.count >= slots.count { grow() }
    slots[slot(of: name)] = Int32(entries.count)
    entries.append((name, number))
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: 2 * slots.count)
    for (place, entry) in entries.enumerated() { slots[slot(of: entry.name)] = Int32(place) }
  }

  /// Returns the slot of a name, or the empty slot for it.
  private func slot(of name: UnsafeBufferPointer<UInt8>) -> Int {
    var slot = NameNumbers.hash(name) & (slots.count - 1)
    while slots[slot] >= 0, !entries[Int(slots[slot])].name.isSame(as: name) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  /// FNV-1a, with the high bits mixed into the low ones.
  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 29)) & 0x7fff_ffff)
  }
}
