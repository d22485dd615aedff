/// The memory that the signals of one patient after another are found in.
///
/// It grows to what the longest series needs and is then used again, so that a worker allocates
/// once. It belongs to one thread at a time.
package final class SignalScratch {
  var numbers: [Double] = []
  var keys: [UInt64] = []
  var otherKeys: [UInt64] = []
  var places: [Int32] = []

  /// Creates memory that holds nothing yet.
  package init() {}

  /// Makes an array at least as long as asked.
  static func lengthen<Element>(_ array: inout [Element], to count: Int, with filler: Element) {
    if array.count < count {
      array += repeatElement(filler, count: count - array.count)
    }
  }
}
