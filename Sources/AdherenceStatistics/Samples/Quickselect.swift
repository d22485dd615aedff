import Foundation

/// Selection of the element at a position in sorted order.
///
/// Safe: every index lies within the range that is looked at, which only narrows, and holds the position.
enum Quickselect {
  /// Returns the median, reordering the values; 0 if empty.
  static func median(_ numbers: UnsafeMutableBufferPointer<Double>) -> Double {
    guard !numbers.isEmpty else { return 0 }
    let middle = numbers.count / 2
    let upper = select(middle, of: numbers)
    guard numbers.count.isMultiple(of: 2) else { return upper }
    var lower = numbers[0]
    for index in 1..<max(1, middle) { lower = max(lower, numbers[index]) }
    return (lower + upper) / 2
  }

  /// Moves the element of a position there, with smaller ones before it and greater ones after it.
  ///
  /// This is C. A. R. Hoare's selection with a branch-free partition, because branches on unordered
  /// values are mispredicted half of the time.
  static func select(_ position: Int, of numbers: UnsafeMutableBufferPointer<Double>) -> Double {
    select(position, of: numbers, within: 0..<numbers.count)
  }

  /// Selects within a range that holds the position, where no element before the range is greater than those in it
  /// and none after it is smaller.
  static func select(
    _ position: Int, of numbers: UnsafeMutableBufferPointer<Double>, within range: Range<Int>
  ) -> Double {
    var (low, high) = (range.lowerBound, range.upperBound)
    while high - low > 12 {
      let pivot =
        high - low > 600
        ? sampled(position, of: numbers, within: low..<high)
        : middle(numbers[low], numbers[(low + high) / 2], numbers[high - 1])
      let split = partition(numbers, low..<high) { $0 < pivot }
      if position < split {
        high = split
      } else if split > low {
        low = split
      } else {
        // Nothing is below the pivot, so its equals are moved to the front.
        low = partition(numbers, low..<high) { $0 <= pivot }
        if position < low { return pivot }
      }
    }
    sort(numbers, low..<high)
    return numbers[position]
  }

  /// Returns a value slightly beyond that of a position, estimated from a sample.
  ///
  /// R. W. Floyd and R. L. Rivest, Communications of the ACM 18 (1975) 165–172.
  private static func sampled(
    _ position: Int, of numbers: UnsafeMutableBufferPointer<Double>, within range: Range<Int>
  ) -> Double {
    let (count, place) = (Double(range.count), Double(position - range.lowerBound))
    let size = 0.5 * exp(2 * log(count) / 3)
    let spread = 0.5 * (log(count) * size * (count - size) / count).squareRoot()
    let middle = Double(position) - place * size / count + (place < count / 2 ? -spread : spread)
    let first = max(range.lowerBound, Int(middle))
    let end = min(range.upperBound, max(position + 1, Int(middle + size)))
    return select(position, of: numbers, within: min(first, position)..<end)
  }

  private static func middle(_ a: Double, _ b: Double, _ c: Double) -> Double {
    max(min(a, b), min(max(a, b), c))
  }

  @inline(__always)
  private static func partition(
    _ numbers: UnsafeMutableBufferPointer<Double>, _ range: Range<Int>,
    by belongsFirst: (Double) -> Bool
  ) -> Int {
    var split = range.lowerBound
    for index in range {
      let number = numbers[index]
      numbers[index] = numbers[split]
      numbers[split] = number
      split += belongsFirst(number) ? 1 : 0
    }
    return split
  }

  /// Sorts a few values by insertion.
  private static func sort(
    _ numbers: UnsafeMutableBufferPointer<Double>, _ range: Range<Int>
  ) {
    for index in range.dropFirst() {
      let number = numbers[index]
      var place = index
      while place > range.lowerBound, numbers[place - 1] > number {
        numbers[place] = numbers[place - 1]
        place -= 1
      }
      numbers[place] = number
    }
  }
}
