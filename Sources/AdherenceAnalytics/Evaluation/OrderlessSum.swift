extension [Double] {
  /// The sum, the same to the last digit in whatever order the numbers stand.
  var orderlessSum: Double { count < 3 ? reduce(0, +) : sorted().reduce(0, +) }
}

extension Double {
  /// Whether sums of such numbers are exact, so that neither their order nor their grouping matters:
  /// multiples of 1/65,536 below 65,536, of which there may be two million.
  var addsExactly: Bool {
    let scaled = self * 65_536
    return magnitude < 65_536 && scaled == scaled.rounded()
  }
}
