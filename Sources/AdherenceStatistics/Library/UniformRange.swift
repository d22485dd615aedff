/// Maps 32-bit numbers to integers uniformly distributed below a bound.
///
/// As in `gsl_rng_uniform_int`, the result is the number divided by the integer part of (2³² -
/// 1)/bound, and it is rejected if it is not below the bound. The division is a multiplication by a
/// 64-bit reciprocal, which is exact for 32-bit numbers (Lemire, Kaser and Kurz, Software: Practice
/// and Experience 49 (2019) 953).
struct UniformRange {
  private let bound: UInt64
  private let reciprocal: UInt64

  /// - Precondition: The bound is from 1 to 2³¹ - 1.
  init(below bound: Int) {
    precondition(bound > 0 && bound <= Int(Int32.max), "no number is below \(bound)")
    self.bound = UInt64(bound)
    reciprocal = UInt64.max / UInt64(UInt32.max / UInt32(bound)) + 1
  }

  /// Returns the result for a 32-bit number; `nil` if it is rejected.
  ///
  /// Safe: the place is below the bound.
  @inline(__always)
  func place(of number: UInt32) -> Int? {
    let place = reciprocal.multipliedFullWidth(by: UInt64(number)).high
    return place < bound ? Int(truncatingIfNeeded: place) : nil
  }
}
