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
