import Foundation

/// The memory that the signals of one patient after another are found in.
///
/// It grows to what the longest series needs and is then used again, so that a worker allocates
/// once. It belongs to one thread at a time.
package final class SignalScratch {
  var reciprocals = Reciprocals()
  /// k ln k at index k; 0 at 0.
  private(set) var entropies: [Double] = [0]
  var sums: [Double] = []
  var costs: [Double] = []
  var numbers: [Double] = []
  var keys: [UInt64] = []
  var otherKeys: [UInt64] = []
  var places: [Int32] = []
  let robust = RobustRegression()

  /// Creates memory that holds nothing yet.
  package init() {}

  /// Makes k ln k available for the numbers up to `count`.
  func needEntropies(to count: Int) {
    guard entropies.count <= count else { return }
    for number in entropies.count...count {
      entropies.append(Double(number) * log(Double(number)))
    }
  }

  /// Makes an array at least as long as asked.
  static func lengthen<Element>(_ array: inout [Element], to count: Int, with filler: Element) {
    if array.count < count {
      array += repeatElement(filler, count: count - array.count)
    }
  }
}
