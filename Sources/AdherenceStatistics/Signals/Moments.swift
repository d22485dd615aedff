/// The mean and standard deviation of values.
///
/// Safe: the numbers are walked through from the first to the last.
struct Moments {
  /// The mean; 0 if empty.
  var mean = 0.0
  /// The standard deviation with *n* − 1, exactly 0 if all values are equal; `nil` for fewer than
  /// two.
  var deviation: Double?

  init(_ numbers: UnsafeBufferPointer<Double>) {
    guard let first = numbers.first else { return }
    var (sum, isConstant) = (0.0, true)
    for number in numbers {
      sum += number
      isConstant = isConstant && number == first
    }
    // The rounded sum of equal values need not be a multiple of them.
    mean = isConstant ? first : sum / Double(numbers.count)
    guard numbers.count > 1 else { return }
    var squares = 0.0
    for number in numbers { squares += (number - mean) * (number - mean) }
    deviation = (squares / Double(numbers.count - 1)).squareRoot()
  }
}
