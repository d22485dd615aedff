extension BinaryInteger {
  /// Returns the quotient rounded towards negative infinity.
  package func flooredQuotient(_ divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder != 0 && (remainder < 0) != (divisor < 0) ? quotient - 1 : quotient
  }

  /// Returns the remainder of the floored quotient, which has the sign of the divisor.
  func modulo(_ divisor: Self) -> Self {
    let remainder = self % divisor
    return remainder != 0 && (remainder < 0) != (divisor < 0) ? remainder + divisor : remainder
  }

  /// Returns the decimal text, padded with zeros on the left.
  func padded(_ width: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, width - text.count)) + text
  }
}

extension Comparable {
  /// Returns the nearest value in a range.
  package func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}

extension RandomAccessCollection {
  /// Returns the index of the first element that does not satisfy a predicate by which the collection is
  /// partitioned.
  ///
  /// - Complexity: O(log *n*).
  // Inlinable, as a call for each step would be slow in other modules.
  @inlinable
  package func partitionPoint(where isBefore: (Element) -> Bool) -> Index {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if isBefore(self[middle]) { low = index(after: middle) } else { high = middle }
    }
    return low
  }
}
