import Diagnostics
import Scheduling

/// An array of rows that moves older rows to a temporary file when it exceeds its capacity.
///
/// Safe: rows are bitwise copyable, and whole rows are written and read.
struct RowFile<Row: BitwiseCopyable & Sendable>: Sendable {
  /// The number of rows.
  private(set) var count = 0
  /// The last rows, which are not in the file.
  private var rows: [Row] = []
  private var file: TemporaryFile?
  private let capacity: Int

  /// Creates an empty array.
  ///
  /// - Parameter capacity: The number of rows kept in memory.
  init(capacity: Int) { self.capacity = capacity }

  /// Appends rows.
  ///
  /// - Throws: `InputError` if the disk is full.
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

  /// Appends a range of the rows to another array.
  ///
  /// - Throws: `InputError` if the file cannot be read.
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
