import CArrow
import Synchronization

/// A value that a test sends.
enum SentCell: Hashable, Sendable {
  case null
  case text(String)
  case int(Int64)
  case double(Double)
  case bool(Bool)
  case list([SentCell])

  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
}

/// A column that a test sends: its format, values and memory layout.
struct SentColumn: Sendable {
  var name: String
  var format: String
  var cells: [SentCell]
  /// The entries of a dictionary, of which the cells are indices.
  var dictionary: [SentCell]?
  var dictionaryFormat = "u"
  /// The elements of a list, or the columns of a struct.
  var children: [SentColumn] = []
  /// The number of unused rows before the first.
  var offset = 0
  /// Whether there is a validity bitmap although nothing is null.
  var hasValidity = false
  /// Whether the producer states the number of nulls.
  var countsNulls = true

  init(_ name: String, _ format: String, _ cells: [SentCell]) {
    (self.name, self.format, self.cells) = (name, format, cells)
  }

  /// Creates a column of text.
  init(_ name: String, _ texts: [String?], format: String = "u") {
    self.init(name, format, texts.map { SentCell($0) })
  }
}

/// A counter of created and released structs.
final class Ledger: Sendable {
  private let counts = Mutex((made: 0, released: 0))

  var live: Int { counts.withLock { $0.made - $0.released } }
  var made: Int { counts.withLock { $0.made } }

  func make() { counts.withLock { $0.made += 1 } }
  func release() { counts.withLock { $0.released += 1 } }
}

/// The private data of one C struct, freed when it is released.
final class SentMemory {
  private var blocks: [UnsafeMutableRawPointer] = []
  private let ledger: Ledger
  /// The actual number of child arrays, which a test may misstate.
  var childCount = 0

  init(_ ledger: Ledger) {
    self.ledger = ledger
    ledger.make()
  }

  deinit {
    for block in blocks { block.deallocate() }
    ledger.release()
  }

  func block<Value>(_ values: [Value]) -> UnsafeMutablePointer<Value> {
    let block = UnsafeMutablePointer<Value>.allocate(capacity: max(values.count, 1))
    block.initialize(from: values, count: values.count)
    blocks.append(UnsafeMutableRawPointer(block))
    return block
  }

  func text(_ text: String) -> UnsafePointer<CChar> {
    UnsafePointer(block(Array(text.utf8CString)))
  }
}

/// Releases a struct with its children.
private func releaseSchema(_ schema: UnsafeMutablePointer<ArrowSchema>?) {
  guard let schema, let memory = schema.pointee.private_data else { return }
  for index in 0..<Int(schema.pointee.n_children) {
    if let child = schema.pointee.children?[index] { child.pointee.release?(child) }
  }
  if let values = schema.pointee.dictionary { values.pointee.release?(values) }
  schema.pointee.release = nil
  Unmanaged<SentMemory>.fromOpaque(memory).release()
}

private func releaseArray(_ array: UnsafeMutablePointer<ArrowArray>?) {
  guard let array, let memory = array.pointee.private_data else { return }
  let count = Unmanaged<SentMemory>.fromOpaque(memory).takeUnretainedValue().childCount
  for index in 0..<count {
    if let child = array.pointee.children?[index] { child.pointee.release?(child) }
  }
  if let values = array.pointee.dictionary { values.pointee.release?(values) }
  array.pointee.release = nil
  Unmanaged<SentMemory>.fromOpaque(memory).release()
}

extension SentColumn {
  /// The entries as a column.
  private var values: SentColumn? {
    dictionary.map { SentColumn(name, dictionaryFormat, $0) }
  }

  func schema(_ ledger: Ledger) -> ArrowSchema {
    let memory = SentMemory(ledger)
    var schema = ArrowSchema()
    schema.format = memory.text(format)
    schema.name = memory.text(name)
    schema.flags = 2
    schema.n_children = Int64(children.count)
    schema.children = memory.block(
      children.map { child in
        memory.block([child.schema(ledger)]) as UnsafeMutablePointer<ArrowSchema>?
      })
    schema.dictionary = values.map { memory.block([$0.schema(ledger)]) }
    schema.release = releaseSchema
    schema.private_data = Unmanaged.passRetained(memory).toOpaque()
    return schema
  }

  /// Returns the rows of a chunk with an offset in the containing struct.
  func array(_ rows: Range<Int>, behind outer: Int, _ ledger: Ledger) -> ArrowArray {
    let memory = SentMemory(ledger)
    var array = ArrowArray()
    let nonsense = cells.last ?? .null
    let all =
      [SentCell](repeating: nonsense, count: offset + outer) + cells[rows] + [nonsense]
    let nulls = all.count { $0 == .null }
    array.length = Int64(rows.count + outer)
    array.offset = Int64(offset)
    let sent = cells[rows].count { $0 == .null } + (nonsense == .null ? outer : 0)
    array.null_count = countsNulls ? Int64(sent) : -1
    let validity: UnsafeRawPointer? =
      nulls > 0 || hasValidity
      ? UnsafeRawPointer(memory.block(SentColumn.bits(all.map { $0 != .null }))) : nil
    var buffers: [UnsafeRawPointer?] = ["n", "+r"].contains(format) ? [] : [validity]
    buffers += self.buffers(all, memory)
    array.n_buffers = Int64(buffers.count)
    array.buffers = memory.block(buffers)
    let inner = inner(all, rows, outer, ledger)
    array.n_children = Int64(inner.count)
    memory.childCount = inner.count
    array.children = memory.block(
      inner.map { memory.block([$0]) as UnsafeMutablePointer<ArrowArray>? })
    array.dictionary = values.map {
      memory.block([$0.array(0..<$0.cells.count, behind: 0, ledger)])
    }
    array.release = releaseArray
    array.private_data = Unmanaged.passRetained(memory).toOpaque()
    return array
  }

  /// Returns the child arrays: those of a struct have the same rows, that of a list its elements.
  private func inner(
    _ all: [SentCell], _ rows: Range<Int>, _ outer: Int, _ ledger: Ledger
  ) -> [ArrowArray] {
    if format == "+s" {
      return children.map { $0.array(rows, behind: outer + offset, ledger) }
    }
    return children.map { child in
      var child = child
      child.cells = all.flatMap { cell -> [SentCell] in
        if case .list(let entries) = cell { entries } else { [] }
      }
      return child.array(0..<child.cells.count, behind: 0, ledger)
    }
  }

  static func bits(_ truths: [Bool]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: truths.count / 8 + 1)
    for (place, truth) in truths.enumerated() where truth { bytes[place / 8] |= 1 << (place % 8) }
    return bytes
  }
}

// Buffers after the validity bitmap.
extension SentColumn {
  private func buffers(_ all: [SentCell], _ memory: SentMemory) -> [UnsafeRawPointer?] {
    switch format {
    case "n", "+s", "+r": []
    case "u", "z": texts(all, memory, Int32.self)
    case "U", "Z": texts(all, memory, Int64.self)
    case "vu": views(all, memory)
    case "b":
      [UnsafeRawPointer(memory.block(SentColumn.bits(all.map { $0 == .bool(true) })))]
    case "e": [numbers(all, memory) { Float16($0) }]
    case "f": [numbers(all, memory) { Float($0) }]
    case "g": [numbers(all, memory) { $0 }]
    case "+l": [lists(all, memory, Int32.self)]
    case "+L": [lists(all, memory, Int64.self)]
    case "+vl": listViews(all, memory)
    case let text where text.hasPrefix("+w:"): []
    case let text where text.hasPrefix("d:"): [integers(all, memory, Int128.self)]
    case "c": [integers(all, memory, Int8.self)]
    case "C": [integers(all, memory, UInt8.self)]
    case "s": [integers(all, memory, Int16.self)]
    case "S": [integers(all, memory, UInt16.self)]
    case "i", "tdD", "tts", "ttm": [integers(all, memory, Int32.self)]
    case "I": [integers(all, memory, UInt32.self)]
    default: [integers(all, memory, Int64.self)]
    }
  }

  private func integers<Number: FixedWidthInteger>(
    _ all: [SentCell], _ memory: SentMemory, _ type: Number.Type
  ) -> UnsafeRawPointer {
    UnsafeRawPointer(
      memory.block(
        all.map { cell -> Number in
          if case .int(let value) = cell { Number(truncatingIfNeeded: value) } else { 99 }
        }))
  }

  private func numbers<Number>(
    _ all: [SentCell], _ memory: SentMemory, _ make: (Double) -> Number
  ) -> UnsafeRawPointer {
    UnsafeRawPointer(
      memory.block(
        all.map { cell -> Number in
          if case .double(let value) = cell { make(value) } else { make(7) }
        }))
  }

  private func texts<Offset: FixedWidthInteger>(
    _ all: [SentCell], _ memory: SentMemory, _ type: Offset.Type
  ) -> [UnsafeRawPointer?] {
    var (offsets, bytes) = ([Offset(0)], [UInt8]())
    for cell in all {
      if case .text(let text) = cell { bytes += text.utf8 }
      offsets.append(Offset(bytes.count))
    }
    return [UnsafeRawPointer(memory.block(offsets)), UnsafeRawPointer(memory.block(bytes))]
  }

  /// Returns the views, with long texts alternating between two buffers.
  private func views(_ all: [SentCell], _ memory: SentMemory) -> [UnsafeRawPointer?] {
    var (views, data) = ([UInt8](), [[UInt8](), [UInt8]()])
    var number = 0
    func bytes(_ value: Int) -> [UInt8] { withUnsafeBytes(of: Int32(value)) { Array($0) } }
    for cell in all {
      var text: [UInt8] = []
      if case .text(let sent) = cell { text = Array(sent.utf8) }
      views += bytes(text.count)
      if text.count <= 12 {
        views += text + [UInt8](repeating: 0, count: 12 - text.count)
      } else {
        views += text[..<4] + bytes(number) + bytes(data[number].count)
        data[number] += text
        number = 1 - number
      }
    }
    let lengths = data.map { Int64($0.count) }
    return [UnsafeRawPointer(memory.block(views))]
      + data.map { UnsafeRawPointer(memory.block($0)) }
      + [UnsafeRawPointer(memory.block(lengths))]
  }

  private func entryCounts(_ all: [SentCell]) -> [Int] {
    all.map { cell in
      if case .list(let entries) = cell { entries.count } else { 0 }
    }
  }

  private func lists<Offset: FixedWidthInteger>(
    _ all: [SentCell], _ memory: SentMemory, _ type: Offset.Type
  ) -> UnsafeRawPointer {
    var offsets = [Offset(0)]
    for count in entryCounts(all) { offsets.append(offsets[offsets.count - 1] + Offset(count)) }
    return UnsafeRawPointer(memory.block(offsets))
  }

  private func listViews(_ all: [SentCell], _ memory: SentMemory) -> [UnsafeRawPointer?] {
    var (offsets, sizes, next) = ([Int32](), [Int32](), Int32(0))
    for count in entryCounts(all) {
      offsets.append(next)
      sizes.append(Int32(count))
      next += Int32(count)
    }
    return [UnsafeRawPointer(memory.block(offsets)), UnsafeRawPointer(memory.block(sizes))]
  }
}
