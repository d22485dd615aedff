internal import CGSL

/// The distribution of the Kolmogorov-Smirnov statistic of one sample.
///
/// GSL has none. Which formula is precise where is after Simard and L'Ecuyer, J. Stat. Software 39
/// (2011) 11.
struct KolmogorovDistribution {
  /// The size of the sample.
  let count: Int

  /// The probability of a distance of at least `d`.
  func above(_ d: Double) -> Double {
    let n = Double(count)
    let t = n * d
    if t <= 0.5 { return 1 }
    if d >= 1 { return 0 }
    if t <= 1 { return 1 - exp(GammaFunction.log(n + 1) + n * log((2 * t - 1) / n)) }
    if t >= n - 1 { return 2 * exp(n * log1p(-d)) }
    if d >= 0.5 || t * d >= (count <= 140 ? 4 : 2.2) { return min(1, 2 * oneSided(d)) }
    let below = count <= 1000 || n * d * d.squareRoot() <= 1.4 ? matrix(d) : series(d)
    return min(1, max(0, 1 - below))
  }

  /// The probability that one distribution is above the other by `d` somewhere (Smirnov 1944).
  private func oneSided(_ d: Double) -> Double {
    let n = Double(count)
    var sum = 0.0
    for j in 0...Int(n * (1 - d)) {
      let (below, above) = (d + Double(j) / n, 1 - d - Double(j) / n)
      guard above > 0 else { continue }
      sum += exp(
        GammaFunction.logChoose(count, j) + Double(j - 1) * log(below)
          + Double(count - j) * log(above))
    }
    return d * sum
  }

  /// The probability below `d` for large samples: the expansion of Pelz and Good (1976).
  private func series(_ d: Double) -> Double {
    let root = Double(count).squareRoot()
    let z = root * d
    let (z2, z4) = (z * z, z * z * z * z)
    let (z6, z8) = (z4 * z2, z4 * z4)
    var terms = (0.0, 0.0, 0.0, 0.0)
    for k in 0..<20 {
      let h = Double.pi * Double.pi * (Double(k) + 0.5) * (Double(k) + 0.5)
      let g = Double.pi * Double.pi * Double(k) * Double(k)
      // Both signs of k + 1/2, and both signs of k.
      let (half, whole) = (2 * exp(-h / (2 * z2)), 2 * exp(-g / (2 * z2)))
      terms.0 += half / 2
      terms.1 += (h - z2) * half
      terms.2 += (6 * z6 + 2 * z4 + (2 * z4 - 5 * z2) * h + (1 - 2 * z2) * h * h) * half / (72 * z4)
      terms.2 -= g * whole / 36
      terms.3 +=
        ((5 - 30 * z2) * h * h * h + (212 * z4 - 60 * z2) * h * h + (135 * z4 - 96 * z6) * h
          - 30 * z6 - 90 * z8) * half / (3 * z4)
      terms.3 += 10 * (3 * g * z2 - g * g) * whole
    }
    let scale = (Double.pi / 2).squareRoot()
    return scale
      * (2 * terms.0 / z + terms.1 / (6 * z4 * root) + terms.2 / (z2 * z * Double(count))
        + terms.3 / (2160 * z6 * Double(count) * root))
  }
}
