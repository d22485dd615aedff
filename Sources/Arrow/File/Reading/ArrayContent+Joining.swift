import Diagnostics
import Scheduling

// Safe: both parts were checked when they were read, and there is room for the rows of both.
extension ArrayContent {
  /// Returns a dictionary extended by the entries of a delta dictionary.
  ///
  /// - Throws: `InputError` if the value type is not supported in delta dictionaries.
  func joined(
    with more: ArrayContent, _ column: FileColumn
  ) throws(InputError) -> ArrayContent {
    guard let layout = column.layout.joined, column.entries.isEmpty else {
      throw InputError(.unsupported(part: "growing dictionaries of \(column.schema.format)"))
    }
    let memory = BatchMemory()
    let length = length + more.length
    guard length <= Int32.max else { throw .damaged(.head) }
    var result = ArrayContent(
      length: length, nullCount: nullCount + more.nullCount, buffers: [], owner: memory)
    result.buffers.append(result.nullCount == 0 ? nil : joinedValidity(more, memory))
    switch layout {
    case .structure: break
    case .bits: result.buffers.append(joinedBits(1, more, memory))
    case .fixed(let width): result.buffers.append(joinedBytes(width, more, memory))
    case .ends(let width, let hasBytes):
      try joinEnds(width, hasBytes, more, memory, &result)
    case .views: joinViews(more, memory, &result)
    }
    for (place, child) in column.children.enumerated() {
      let (mine, others) = (children[place].first(childLength(layout)), more.children[place])
      result.children.append(try mine.joined(with: others, child))
    }
    return result
  }

  /// The number of rows of the children that are in use; unused rows cannot be joined.
  private func childLength(_ layout: FileColumn.Layout.Joined) -> Int {
    if case .ends(let width, _) = layout {
      return Ends(buffers[1] ?? BatchMemory.zeros, width).end(of: length)
    }
    return length
  }

  /// Returns the first rows.
  private func first(_ rows: Int) -> ArrayContent {
    var part = self
    part.length = rows
    if nullCount > 0, let bits = buffers[0] {
      part.nullCount = rows - Bits.count(0..<rows, of: bits)
    }
    return part
  }

  private func joinedValidity(_ more: ArrayContent, _ memory: BatchMemory) -> UnsafeRawPointer? {
    let target = memory.block((length + more.length + 7) / 8)
    var place = 0
    for part in [self, more] {
      if part.nullCount > 0, let bits = part.buffers[0] {
        Bits.copy(0..<part.length, of: bits, to: target, at: place)
      } else {
        Bits.set(place..<place + part.length, of: target)
      }
      place += part.length
    }
    return UnsafeRawPointer(target)
  }

  private func joinedBits(
    _ buffer: Int, _ more: ArrayContent, _ memory: BatchMemory
  ) -> UnsafeRawPointer? {
    guard let mine = buffers[buffer], let others = more.buffers[buffer] else { return nil }
    let target = memory.block((length + more.length + 7) / 8)
    Bits.copy(0..<length, of: mine, to: target, at: 0)
    Bits.copy(0..<more.length, of: others, to: target, at: length)
    return UnsafeRawPointer(target)
  }

  private func joinedBytes(
    _ width: Int, _ more: ArrayContent, _ memory: BatchMemory
  ) -> UnsafeRawPointer? {
    UnsafeRawPointer(
      memory.join([(buffers[1], width * length), (more.buffers[1], width * more.length)]))
  }

  /// Joins offsets, shifting those of the second part.
  private func joinEnds(
    _ width: Int, _ hasBytes: Bool, _ more: ArrayContent, _ memory: BatchMemory,
    _ result: inout ArrayContent
  ) throws(InputError) {
    let (mine, others) = (
      Ends(buffers[1] ?? BatchMemory.zeros, width),
      Ends(more.buffers[1] ?? BatchMemory.zeros, width)
    )
    let (middle, end) = (mine.end(of: length), others.end(of: more.length))
    guard width == 8 || middle + end <= Int32.max else { throw .damaged(.head) }
    let block = memory.block(width * (length + more.length + 1))
    func store(_ number: Int, at place: Int) {
      if width == 4 {
        block.storeBytes(of: Int32(number), toByteOffset: 4 * place, as: Int32.self)
      } else {
        block.storeBytes(of: Int64(number), toByteOffset: 8 * place, as: Int64.self)
      }
    }
    for row in 0...length { store(mine.end(of: row), at: row) }
    for row in 0..<more.length { store(middle + others.end(of: row + 1), at: length + row + 1) }
    result.buffers.append(UnsafeRawPointer(block))
    if hasBytes {
      let text = memory.join([(buffers[2], middle), (more.buffers[2], end)])
      result.buffers.append(UnsafeRawPointer(text))
    }
  }
}

// Safe: as above; the index of a buffer wraps only in views of nulls, which are never dereferenced.
extension ArrayContent {
  /// Joins views, renumbering the buffers of the second part.
  private func joinViews(
    _ more: ArrayContent, _ memory: BatchMemory, _ result: inout ArrayContent
  ) {
    let bufferCount = buffers.count - 3
    let views = memory.join([(buffers[1], 16 * length), (more.buffers[1], 16 * more.length)])
    for row in length..<length + more.length {
      let view = views + 16 * row
      guard view.load(as: Int32.self) > 12 else { continue }
      let buffer = view.load(fromByteOffset: 8, as: Int32.self)
      view.storeBytes(of: buffer &+ Int32(bufferCount), toByteOffset: 8, as: Int32.self)
    }
    result.buffers.append(UnsafeRawPointer(views))
    result.buffers += buffers[2..<2 + bufferCount] + more.buffers[2..<more.buffers.count - 1]
    let lengths = [self, more].flatMap { part in
      (0..<part.buffers.count - 3).map { place in
        part.buffers.last??.load(fromByteOffset: 8 * place, as: Int64.self) ?? 0
      }
    }
    result.buffers.append(memory.numbers(lengths))
    for part in [self, more] { memory.keep(part.owner) }
  }
}

extension FileColumn.Layout {
  /// The ways to join columns.
  fileprivate enum Joined {
    case bits
    case fixed(Int)
    case ends(Int, hasBytes: Bool)
    case views
    case structure
  }

  /// The way to join columns of this layout; `nil` if it is not supported.
  fileprivate var joined: Joined? {
    switch self {
    case .bits: .bits
    case .fixed(let width): .fixed(width)
    case .bytes(let width): .ends(width, hasBytes: true)
    case .list(let width): .ends(width, hasBytes: false)
    case .views: .views
    case .structure: .structure
    case .null, .listView, .fixedList, .sparseUnion, .denseUnion, .runs: nil
    }
  }
}

// Safe: the block is as long as all parts.
extension BatchMemory {
  /// Concatenates bytes.
  fileprivate func join(_ parts: [(UnsafeRawPointer?, Int)]) -> UnsafeMutableRawPointer {
    let block = block(parts.reduce(0) { $0 + $1.1 })
    var place = 0
    for (start, count) in parts {
      guard let start else { continue }
      block.advanced(by: place).copyMemory(from: start, byteCount: count)
      place += count
    }
    return block
  }
}
