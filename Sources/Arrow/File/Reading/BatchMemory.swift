/// The memory of a batch that was read, as long as anybody has one of its columns.
///
/// Safe: blocks live until `deinit`, as long as anybody has a column of the batch; `zeros` is written once
/// and never freed.
final class BatchMemory {
  private var blocks: [AlignedBytes] = []
  private var owners: [AnyObject] = []

  /// Bytes for columns without rows: ends of texts begin with a 0.
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

  /// Makes room for a number of bytes.
  func block(_ count: Int) -> UnsafeMutableRawPointer {
    let block = AlignedBytes(capacity: count)
    blocks.append(block)
    counter?.add(block.capacity)
    return block.start
  }

  /// Makes room for numbers.
  func numbers(_ numbers: [Int64]) -> UnsafeRawPointer {
    let block = block(8 * numbers.count)
    for (place, number) in numbers.enumerated() {
      block.storeBytes(of: number, toByteOffset: 8 * place, as: Int64.self)
    }
    return UnsafeRawPointer(block)
  }

  /// Keeps the memory of another batch as well.
  func keep(_ owner: AnyObject) { owners.append(owner) }
}
