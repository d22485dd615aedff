import Scheduling

/// Rows by their numbers, of which those that exceed a number go to a temporary file.
///
/// Safe: rows are bitwise copyable, and whole rows are written and read.
struct RowFile<Row: BitwiseCopyable & Sendable>: Sendable {
  /// The number of rows.
  private(set) var count = 0
  /// The last rows, which are not in the file.
  private var rows: [Row] = []
  private var file: TemporaryFile?
  private let capacity: Int

  /// Creates an empty file.
  ///
  /// - Parameter capacity: The number of rows that memory holds.
  init(capacity: Int) { self.capacity = capacity }

  /// Adds rows behind the others.
  ///
  /// - Throws: `InputError` where the disk is full.
  mutating func append(contentsOf others: some Collection<Row>) throws(InputError) {
    if rows.count + others.count > capacity { try store() }
    rows += others
    count += others.count
  }

  private mutating func store() throws(InputError) {
    if rows.isEmpty { return }
    if file == nil { file = try TemporaryFile() }
    if let file, let error = rows.withUnsafeBytes(file.write) { throw error }
    rows.removeAll(keepingCapacity: true)
  }

  /// Copies rows behind others.
  ///
  /// - Throws: `InputError` where the file cannot be read.
  func append(_ range: Range<Int>, to result: inout [Row]) throws(InputError) {
    let stored = count - rows.count
    try appendStored(range.clamped(to: 0..<stored), to: &result)
    let last = range.clamped(to: stored..<count)
    result += rows[last.lowerBound - stored..<last.upperBound - stored]
  }

  private func appendStored(_ range: Range<Int>, to result: inout [Row]) throws(InputError) {
    guard let file, !range.isEmpty else { return }
    let size = MemoryLayout<Row>.stride
    let part = file.part(range.lowerBound * size..<range.upperBound * size, name: "temporary file")
    var failure: InputError?
    result += [Row](unsafeUninitializedCapacity: range.count) { memory, filled in
      do throws(InputError) {
        try part.read(at: 0, into: UnsafeMutableRawBufferPointer(memory))
        filled = range.count
      } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
