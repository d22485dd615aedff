import CArrow

/// The buffers of a column, or the columns of a batch, before export.
///
/// Safe: `owner` retains the memory of the buffers.
package struct ArrayContent {
  var length: Int
  var nullCount: Int
  /// The buffers; the validity bitmap of most types is `nil` without nulls.
  var buffers: [UnsafeRawPointer?]
  var children: [ArrayContent] = []
  /// The dictionary of a column of indices; none or one.
  var dictionary: [ArrayContent] = []
  /// The owner that keeps the buffers alive, possibly shared.
  var owner: AnyObject
}

// Safe: the receiver has room for the struct, and calls `release` with it once, which lets the object go.
extension ArrayContent {
  /// Exports the buffers without copying them.
  ///
  /// The consumer releases them once, on any thread; until then the owner is retained. Children may
  /// be moved out and released separately.
  func export(to array: UnsafeMutablePointer<ArrowArray>) {
    let exported = ExportedArray(self)
    array.initialize(
      to: ArrowArray(
        length: Int64(length), null_count: Int64(nullCount), offset: 0,
        n_buffers: Int64(buffers.count), n_children: Int64(children.count),
        buffers: exported.buffers, children: exported.children.start,
        dictionary: exported.dictionary.start?.pointee, release: ExportedArray.release,
        private_data: Unmanaged.passRetained(exported).toOpaque()))
  }
}

/// The private data of an exported array, until the consumer releases it.
///
/// Safe: the lists are this object's until `release`, which is null from then on; the receiver
/// releases the lists that it has moved out.
private final class ExportedArray {
  let owner: AnyObject
  let buffers: UnsafeMutablePointer<UnsafeRawPointer?>
  let children: ExportedChildren<ArrowArray>
  let dictionary: ExportedChildren<ArrowArray>

  init(_ content: ArrayContent) {
    owner = content.owner
    buffers = .allocate(capacity: max(content.buffers.count, 1))
    for (place, buffer) in content.buffers.enumerated() { buffers[place] = buffer }
    children = ExportedChildren(content.children) { $0.export(to: $1) }
    dictionary = ExportedChildren(content.dictionary) { $0.export(to: $1) }
  }

  deinit {
    buffers.deallocate()
    for handedOut in [children, dictionary] {
      handedOut.free { array in array.pointee.release?(array) }
    }
  }

  static let release: @convention(c) (UnsafeMutablePointer<ArrowArray>?) -> Void = { array in
    guard let array, array.pointee.release != nil, let data = array.pointee.private_data else {
      return
    }
    array.pointee.release = nil
    Unmanaged<ExportedArray>.fromOpaque(data).release()
  }
}

/// The child structs of an exported struct, with the list of pointers to them.
///
/// A consumer may move a child out and set its `release` to null; its memory stays with the
/// producer.
///
/// Safe: there are `count` pointers, each to a struct of its own that was filled.
struct ExportedChildren<Item> {
  /// The list of pointers; `nil` if it is empty.
  let start: UnsafeMutablePointer<UnsafeMutablePointer<Item>?>?
  private let count: Int

  /// Allocates and fills a struct for each content.
  init<Content>(_ contents: [Content], _ fill: (Content, UnsafeMutablePointer<Item>) -> Void) {
    count = contents.count
    start = contents.isEmpty ? nil : .allocate(capacity: count)
    for (place, content) in contents.enumerated() {
      let item = UnsafeMutablePointer<Item>.allocate(capacity: 1)
      fill(content, item)
      start?.advanced(by: place).initialize(to: item)
    }
  }

  /// Releases the structs that were not moved out, and frees the memory.
  func free(_ release: (UnsafeMutablePointer<Item>) -> Void) {
    for place in 0..<count {
      guard let item = start?[place] else { continue }
      release(item)
      item.deallocate()
    }
    start?.deallocate()
  }
}
