/// Puts so many of some numbers first in an order of chance, again and again (Fisher and Yates).
struct PartialShuffle {
  /// The numbers, in the last order.
  private(set) var values: [Double]
  /// Of each place that is drawn for, what may come there.
  private let ranges: [UniformRange]

  /// Takes numbers, of which so many are to come first.
  ///
  /// - Precondition: These are some, and not all.
  init(_ values: [Double], first count: Int) {
    precondition(count > 0 && count < values.count, "\(count) of \(values.count) numbers first")
    self.values = values
    ranges = (0..<count).map { UniformRange(below: values.count - $0) }
  }

  /// Puts others first, and sums them up.
  ///
  /// Safe: a distance is below what is left behind the place, which is below the count of ranges.
  mutating func next(from twister: MersenneTwister) -> Double {
    var (sum, place) = (0.0, 0)
    let ranges = ranges
    values.withUnsafeMutableBufferPointer { values in
      twister.draw { number in
        guard let distance = ranges[place].place(of: number) else { return true }
        let value = values[place &+ distance]
        values[place &+ distance] = values[place]
        values[place] = value
        sum += value
        place &+= 1
        return place < ranges.count
      }
    }
    return sum
  }
}
