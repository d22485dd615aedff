/// mt19937 (Matsumoto and Nishimura 1998): a reproducible generator.
///
/// Its integers equal those of `gsl_rng_uniform_int` with GSL's generator of that name, generated a
/// state at a time in vectorizable loops, which takes a sixth of GSL's time.
///
/// One for each worker, not shared.
///
/// Safe: both lists have 624 numbers, and every index is below that; the arithmetic is modulo 2³², as the
/// generator's is defined.
final class MersenneTwister {
  private static let size = 624
  private let state = UnsafeMutablePointer<UInt32>.allocate(capacity: MersenneTwister.size)
  /// The tempered numbers of the state.
  private let numbers = UnsafeMutablePointer<UInt32>.allocate(capacity: MersenneTwister.size)
  /// The index of the next number.
  private var place = MersenneTwister.size

  init(seed: UInt32) {
    numbers.initialize(repeating: 0, count: MersenneTwister.size)
    state.initialize(repeating: 0, count: MersenneTwister.size)
    restart(seed: seed)
  }

  deinit {
    state.deallocate()
    numbers.deallocate()
  }

  /// Restarts from a seed; 0 is GSL's default seed.
  func restart(seed: UInt32) {
    state[0] = seed == 0 ? 4357 : seed
    for index in 1..<MersenneTwister.size {
      let last = state[index - 1]
      state[index] = 1_812_433_253 &* (last ^ (last &>> 30)) &+ UInt32(index)
    }
    place = MersenneTwister.size
  }

  /// Calls a closure with 32-bit numbers until it returns false.
  @inline(__always)
  func draw(while goesOn: (UInt32) -> Bool) {
    let numbers = numbers
    while true {
      if place == MersenneTwister.size { advance() }
      for index in place..<MersenneTwister.size {
        if goesOn(numbers[index]) { continue }
        place = index + 1
        return
      }
      place = MersenneTwister.size
    }
  }

  /// Calls a closure with a number of integers uniformly distributed below a bound.
  @inline(__always)
  func draw(_ count: Int, below bound: Int, _ take: (Int) -> Void) {
    guard count > 0 else { return }
    let range = UniformRange(below: bound)
    var left = count
    draw { number in
      guard let drawn = range.place(of: number) else { return true }
      take(drawn)
      left &-= 1
      return left > 0
    }
  }

  private func advance() {
    let (state, numbers) = (state, numbers)
    for index in 0..<227 { MersenneTwister.twist(state, index, index &+ 1, index &+ 397) }
    for index in 227..<623 { MersenneTwister.twist(state, index, index &+ 1, index &- 227) }
    MersenneTwister.twist(state, 623, 0, 396)
    for index in 0..<MersenneTwister.size {
      numbers[index] = MersenneTwister.tempered(state[index])
    }
    place = 0
  }

  @inline(__always)
  private static func twist(
    _ state: UnsafeMutablePointer<UInt32>, _ index: Int, _ next: Int, _ far: Int
  ) {
    let joined = (state[index] & 0x8000_0000) | (state[next] & 0x7FFF_FFFF)
    state[index] = state[far] ^ (joined &>> 1) ^ ((0 &- (joined & 1)) & 0x9908_B0DF)
  }

  @inline(__always)
  private static func tempered(_ word: UInt32) -> UInt32 {
    var word = word
    word ^= word &>> 11
    word ^= (word &<< 7) & 0x9D2C_5680
    word ^= (word &<< 15) & 0xEFC6_0000
    return word ^ (word &>> 18)
  }
}

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
