import CArrow

/// The buffers of a column, or the columns of a batch, before they are handed out.
///
/// Safe: `owner` holds what the buffers point to.
package struct ArrayContent {
  var length: Int
  var nullCount: Int
  /// Where the buffers lie; the first of most types is `nil` where there is no null.
  var buffers: [UnsafeRawPointer?]
  var children: [ArrayContent] = []
  /// The texts behind a column of places; none or one.
  var dictionary: [ArrayContent] = []
  /// What keeps the buffers in memory; the same object may keep many.
  var owner: AnyObject
}

// Safe: the receiver has room for the struct, and calls `release` with it once, which lets the object go.
extension ArrayContent {
  /// Hands the buffers out, and copies none of them.
  ///
  /// The receiver releases them once, from any thread; until then the owner stays. Columns may be
  /// moved out and released by themselves.
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

/// The memory of an array that was handed out, until the receiver releases it.
///
/// Safe: the lists are this object's until `release`, which is null from then on; what the receiver has moved
/// out it releases itself.
private final class ExportedArray {
  let owner: AnyObject
  let buffers: UnsafeMutablePointer<UnsafeRawPointer?>
  let children: HandedOut<ArrowArray>
  let dictionary: HandedOut<ArrowArray>

  init(_ content: ArrayContent) {
    owner = content.owner
    buffers = .allocate(capacity: max(content.buffers.count, 1))
    for (place, buffer) in content.buffers.enumerated() { buffers[place] = buffer }
    children = HandedOut(content.children) { $0.export(to: $1) }
    dictionary = HandedOut(content.dictionary) { $0.export(to: $1) }
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
