import Interchange

/// The numbers of the names in a column, each looked up once in a while.
struct NameCells {
  /// The name of the row before, as it lies in the producer's memory.
  private var last = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var lastNumber: Int32 = -1
  private var others: [(name: UnsafeBufferPointer<UInt8>, number: Int32)] = []
  private var dictionaries = DictionaryMemo()
  private var lastInteger: (value: Int64, number: Int32)?

  /// More names than these are looked up as texts.
  private static let limit = 16

  /// Reads the names of some rows.
  mutating func read(
    _ column: ArrowColumn, _ block: OutcomeBlock, _ names: OutcomeRows,
    _ cells: OutcomeBlock.Cells<Int32>
  ) {
    if let values = column.dictionary.first {
      readIndices(column, values, block, names, cells.start)
    } else if let texts = TextValues(column) {
      readTexts(texts, column.validity, block, names, cells.start)
    } else if let integers = IntegerValues(column) {
      readIntegers(integers, column.validity, block, names, cells.start)
    } else {
      for place in 0..<block.count { cells.start[place] = OutcomeBlock.none }
    }
  }

  private mutating func readTexts(
    _ texts: TextValues, _ validity: Validity, _ block: OutcomeBlock, _ names: OutcomeRows,
    _ cells: UnsafeMutablePointer<Int32>
  ) {
    let rows = block.rows.start
    for place in 0..<block.count {
      guard validity[rows[place]] else {
        cells[place] = OutcomeBlock.none
        continue
      }
      let name = texts[rows[place]]
      if !name.isSame(as: last) { turn(to: name, names) }
      cells[place] = lastNumber
    }
  }

  /// Makes a name the last one.
  private mutating func turn(to name: UnsafeBufferPointer<UInt8>, _ names: OutcomeRows) {
    last = name
    if name.isEmpty { return lastNumber = OutcomeBlock.none }
    if let known = others.first(where: { $0.name.isSame(as: name) }) {
      return lastNumber = known.number
    }
    guard let text = String(validating: name, as: UTF8.self) else {
      return lastNumber = OutcomeBlock.close
    }
    lastNumber = names.number(of: text)
    if others.count >= NameCells.limit { others.removeFirst() }
    others.append((name, lastNumber))
  }

  private mutating func readIndices(
    _ column: ArrowColumn, _ values: ArrowColumn, _ block: OutcomeBlock, _ names: OutcomeRows,
    _ cells: UnsafeMutablePointer<Int32>
  ) {
    guard let indices = IntegerValues(column) else { return }
    let (rows, validity) = (block.rows.start, column.validity)
    func number(of entry: Int) -> Int32 {
      guard let name = try? values.text(entry) ?? "" else { return OutcomeBlock.close }
      return name.isEmpty ? OutcomeBlock.none : names.number(of: name)
    }
    dictionaries.withNumbers(dictionaries.place(of: values)) { numbers in
      for place in 0..<block.count {
        guard validity[rows[place]] else {
          cells[place] = OutcomeBlock.none
          continue
        }
        let index = indices[rows[place]]
        guard index >= 0, index < numbers.count else {
          cells[place] = OutcomeBlock.close
          continue
        }
        if numbers[Int(index)] == DictionaryMemo.unknown {
          numbers[Int(index)] = number(of: Int(index))
        }
        cells[place] = numbers[Int(index)]
      }
    }
  }

  private mutating func readIntegers(
    _ integers: IntegerValues, _ validity: Validity, _ block: OutcomeBlock, _ names: OutcomeRows,
    _ cells: UnsafeMutablePointer<Int32>
  ) {
    let rows = block.rows.start
    for place in 0..<block.count {
      guard validity[rows[place]] else {
        cells[place] = OutcomeBlock.none
        continue
      }
      let value = integers[rows[place]]
      if lastInteger?.value != value { lastInteger = (value, names.number(of: "\(value)")) }
      // What has no sign and is too large is told by reading its text.
      cells[place] = value == .min ? OutcomeBlock.close : lastInteger?.number ?? OutcomeBlock.close
    }
  }
}
