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
