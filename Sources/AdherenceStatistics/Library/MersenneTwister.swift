internal import CGSL

/// GSL's mt19937 (Matsumoto and Nishimura 1998): the same numbers from a seed on every machine.
///
/// It holds GSL's state: one for each worker, not shared.
final class MersenneTwister {
  private let generator: UnsafeMutablePointer<gsl_rng>?

  /// Creates a generator; its numbers follow from the seed alone.
  init(seed: UInt32) {
    generator = GSL.isReady ? gsl_rng_alloc(regimen_mt19937()) : nil
    restart(seed: seed)
  }

  deinit { if let generator { gsl_rng_free(generator) } }

  /// Starts over from a seed.
  func restart(seed: UInt32) { if let generator { gsl_rng_set(generator, UInt(seed)) } }

  /// A whole number from 0 up to a bound, all equally likely: `gsl_rng_uniform_int`.
  func uniform(below bound: Int) -> Int {
    precondition(bound > 0 && bound <= Int(UInt32.max), "no number is below \(bound)")
    guard let generator else { return 0 }
    return Int(gsl_rng_uniform_int(generator, UInt(bound)))
  }

  /// Fills the positions of a stratum with positions of it, drawn with replacement.
  func fill(_ positions: inout [Int32], in stratum: Range<Int>) {
    precondition(stratum.count <= Int(Int32.max), "there are too many to draw: \(stratum.count)")
    guard let generator, !stratum.isEmpty else { return }
    let (bound, first) = (UInt(stratum.count), Int32(stratum.lowerBound))
    for index in stratum {
      positions[index] = first + Int32(gsl_rng_uniform_int(generator, bound))
    }
  }

  /// Puts so many of the numbers first, in an order of chance (Fisher and Yates).
  func shuffle(_ values: inout [Double], first count: Int) {
    for place in 0..<min(count, values.count - 1) {
      values.swapAt(place, place + uniform(below: values.count - place))
    }
  }
}
