import Diagnostics
import Scheduling
import Synchronization

/// A reader of the columns of one batch, in the order of their nodes and buffers.
///
/// The result is validated: every buffer has the length that its rows need, and all references are
/// within bounds.
///
/// Safe: the caller holds the body until all columns are read.
struct BatchReader {
  let memory: BatchMemory
  private let buffers: BufferReader
  /// The length and null count of each node.
  private let nodes: [Int64]
  /// The offset and length of each buffer in the body.
  private let places: [Int64]
  /// The number of variadic buffers of each column of views.
  private let viewBufferCounts: [Int64]
  private let rowCount: Int
  private let dictionaries: [Int64: ArrayContent]
  private let budget: GrowthBudget
  private var nextNode = 0
  private var nextPlace = 0
  private var nextViews = 0

  /// The maximum number of rows, because many consumers use 32-bit indices.
  private static let rowLimit = Int(Int32.max)

  /// Creates a reader of a batch's header and body.
  init(
    _ batch: FlatReader, _ body: UnsafeRawBufferPointer, _ memory: BatchMemory,
    _ dictionaries: [Int64: ArrayContent], _ budget: GrowthBudget
  ) throws(InputError) {
    (self.memory, self.dictionaries, self.budget) = (memory, dictionaries, budget)
    buffers = try BufferReader(body, compression: batch.table(3), memory, budget)
    nodes = try batch.numbers(1, perItem: 2, Int64.self)
    places = try batch.numbers(2, perItem: 2, Int64.self)
    viewBufferCounts = try batch.numbers(4, Int64.self)
    rowCount = try BatchReader.count(batch.number(0, or: Int64(0)))
    try budget.take(rows: rowCount)
  }

  private static func count(_ number: Int64) throws(InputError) -> Int {
    guard 0...Int64(rowLimit) ~= number else { throw .damaged(.head) }
    return Int(number)
  }

  /// Reads the columns as a struct array.
  mutating func read(_ columns: [FileColumn]) throws(InputError) -> ArrayContent {
    var children: [ArrayContent] = []
    for column in columns { children.append(try read(column, rows: rowCount)) }
    return ArrayContent(
      length: rowCount, nullCount: 0, buffers: [nil], children: children, owner: memory)
  }

  /// Reads a column with at least `rows` rows.
  private mutating func read(_ column: FileColumn, rows: Int) throws(InputError) -> ArrayContent {
    do throws(InputError) {
      guard 2 * nextNode + 1 < nodes.count else { throw .damaged(.head) }
      let length = try BatchReader.count(nodes[2 * nextNode])
      let statedNulls = nodes[2 * nextNode + 1]
      nextNode += 1
      guard length >= rows else { throw .damaged(.child) }
      var array = ArrayContent(length: length, nullCount: 0, buffers: [], owner: memory)
      if column.hasValidity { try readValidity(of: &array, statedNulls) }
      try readBuffers(of: &array, column.layout)
      if column.layout == .null { array.nullCount = length }
      let least = array.leastLength(ofChild: column.layout)
      for child in column.children { array.children.append(try read(child, rows: least)) }
      try array.check(column)
      try addEntries(to: &array, column)
      try budget.take(rows: array.sharedValueCount(column))
      try budget.take(text: array.sharedTextBytes(column))
      return array
    } catch {
      throw InputError(error.problem, field: column.name)
    }
  }

  /// Attaches the dictionary to a column of indices after validating these.
  private func addEntries(
    to array: inout ArrayContent, _ column: FileColumn
  ) throws(InputError) {
    guard let number = column.dictionary, let entry = column.entries.first else { return }
    let entries = dictionaries[number] ?? ArrayContent(withoutRows: entry)
    guard array.hasPlaces(below: entries.length, column) else { throw .damaged(.entry) }
    array.dictionary = [entries]
  }
}

// The buffers of a column.
//
// Safe: no buffer is shorter than `least`.
extension BatchReader {
  /// Returns the next buffer, which must have at least `least` bytes.
  private mutating func buffer(least: Int) throws(InputError) -> UnsafeRawBufferPointer {
    guard 2 * nextPlace + 1 < places.count else { throw .damaged(.head) }
    let (start, count) = (places[2 * nextPlace], places[2 * nextPlace + 1])
    nextPlace += 1
    return try buffers.buffer(start, count, least: least)
  }

  private mutating func readValidity(
    of array: inout ArrayContent, _ statedNulls: Int64
  ) throws(InputError) {
    let bits = try buffer(least: statedNulls == 0 ? 0 : (array.length + 7) / 8)
    guard let start = bits.baseAddress, statedNulls != 0, array.length > 0 else {
      return array.buffers.append(nil)
    }
    array.nullCount = array.length - Bits.count(0..<array.length, of: start)
    array.buffers.append(array.nullCount == 0 ? nil : start)
  }

  private mutating func readBuffers(
    of array: inout ArrayContent, _ layout: FileColumn.Layout
  ) throws(InputError) {
    let rows = array.length
    switch layout {
    case .null, .structure, .fixedList, .runs: break
    case .bits: try append((rows + 7) / 8, to: &array)
    case .fixed(let width): try append(rows * width, to: &array)
    case .bytes(let width):
      let count = try appendEnds(rows, width, to: &array)
      try append(count, to: &array)
    case .list(let width): _ = try appendEnds(rows, width, to: &array)
    case .listView(let width):
      try append(rows * width, to: &array)
      try append(rows * width, to: &array)
    case .sparseUnion: try append(rows, to: &array)
    case .denseUnion:
      try append(rows, to: &array)
      try append(4 * rows, to: &array)
    case .views: try readViews(of: &array)
    }
  }

  private mutating func append(_ least: Int, to array: inout ArrayContent) throws(InputError) {
    array.buffers.append(try buffer(least: least).baseAddress ?? BatchMemory.zeros)
  }

  /// Appends a buffer of offsets and returns the last one.
  private mutating func appendEnds(
    _ rows: Int, _ width: Int, to array: inout ArrayContent
  ) throws(InputError) -> Int {
    let ends = try buffer(least: rows == 0 ? 0 : (rows + 1) * width)
    let isEmpty = rows == 0 && ends.count < width
    let start = isEmpty ? BatchMemory.zeros : ends.baseAddress ?? BatchMemory.zeros
    array.buffers.append(start)
    guard let last = Ends(start, width).last(rows) else { throw .damaged(.order) }
    return last
  }

  /// Reads views and their variadic buffers, followed by a buffer with the lengths of these.
  private mutating func readViews(of array: inout ArrayContent) throws(InputError) {
    try append(16 * array.length, to: &array)
    guard nextViews < viewBufferCounts.count else { throw .damaged(.head) }
    let count = viewBufferCounts[nextViews]
    nextViews += 1
    guard 0...Int64(places.count) ~= count else { throw .damaged(.head) }
    var lengths: [Int64] = []
    for _ in 0..<count {
      let text = try buffer(least: 0)
      array.buffers.append(text.baseAddress ?? BatchMemory.zeros)
      lengths.append(Int64(text.count))
    }
    guard array.hasViews(within: lengths) else { throw .damaged(.view) }
    array.buffers.append(memory.numbers(lengths))
  }
}

/// The memory of a batch, alive as long as any of its columns.
///
/// Safe: blocks live until `deinit`, as long as anybody has a column of the batch; `zeros` is
/// written once and never freed.
final class BatchMemory {
  private var blocks: [AlignedBytes] = []
  private var owners: [AnyObject] = []

  /// Zeros for the buffers of empty columns, whose offsets start with a 0.
  nonisolated(unsafe) static let zeros: UnsafeRawPointer = {
    let block = AlignedBytes(capacity: 64)
    block.start.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
    return UnsafeRawPointer(block.start)
  }()

  private let counter = ByteCounter.current

  init() {}

  deinit {
    counter?.remove(blocks.reduce(0) { $0 + $1.capacity })
    for block in blocks { block.free() }
  }

  /// Allocates a block.
  func block(_ count: Int) -> UnsafeMutableRawPointer {
    let block = AlignedBytes(capacity: count)
    blocks.append(block)
    counter?.add(block.capacity)
    return block.start
  }

  /// Allocates and fills a block of numbers.
  func numbers(_ numbers: [Int64]) -> UnsafeRawPointer {
    let block = block(8 * numbers.count)
    for (place, number) in numbers.enumerated() {
      block.storeBytes(of: number, toByteOffset: 8 * place, as: Int64.self)
    }
    return UnsafeRawPointer(block)
  }

  /// Retains the memory of another batch.
  func keep(_ owner: AnyObject) { owners.append(owner) }
}

/// A counter of allocated memory, so that tests can check its peak.
final class ByteCounter: Sendable {
  /// The counter of the current task; `nil` disables counting.
  @TaskLocal static var current: ByteCounter?

  private let bytes = Mutex((current: 0, peak: 0))

  /// The peak number of allocated bytes.
  var peak: Int { bytes.withLock { $0.peak } }

  func add(_ count: Int) {
    bytes.withLock { bytes in
      bytes.current += count
      bytes.peak = max(bytes.peak, bytes.current)
    }
  }

  func remove(_ count: Int) { bytes.withLock { $0.current -= count } }
}
