extension BinaryInteger {
  /// The quotient rounded down, so that days and cycles before an origin count evenly.
  func flooredQuotient(_ divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder != 0 && (remainder < 0) != (divisor < 0) ? quotient - 1 : quotient
  }

  /// The remainder of the floored quotient; it has the sign of the divisor.
  func modulo(_ divisor: Self) -> Self {
    let remainder = self % divisor
    return remainder != 0 && (remainder < 0) != (divisor < 0) ? remainder + divisor : remainder
  }

  /// The decimal text, filled with zeros on the left.
  func padded(_ width: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, width - text.count)) + text
  }
}

extension Comparable {
  /// The nearest value in a range.
  package func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}

extension RandomAccessCollection {
  /// Where the leading elements end that satisfy a predicate which no later element satisfies.
  ///
  /// - Complexity: O(log *n*).
  // Inlinable because other modules search too, and a generic that is not costs them a call a step.
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
