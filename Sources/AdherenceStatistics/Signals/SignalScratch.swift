/// Reusable buffers for computing signals.
///
/// They grow to the length of the longest series and are then reused, so that a worker allocates
/// once. An instance belongs to one thread at a time.
package final class SignalScratch {
  var numbers: [Double] = []
  var keys: [UInt64] = []
  var otherKeys: [UInt64] = []
  var places: [Int32] = []

  /// Creates empty buffers.
  package init() {}

  /// Extends an array to a minimum length.
  static func lengthen<Element>(_ array: inout [Element], to count: Int, with filler: Element) {
    if array.count < count {
      array += repeatElement(filler, count: count - array.count)
    }
  }
}
