/// The structs below one that is handed out, and the list of pointers to them.
///
/// A receiver may move a struct out and set its `release` to null; the memory stays with who made
/// it.
///
/// Safe: there are `count` pointers, each to a struct of its own that was filled.
struct HandedOut<Item> {
  /// Where the pointers lie; `nil` where there are none.
  let start: UnsafeMutablePointer<UnsafeMutablePointer<Item>?>?
  private let count: Int

  /// Fills a struct for each of a list of contents.
  init<Content>(_ contents: [Content], _ fill: (Content, UnsafeMutablePointer<Item>) -> Void) {
    count = contents.count
    start = contents.isEmpty ? nil : .allocate(capacity: count)
    for (place, content) in contents.enumerated() {
      let item = UnsafeMutablePointer<Item>.allocate(capacity: 1)
      fill(content, item)
      start?.advanced(by: place).initialize(to: item)
    }
  }

  /// Releases what nobody has moved out, and gives the memory back.
  func free(_ release: (UnsafeMutablePointer<Item>) -> Void) {
    for place in 0..<count {
      guard let item = start?[place] else { continue }
      release(item)
      item.deallocate()
    }
    start?.deallocate()
  }
}
