internal import CGSL

extension KolmogorovDistribution {
  /// The probability below `d`, exactly: Durbin's matrix to the power of the sample's size.
  ///
  /// Marsaglia, Tsang and Wang, J. Stat. Software 8 (2003) 18.
  func matrix(_ d: Double) -> Double {
    let k = Int(Double(count) * d) + 1
    let size = 2 * k - 1
    let base = Scaled(values: step(size, Double(k) - Double(count) * d), size: size)
    var power = base.raised(to: count)
    var probability = power.values[(k - 1) * size + k - 1]
    for index in 1...count {
      probability *= Double(index) / Double(count)
      if probability < 1e-140 {
        probability *= 1e140
        power.exponent -= 140
      }
    }
    return probability * exp(Double(power.exponent) * log(10.0))
  }

  /// The matrix of one step; `h` is how much of a step the distance falls short of the next.
  private func step(_ size: Int, _ h: Double) -> [Double] {
    var values = [Double](repeating: 0, count: size * size)
    for row in 0..<size {
      for column in 0..<min(size, row + 2) { values[row * size + column] = 1 }
    }
    var power = 1.0
    for index in 0..<size {
      power *= h
      values[index * size] -= power
      values[(size - 1) * size + size - 1 - index] -= power
    }
    if 2 * h > 1 { values[(size - 1) * size] += exp(Double(size) * log(2 * h - 1)) }
    for row in 0..<size {
      for column in 0..<min(size, row + 2) {
        values[row * size + column] /= exp(GammaFunction.log(Double(row - column + 2)))
      }
    }
    return values
  }

  /// A square matrix times a power of ten.
  private struct Scaled {
    var values: [Double]
    var exponent = 0
    let size: Int

    init(values: [Double], size: Int) { (self.values, self.size) = (values, size) }

    func raised(to power: Int) -> Scaled {
      if power == 1 { return self }
      let half = raised(to: power / 2)
      let square = half.times(half)
      return power.isMultiple(of: 2) ? square : square.times(self)
    }

    private func times(_ other: Scaled) -> Scaled {
      var product = Scaled(values: Array(repeating: 0, count: size * size), size: size)
      for row in 0..<size {
        for middle in 0..<size {
          let factor = values[row * size + middle]
          for column in 0..<size {
            product.values[row * size + column] += factor * other.values[middle * size + column]
          }
        }
      }
      product.exponent = exponent + other.exponent
      if product.values[size / 2 * size + size / 2] > 1e140 {
        for index in product.values.indices { product.values[index] *= 1e-140 }
        product.exponent += 140
      }
      return product
    }
  }
}
