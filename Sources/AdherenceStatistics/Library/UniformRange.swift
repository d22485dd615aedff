/// Whole numbers from 0 up to a bound, all equally likely, out of numbers of 32 bits.
///
/// As `gsl_rng_uniform_int` has it: the number over the whole part of (2³² - 1)/bound, and another one
/// where that is not below the bound. The division is a product with a reciprocal of 64 bits, which is
/// exact for numbers of 32 (Lemire, Kaser and Kurz, Software: Practice and Experience 49 (2019) 953).
struct UniformRange {
  private let bound: UInt64
  private let reciprocal: UInt64

  /// - Precondition: The bound is from 1 to 2³¹ - 1.
  init(below bound: Int) {
    precondition(bound > 0 && bound <= Int(Int32.max), "no number is below \(bound)")
    self.bound = UInt64(bound)
    reciprocal = UInt64.max / UInt64(UInt32.max / UInt32(bound)) + 1
  }

  /// The number of the range that one of 32 bits stands for; `nil` where it stands for none.
  ///
  /// Safe: the place is below the bound.
  @inline(__always)
  func place(of number: UInt32) -> Int? {
    let place = reciprocal.multipliedFullWidth(by: UInt64(number)).high
    return place < bound ? Int(truncatingIfNeeded: place) : nil
  }
}
